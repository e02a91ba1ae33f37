"""The renderer's own camera: lens with distortion, and where it hangs. Shares no code with `vision`.

Frames: pixels have the centre of the first pixel at (0, 0). Table mm: x right, y down as seen from above,
heights upward; the camera looks along its z, x right, y down, and a table point is (x, y, -height) before it
is turned.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Glass:
    """A lens: k1, k2, p1, p2, k3 in OpenCV's sense. `far` is the largest radius^2 inside the picture."""

    size_px: tuple[int, int]
    matrix: Floats
    distortion: Floats

    @property
    def far(self) -> float:
        w, h = self.size_px
        corners = np.array([[0, 0], [w - 1, 0], [w - 1, h - 1], [0, h - 1]], np.float64)
        flat = (corners - self.matrix[:2, 2]) / self.matrix[[0, 1], [0, 1]]
        return float((flat**2).sum(axis=1).max()) * 1.4

    def bend(self, rays: Floats) -> Floats:
        """N x 2 normalised rays to distorted ones. Far outside the picture the lens is held, or it folds."""
        k1, k2, p1, p2, k3 = self.distortion
        full = (rays**2).sum(axis=1)
        held = np.sqrt(np.minimum(1.0, self.far / np.maximum(full, 1e-12)))
        x, y = (rays * held[:, None]).T
        r2 = x * x + y * y
        radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        dx = 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
        dy = p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
        return np.asarray(np.stack([x * radial + dx, y * radial + dy], axis=1) / held[:, None])

    def to_picture(self, camera: Floats) -> Floats:
        """N x 3 points before the camera to N x 2 pixels."""
        bent = self.bend(camera[:, :2] / camera[:, 2:])
        return np.asarray(bent * self.matrix[[0, 1], [0, 1]] + self.matrix[:2, 2])

    def to_rays(self, points_px: Floats) -> Floats:
        """N x 2 pixels to N x 2 normalised rays, undistorted."""
        want = (np.asarray(points_px, np.float64) - self.matrix[:2, 2]) / self.matrix[[0, 1], [0, 1]]
        rays = want.copy()
        for _ in range(60):
            step = want - self.bend(rays)
            rays += step
            if np.abs(step).max() < 1e-10:
                break
        return np.asarray(rays)


@dataclass(frozen=True)
class View:
    """A camera over the table: camera = rotation @ (x, y, -height) + translation."""

    glass: Glass
    rotation: Floats
    translation: Floats

    @property
    def place_mm(self) -> Floats:
        """The camera's x, y and height on the table."""
        x, y, z = -self.rotation.T @ self.translation
        return np.array([x, y, -z])

    def to_camera(self, points_mm: Floats) -> Floats:
        """N x 3 (x, y, height) to N x 3 in the camera's frame."""
        p = np.asarray(points_mm, np.float64) * np.array([1, 1, -1])
        return np.asarray(p @ self.rotation.T + self.translation)

    def solid_to_picture(self, points_mm: Floats) -> Floats:
        """N x 3 (x, y, height) to pixels."""
        return self.glass.to_picture(self.to_camera(points_mm))

    def to_picture(self, table_mm: Floats, height_mm: float | Floats = 0.0) -> Floats:
        """N x 2 table mm at a height to N x 2 pixels."""
        p = np.asarray(table_mm, np.float64)
        return self.solid_to_picture(np.column_stack([p, np.broadcast_to(height_mm, len(p))]))

    def to_table(self, points_px: Floats, height_mm: float = 0.0) -> Floats:
        """N x 2 pixels to the table mm seen there at a height."""
        rays = self.glass.to_rays(points_px)
        way = np.column_stack([rays, np.ones(len(rays))]) @ self.rotation
        x, y, high = self.place_mm
        reach = (high - height_mm) / way[:, 2]
        return np.asarray(np.array([x, y]) + way[:, :2] * reach[:, None])

    def moved(self, shift_mm: tuple[float, float, float], turn_deg: tuple[float, float, float]) -> "View":
        """The camera pushed: x, y and height on the table, and turned about its own three axes."""
        place = self.place_mm + np.array(shift_mm)
        rotation = rotation_xyz(*turn_deg) @ self.rotation
        return replace(self, rotation=rotation, translation=-rotation @ (place * np.array([1, 1, -1])))


def rotation_xyz(x_deg: float, y_deg: float, z_deg: float) -> Floats:
    a, b, c = np.deg2rad([x_deg, y_deg, z_deg])
    about_x = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
    about_y = np.array([[np.cos(b), 0, np.sin(b)], [0, 1, 0], [-np.sin(b), 0, np.cos(b)]])
    about_z = np.array([[np.cos(c), -np.sin(c), 0], [np.sin(c), np.cos(c), 0], [0, 0, 1]])
    return np.asarray(about_z @ about_y @ about_x)


def random_glass(rng: np.random.Generator, size_px: tuple[int, int]) -> Glass:
    """A web camera's lens: 800-1000 px at 720p, barrel or pincushion or a moustache, never folding."""
    w, h = size_px
    focal = float(rng.uniform(800, 1000)) * h / 720
    middle = np.array([(w - 1) / 2, (h - 1) / 2]) + rng.normal(0, 4, 2) * h / 720
    matrix = np.array([[focal, 0, middle[0]], [0, focal * rng.uniform(0.998, 1.002), middle[1]], [0, 0, 1]])
    while True:
        k1, k2, k3 = rng.uniform(-0.14, 0.10), rng.uniform(-0.15, 0.10), rng.uniform(-0.02, 0.02)
        glass = Glass(size_px, matrix, np.array([k1, k2, *rng.normal(0, 5e-4, 2), k3]))
        r2 = np.linspace(0, glass.far, 50)
        slope = 1 + r2 * (3 * k1 + r2 * (5 * k2 + r2 * 7 * k3))
        if slope.min() > 0.55:
            return glass


def look(
    glass: Glass, aim_mm: Floats, high_mm: float, lean_deg: tuple[float, float], spin_deg: float
) -> View:
    """A view from `high_mm` above the table with `aim_mm` in the middle of the picture."""
    rotation = rotation_xyz(*lean_deg, 0) @ rotation_xyz(0, 0, spin_deg)
    way = rotation.T @ np.array([0, 0, 1.0])
    reach = high_mm / way[2]
    place = np.array([*(np.asarray(aim_mm) - way[:2] * reach), -high_mm])
    return View(glass, rotation, -rotation @ place)
