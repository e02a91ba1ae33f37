"""Pictures of every screen in every state, to be looked at.

python -m tests.ui.pictures FOLDER [--sights] [SCENE …]

Both sizes, and on request as seen in grey and by people who see fewer colours. Pictures with somebody's
cards on them are made here from the window's own pixels, with invented games: the app itself refuses.
"""

import sys
from pathlib import Path

import numpy as np

from companion.ui.facts import Frame, Settings
from companion.ui.picture import pixels_now, write_png
from tests.ui.glass import SETTINGS, SIZES, Glass
from tests.ui.scenes import SCENES

# Linear-light matrices for full colour-vision deficiency (Machado, Oliveira, Fernandes 2009), and grey.
SIGHTS = {
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seen_by(frame: Frame, sight: str) -> Frame:
    """The picture as somebody with this sight sees it."""
    rgba = np.frombuffer(bytes(frame.pixels), np.uint8).reshape(frame.height, frame.width, 4)
    coded = rgba[..., :3].astype(float) / 255
    linear = np.where(coded <= 0.04045, coded / 12.92, ((coded + 0.055) / 1.055) ** 2.4)
    other = np.clip(linear @ np.array(SIGHTS[sight]).T, 0, 1)
    again = np.where(other <= 0.0031308, other * 12.92, 1.055 * other ** (1 / 2.4) - 0.055)
    out = rgba.copy()
    out[..., :3] = np.round(again * 255)
    return Frame(out.tobytes(), frame.width, frame.height)


def take(folder: Path, wanted: list[str], settings: Settings, *, sights: bool, tag: str = "") -> int:
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for size in SIZES:
        for scene in SCENES:
            if wanted and scene.name not in wanted:
                continue
            with Glass(size, settings=settings) as glass:
                scene.build(glass)
                frame = pixels_now()
            stem = f"{scene.name}_{size[0]}x{size[1]}{tag}"
            write_png(folder / f"{stem}.png", frame)
            count += 1
            for sight in SIGHTS if sights else ():
                write_png(folder / f"{stem}_{sight}.png", seen_by(frame, sight))
    return count


def main() -> int:
    asked = sys.argv[1:]
    names = [arg for arg in asked if not arg.startswith("-")]
    if not names:
        print("usage: python -m tests.ui.pictures FOLDER [--sights] [--light] [--pseudo] [SCENE …]")
        return 2
    known = {scene.name for scene in SCENES}
    if unknown := sorted(set(names[1:]) - known):
        print(f"no such scene: {', '.join(unknown)}; there are: {', '.join(sorted(known))}")
        return 2
    settings, tag = SETTINGS, ""
    if "--light" in asked:
        settings, tag = Settings(1.0, light=True, language="en", flipped=False, muted=False), "_light"
    if "--pseudo" in asked:
        settings, tag = Settings(1.3, light=False, language="pseudo", flipped=False, muted=False), "_pseudo"
    count = take(Path(names[0]), names[1:], settings, sights="--sights" in asked, tag=tag)
    print(f"{count} screens in {names[0]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
