"""The screens' long promises: secrets under random fingers, and the lint of every state in every dress."""

import random
from dataclasses import replace
from itertools import product

from companion.ui import hold as holding
from companion.ui.hold import Hold
from companion.ui.words import PSEUDO
from tests.campaigns import Outcome

WHOLE = 4000
SHARE = 200
"""Random touch sequences on the screen of secrets."""
MOVES_A_SEQUENCE = 250
"""Of the bare rule, which is fast enough for a million in all."""


def run(seed: int, n: int) -> list[Outcome]:
    outcomes = [_secrets(seed, n), _rule(seed, n * MOVES_A_SEQUENCE)]
    return [*outcomes, _lint()] if n >= WHOLE else outcomes


def _secrets(seed: int, n: int) -> Outcome:
    from tests.ui.peeping import Peeper  # noqa: PLC0415  # opens a window

    peeper = Peeper(seed)
    try:
        found = peeper.run(n)
    finally:
        peeper.close()
    kept = not found.leaks and found.seen > 0 and found.checks > 0
    figure = (
        f"{found.sequences} sequences, {found.checks} looks without a hold, "
        f"{found.seen} with one, {len(found.leaks)} leaks"
    )
    if found.leaks:
        figure += f"; first: {found.leaks[0]}"
    return Outcome("no secret in widgets, textures or pixels outside its owner's hold", kept, figure)


def _rule(seed: int, moves: int) -> Outcome:
    """The rule alone against its own words, over many more fingers."""
    rng = random.Random(seed)
    hold, now, glass, shown, broken = Hold(), 0, dict[str, bool](), 0, 0
    for _ in range(moves):
        finger, flag = rng.choice("abc"), rng.random() < 0.7
        match rng.randrange(4):
            case 0 if finger not in glass:
                glass[finger] = flag
                hold = holding.down(hold, finger, on_pad=flag, now_ns=now)
            case 1 if finger in glass:
                glass[finger] = flag
                hold = holding.moved(hold, finger, on_pad=flag)
            case 2 if finger in glass:
                del glass[finger]
                hold = holding.up(hold, finger)
            case 3:
                now += rng.choice((50_000_000, 700_000_000, 9_000_000_000))
        hold = holding.ticked(hold, may_latch=True, now_ns=now)
        if hold.visible:
            shown += 1
            fine = len(glass) <= 1 and (hold.latched or list(glass.values()) == [True])
            broken += not fine
    figure = f"{moves} moves, shown after {shown}, wrongly after {broken}"
    return Outcome("one finger on the pad, or a latch: nothing else shows", not broken and shown > 0, figure)


def _lint() -> Outcome:
    from tests.ui.glass import SETTINGS, SIZES, Glass  # noqa: PLC0415  # opens a window
    from tests.ui.lint import faults  # noqa: PLC0415
    from tests.ui.scenes import SCENES  # noqa: PLC0415

    found, looked = [], 0
    for size, language, scale, light in product(SIZES, ("en", PSEUDO), (1.0, 1.3), (False, True)):
        settings = replace(SETTINGS, language=language, text_scale=scale, light=light)
        for scene in SCENES:
            with Glass(size, settings=settings) as glass:
                scene.build(glass)
                found += [f"{scene.name} {size[0]} {language} {scale}: {f}" for f in faults(glass)]
            looked += 1
    figure = f"{looked} pictures, {len(found)} faults" + (f"; first: {found[0]}" if found else "")
    return Outcome("no fault on any screen, both sizes, languages, text sizes and themes", not found, figure)
