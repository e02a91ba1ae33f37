"""Draws the race that `tests.benchmarks.races` watches, in a process of its own.

    python -m tests.benchmarks._drawn_race WIDTH HEIGHT FOLDER

`FOLDER/table` is what was taught; every frame is a picture without loss, INDEX_HAND.png, HAND 1 where a hand
is to be seen.
"""

import sys
from pathlib import Path

import cv2
import numpy as np

from tests.vision.race_figures import random_arm, random_toys
from tests.vision.race_play import State, Walk
from tests.vision.race_renderer import race_table
from tests.vision.race_taught import taught_race
from tests.vision.races import play_on, take_of
from vision.taught import save

FPS = 30.0
SEED = 12
WALK_S, HAND_S = 2.6, 1.0


def main() -> None:
    cv2.setNumThreads(1)
    folder = Path(sys.argv[3])
    table = race_table(SEED, size_px=(int(sys.argv[1]), int(sys.argv[2])), tiles=4, taught=8, gate=True)
    toys = random_toys(SEED, ("ash", "bo", "cleo", "dot"))
    rng = np.random.default_rng(SEED)
    play = play_on(table, toys, FPS, rng)
    on = [tile.to_table(np.array([[0.35, 0.6]]) * table.side(tile.side).size_mm)[0] for tile in table.laid]
    for toy, (x, y) in zip(toys, on, strict=True):
        play.put(toy.name, State(float(x), float(y), float(rng.uniform(0, 360))))
    x, y = on[0]
    play.put("ash", State(float(x), float(y), float(np.degrees(np.arctan2(y, -x)))))  # towards the middle
    play.run(play.idle(0.3))
    play.run(play.walk("ash", Walk(WALK_S, 45.0, 3.0, SEED, 3.0)))
    play.run(play.stay(on[1] + 40.0, random_arm(rng), HAND_S))
    take = take_of(SEED, table, toys, play)
    save(taught_race(take), folder / "table", replace=False)
    for index, picture in take.frames():
        path = folder / f"{index:03}_{int(take.truth.frames[index]['hand'])}.png"
        if not cv2.imwrite(str(path), picture, [cv2.IMWRITE_PNG_COMPRESSION, 1]):
            raise OSError(f"{path}: cannot be written")


if __name__ == "__main__":
    main()
