"""Every step of teaching a race table. What the camera would give is put into the slots."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from companion.ui import intents as ui
from companion.ui.facts import Frame, Source, TableState
from companion.ui.places import Place
from companion.ui.race_table import facts
from companion.ui.race_table import intents as i
from companion.ui.race_table.draft import Draft, Figure, Shot, Side, Zone, ZoneKind
from companion.ui.race_table.steps import Step
from companion.ui.race_table.straight import straightened
from tests.ui.glass import FRONT, Glass
from tests.ui.scenes import picture as drawn
from tests.ui.scenes import scene

WIDE, HIGH = 640, 360
CORNERS = ((220.0, 80.0), (420.0, 84.0), (424.0, 280.0), (216.0, 276.0))
ZONES = (
    Zone(ZoneKind.MAUSOLEUM, ((240.0, 100.0), (290.0, 100.0), (290.0, 140.0), (240.0, 142.0))),
    Zone(ZoneKind.GRAVE, ((330.0, 110.0), (370.0, 110.0), (366.0, 150.0), (330.0, 148.0))),
    Zone(ZoneKind.BRAIN, ((250.0, 200.0), (275.0, 196.0), (280.0, 220.0), (256.0, 230.0))),
    Zone(ZoneKind.BRAIN, ((340.0, 220.0), (365.0, 216.0), (370.0, 240.0), (346.0, 250.0))),
    Zone(ZoneKind.GATE, ((310.0, 90.0), (314.0, 266.0))),
)
SIDES = tuple(
    Side(name, at, CORNERS, (200.0, 200.0), ZONES) for at, name in enumerate(("Tile 1A", "Tile 1B"))
)
STEVE = Figure("Steve", (Shot(5, (200.0, 120.0)), Shot(6, (400.0, 220.0))), 56.0, (23.0, 19.0))
WHOLE = Draft(SIDES, (STEVE,), 8, 9)


@lru_cache(maxsize=8)
def picture(width: int, height: int) -> Frame:
    return drawn(width, height)


def lesson(glass: Glass, draft: Draft = Draft(), **seen: Any) -> None:  # noqa: B008  # frozen
    """A race table is being taught, the draft is there, and the camera gives pictures."""
    glass.desk.do(ui.TeachRace())
    there = tuple(facts.Picture(number, WIDE, HIGH) for number in range(draft.pictures))
    glass.sources.lessons.put(replace(facts.RaceTeaching(draft, there, seeing=True), **seen))
    glass.sources.live.put(picture(WIDE, HIGH))
    glass.frame(2)


def answered(glass: Glass) -> None:
    """What is asked to be seen is shown, and what was asked to be taken is there."""
    [*_, asked] = [wish for (wish,) in glass.said.called("race_table") if isinstance(wish, facts.Show)]
    match asked.view:
        case facts.Live():
            glass.sources.live.put(picture(WIDE, HIGH))
        case facts.Flat(_, corners, size_mm):
            straight = straightened(corners, size_mm)
            assert straight is not None
            glass.sources.shown.put(facts.Shown(asked.view, picture(straight.width, straight.height)))
        case facts.Still():
            glass.sources.shown.put(facts.Shown(asked.view, picture(WIDE, HIGH)))
        case _:
            pass
    glass.frame(3)


def do(glass: Glass, *intents: Any) -> None:
    for intent in intents:
        glass.desk.do(intent)
    glass.frame()
    answered(glass)


def at(glass: Glass, step: Step) -> None:
    assert glass.desk.lesson.step is step


@scene("tables")
def tables(glass: Glass) -> None:
    glass.sources.fronts.put(replace(FRONT, grid=TableState.TAUGHT, race=TableState.HALF))
    glass.desk.do(ui.Go(Place.TABLES))
    glass.frame(2)


@scene("tables_gone")
def tables_gone(glass: Glass) -> None:
    trouble = "/home/ana/tableside/tables/race-1: the taught table is not there any more"
    glass.sources.fronts.put(
        replace(FRONT, source=Source.NONE, grid=TableState.GONE, trouble=trouble, race=TableState.TAUGHT)
    )
    glass.desk.do(ui.Go(Place.TABLES))
    glass.frame(2)


@scene("lesson_waiting")
def lesson_waiting(glass: Glass) -> None:
    glass.desk.do(ui.TeachRace())
    glass.frame(2)


@scene("lesson_fresh")
def lesson_fresh(glass: Glass) -> None:
    lesson(glass)


@scene("lesson_sheet")
def lesson_sheet(glass: Glass) -> None:
    names = (
        "Tile 1A",
        "Tile 1B",
        "Tile 2A",
        "Tile 2B",
        "Tile 3A",
        "Tile 3B",
        "Tile 4A",
        "Gate in the fog",
        "",
    )
    sides = tuple(replace(SIDES[0], name=name) for name in names)
    figures = tuple(replace(STEVE, name=name) for name in ("Steve", "Wanda", "Rob", ""))
    lesson(glass, replace(WHOLE, sides=sides, figures=figures))


@scene("lesson_whole")
def lesson_whole(glass: Glass) -> None:
    lesson(glass, WHOLE)


@scene("lesson_failed")
def lesson_failed(glass: Glass) -> None:
    failed = "/home/ana/tableside/tables/race-draft: the draft cannot be kept: No space left on device"
    lesson(glass, WHOLE, failed=failed)


@scene("lesson_take_side")
def lesson_take_side(glass: Glass) -> None:
    lesson(glass)
    do(glass, i.NextSide())


@scene("lesson_take_blind")
def lesson_take_blind(glass: Glass) -> None:
    lesson(glass, seeing=False, trouble="no_picture")
    do(glass, i.NextSide())


@scene("lesson_take_figure")
def lesson_take_figure(glass: Glass) -> None:
    lesson(glass, WHOLE)
    do(glass, i.NextFigure())


@scene("lesson_take_again")
def lesson_take_again(glass: Glass) -> None:
    lesson(glass, replace(WHOLE, figures=(replace(STEVE, name="", shots=(Shot(5, None),)),)))
    do(glass, i.OpenFigure(0), i.PutMark((200, 140)), i.Onward())
    at(glass, Step.TAKE)


@scene("lesson_corners")
def lesson_corners(glass: Glass) -> None:
    lesson(glass, replace(WHOLE, sides=(replace(SIDES[0], name=""),)))
    do(glass, i.OpenSide(0))
    at(glass, Step.MARK)


@scene("lesson_corners_held")
def lesson_corners_held(glass: Glass) -> None:
    lesson_corners(glass)
    glass.settle()
    handle = glass.screen.ids.marks.handles()[1]
    finger = glass.down(handle)
    finger.move(*(number + 6 for number in handle.to_window(*handle.center)))
    glass.frame(2)


@scene("lesson_corners_bent")
def lesson_corners_bent(glass: Glass) -> None:
    lesson_corners(glass)
    do(glass, i.MoveMark(0, (318, 350)))


@scene("lesson_front")
def lesson_front(glass: Glass) -> None:
    lesson(glass, replace(WHOLE, figures=(replace(STEVE, shots=(Shot(5, None),)),)))
    do(glass, i.OpenFigure(0))


@scene("lesson_front_there")
def lesson_front_there(glass: Glass) -> None:
    lesson_front(glass)
    do(glass, i.PutMark((250, 170)))


@scene("lesson_measure_side")
def lesson_measure_side(glass: Glass) -> None:
    lesson_corners(glass)
    do(glass, i.Onward())
    at(glass, Step.MEASURE)


@scene("lesson_measure_figure")
def lesson_measure_figure(glass: Glass) -> None:
    lesson(glass, WHOLE)
    do(glass, i.OpenFigure(0), i.Mend(Step.MEASURE))


@scene("lesson_name_side")
def lesson_name_side(glass: Glass) -> None:
    lesson_measure_side(glass)
    do(glass, i.Onward())
    at(glass, Step.NAME)


@scene("lesson_name_figure")
def lesson_name_figure(glass: Glass) -> None:
    lesson(glass, WHOLE)
    do(glass, i.OpenFigure(0), i.Mend(Step.NAME))


@scene("lesson_spell")
def lesson_spell(glass: Glass) -> None:
    lesson_name_side(glass)
    do(glass, i.Spell(), *(i.Letter(letter) for letter in "GATE IN FOG"))


@scene("lesson_item_side")
def lesson_item_side(glass: Glass) -> None:
    lesson(glass, WHOLE)
    do(glass, i.OpenSide(0))


@scene("lesson_item_figure")
def lesson_item_figure(glass: Glass) -> None:
    lesson(glass, replace(WHOLE, figures=(replace(STEVE, shots=STEVE.shots[:1]),)))
    do(glass, i.OpenFigure(0))


@scene("lesson_zones")
def lesson_zones(glass: Glass) -> None:
    lesson(glass, replace(WHOLE, sides=(replace(SIDES[0], zones=ZONES[:3]),)))
    do(glass, i.OpenSide(0), i.Mend(Step.ZONES))


@scene("lesson_zones_new")
def lesson_zones_new(glass: Glass) -> None:
    lesson_name_side(glass)
    do(glass, i.Called("Tile 4B"))
    at(glass, Step.ZONES)


@scene("lesson_zones_outline")
def lesson_zones_outline(glass: Glass) -> None:
    lesson_zones(glass)
    do(glass, i.ChooseKind(ZoneKind.BRAIN), *(i.PutCorner(p) for p in ((500, 500), (650, 480), (640, 640))))


@scene("lesson_zones_held")
def lesson_zones_held(glass: Glass) -> None:
    lesson_zones_outline(glass)
    glass.settle()
    finger = glass.down(glass.screen.ids.tracer)
    finger.move(*(number + 30 for number in glass.screen.ids.tracer.center))
    glass.frame(2)


@scene("lesson_zones_gate")
def lesson_zones_gate(glass: Glass) -> None:
    lesson_zones(glass)
    do(glass, i.ChooseKind(ZoneKind.GATE), i.PutCorner((450, 100)))


@scene("lesson_zones_many")
def lesson_zones_many(glass: Glass) -> None:
    lesson(glass, replace(WHOLE, sides=(replace(SIDES[0], zones=ZONES * 3),)))
    do(glass, i.OpenSide(0), i.Mend(Step.ZONES), i.ChooseZone(6))


def _worked(glass: Glass, work: facts.Work | None) -> None:
    lesson(glass, WHOLE)
    do(glass, i.LearnTable())
    glass.sources.lessons.put(facts.RaceTeaching(WHOLE, seeing=True, work=work))
    glass.frame(3)


@scene("lesson_learning")
def lesson_learning(glass: Glass) -> None:
    _worked(glass, facts.Learning(WHOLE, "looking for Tile 1B on its own picture", 2, 5))


@scene("lesson_learned")
def lesson_learned(glass: Glass) -> None:
    lens = "the lens is assumed, not measured: heights and places may be off by several millimetres"
    sides = ("tile side Tile 1A: 1 mausoleum, 2 grave, 1 brain; known by its art",) * 5
    _worked(glass, facts.Learned(WHOLE, (lens, *sides), ()))


@scene("lesson_doubtful")
def lesson_doubtful(glass: Glass) -> None:
    doubt = (
        "tile side Tile 1A: its own picture looks like Tile 1B as well; are both the right pictures?",
        "Steve: nothing stands out near its front; is each tap on its own picture? Else take its pictures "
        "anew, alone on the bare table, in even light, on a table of another colour; until then this table "
        "cannot be watched",
    )
    _worked(glass, facts.Learned(WHOLE, ("tile side Tile 1B: no zones; known by its art",) * 4, doubt))


@scene("lesson_refused")
def lesson_refused(glass: Glass) -> None:
    why = "tile side Tile 1A: zone 3: the outline crosses itself; give its corners in order"
    _worked(glass, facts.Refused(WHOLE, why))
