"""How far what is drawn on a picture lies from what the camera that took it really shows there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.devices.drawing import drawn
from companion.table.race_picture import Drawn
from companion.table.race_shown import Posture
from tests.vision.race_score import percentile
from tests.vision.race_view import Floats
from tests.vision.races import Take
from vision.state import RaceState


@dataclass
class Off:
    """Pixels, one number a zone and one a figure in each picture."""

    zones_px: list[float] = field(default_factory=list)
    feet_px: list[float] = field(default_factory=list)

    def add(self, picture: Drawn, zones: Mapping[str, Floats], feet: Mapping[str, Floats]) -> None:
        """`zones` are outlines N x 2 by their id, `feet` middles by figure, as they are in the picture."""
        for tile in picture.tiles:
            self.zones_px += [_apart(zone.points_px, zones[zone.id]) for zone in tile.zones]
        for figure in picture.figures:
            if figure.feet_px and figure.name in feet and figure.posture is not Posture.HELD:
                middle = np.mean(figure.feet_px, axis=0)
                self.feet_px.append(float(np.hypot(*(middle - feet[figure.name]))))

    @property
    def p95_px(self) -> tuple[float, float]:
        """Of zones and of feet."""
        return percentile(self.zones_px, 95), percentile(self.feet_px, 95)


def look(off: Off, take: Take, index: int, state: RaceState) -> None:
    """One picture of a drawn race, unless a hand is over it: what the eye has drawn on it so far."""
    scene, moment = take.scenes[index], take.moments[index]
    if take.truth.frames[index]["hand"]:
        return
    view = moment.view or take.table.view
    zones = {
        f"{laid.side}/{at}": view.to_picture(laid.to_table(np.asarray(zone.points_mm, dtype=np.float64)))
        for laid in scene.laid
        for at, zone in enumerate(take.table.side(laid.side).zones)
    }
    stand = {name: s for name, s in scene.states.items() if s.upright and not s.held}
    feet = {name: view.to_picture(s.at[None])[0] for name, s in stand.items()}
    off.add(drawn(state), zones, feet)


def _apart(one: Sequence[tuple[float, float]], other: Floats) -> float:
    """How far two outlines are apart at most, from the corners of either to the other (Hausdorff)."""
    mine = np.asarray(one, dtype=np.float64)
    return max(_farthest(mine, other), _farthest(other, mine))


def _farthest(points: Floats, rim: Floats) -> float:
    way = (np.roll(rim, -1, axis=0) - rim)[None]
    off = points[:, None] - rim[None]
    share = np.clip((off * way).sum(-1) / np.maximum((way**2).sum(-1), 1e-12), 0, 1)
    return float(np.linalg.norm(off - way * share[..., None], axis=-1).min(axis=1).max())
