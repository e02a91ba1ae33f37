"""Teaching a race table as the person at the tablet meets it: what is offered, kept, and mended."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.ui.facts import Frame
from companion.ui.intents import Kind
from companion.ui.race_table import facts, presenting
from companion.ui.race_table import intents as i
from companion.ui.race_table.draft import Draft, Figure, Shot, Side, Zone, ZoneKind, can_learn
from companion.ui.race_table.lesson import Lesson
from companion.ui.race_table.marks import FEET_MM, HEIGHT_MM, TILE_MM, guessed
from companion.ui.race_table.naming import chips, name_fits, spelled
from companion.ui.race_table.spots import ROOM, spot
from companion.ui.race_table.steps import Step, Subject, What
from companion.ui.race_table.straight import straightened
from tests.ui.lesson_scenes import CORNERS, HIGH, STEVE, WHOLE, WIDE, ZONES
from vision import traced

WHOLE_SIDE = WHOLE.sides[0]


class Table:
    """A lesson and the rest of the program: pictures come when they are asked for."""

    def __init__(self, draft: Draft = Draft()) -> None:  # noqa: B008  # frozen
        self.wishes: list[facts.RaceWish] = []
        self.left = 0
        self.lesson = Lesson(self.wish, self.leave)
        there = tuple(facts.Picture(number, WIDE, HIGH) for number in range(draft.pictures))
        self.seen = facts.RaceTeaching(draft, there, seeing=True)
        self.lesson.begin()
        self.lesson.take(self.seen)

    def wish(self, wish: facts.RaceWish) -> None:
        self.wishes.append(wish)

    def leave(self) -> None:
        self.left += 1

    def do(self, *intents: i.RaceIntent) -> "Table":
        for intent in intents:
            self.lesson.do(intent)
            if isinstance(intent, i.TakePicture):
                self.arrives()
        return self

    def arrives(self) -> None:
        """The picture that was asked for last."""
        [*_, take] = [wish for wish in self.wishes if isinstance(wish, facts.Take)]
        picture = facts.Picture(take.picture, WIDE, HIGH)
        self.tell(pictures=(*self.seen.pictures, picture))

    def tell(self, **known: Any) -> None:
        self.seen = replace(self.seen, **known)
        self.lesson.take(self.seen)

    def step(self) -> Step:
        return self.lesson.step

    @property
    def draft(self) -> Draft:
        return self.lesson.draft

    @property
    def model(self) -> Any:
        return presenting.present(self.lesson)

    @property
    def remembered(self) -> Draft:
        """What would be there after the power went."""
        return [wish.draft for wish in self.wishes if isinstance(wish, facts.Remember)][-1]


def corners(table: Table) -> Table:
    return table.do(*(i.MoveMark(at, corner) for at, corner in enumerate(CORNERS)))


def a_side(table: Table, name: str = "Tile 1A") -> Table:
    """One side from its picture to its name."""
    corners(table.do(i.NextSide(), i.TakePicture()))
    return table.do(i.Onward(), i.Onward(), i.Called(name))


def test_a_side_is_one_step_after_the_other_and_lands_on_the_sheet() -> None:
    table = Table()
    assert [b.text for b in table.model.next if b.kind is Kind.PRIMARY] == ["Next tile side"]
    table.do(i.NextSide())
    assert table.step() is Step.TAKE
    assert table.model.title == "One tile side, nothing else"
    table.do(i.TakePicture())
    assert table.step() is Step.MARK
    assert table.draft.sides[0].corners == guessed(facts.Picture(0, WIDE, HIGH))
    corners(table).do(i.Onward(), i.Longer(0, -10), i.Longer(1, 1), i.Onward())
    assert table.draft.sides[0].size_mm == (190, 201)
    table.do(i.Called("Tile 1A"), i.Onward())
    assert table.step() is Step.SHEET
    assert [b.text for b in table.model.sides] == ["Tile 1A: 0 zones"]
    assert [b.text for b in table.model.next if b.kind is Kind.PRIMARY] == ["Next figure"]
    assert table.remembered == table.draft


def test_a_polygon_is_closed_at_its_first_corner_and_a_gate_at_its_second() -> None:
    table = a_side(Table())
    assert table.step() is Step.ZONES
    table.do(i.ChooseKind(ZoneKind.BRAIN), i.PutCorner((100, 100)), i.PutCorner((200, 100)), i.CloseZone())
    assert not table.draft.sides[0].zones
    assert not table.model.onward.enabled
    table.do(i.PutCorner((200, 220)), i.DropCorner(), i.PutCorner((210, 210)), i.CloseZone())
    table.do(i.ChooseKind(ZoneKind.GATE), i.PutCorner((450, 50)), i.PutCorner((460, 850)))
    brain, gate = table.draft.sides[0].zones
    assert (brain.kind, len(brain.points)) == (ZoneKind.BRAIN, 3)
    assert (gate.kind, len(gate.points)) == (ZoneKind.GATE, 2)
    straight = straightened(CORNERS, table.draft.sides[0].size_mm)
    assert straight is not None
    assert [straight.to_straight(p) for p in gate.points] == [
        pytest.approx((450, 50), abs=1e-6),
        pytest.approx((460, 850), abs=1e-6),
    ]
    assert [b.text for b in table.model.listed] == ["Brain 1", "Gate 1"]


def test_each_zone_can_be_taken_away_again() -> None:
    table = Table(replace(WHOLE, sides=(replace(WHOLE_SIDE, zones=ZONES),)))
    table.do(i.OpenSide(0), i.Mend(Step.ZONES))
    assert [b.text for b in table.model.tools] == []
    for left in range(len(ZONES), 0, -1):
        table.do(i.ChooseZone(left // 2), i.DropZone())
        assert len(table.draft.sides[0].zones) == left - 1
    table.do(i.DropZone())
    assert table.draft.sides[0].zones == ()


def test_several_sides_may_lie_in_one_picture() -> None:
    table = a_side(Table())
    assert table.model.same_picture is not None
    table.do(i.NextSide(same_picture=True))
    assert table.step() is Step.MARK
    first, second = table.draft.sides
    assert (first.picture, second.picture) == (0, 0)
    assert table.draft.pictures == 1
    assert second.corners != first.corners


def test_the_next_tile_is_looked_for_where_the_last_one_lay_and_as_large() -> None:
    table = a_side(Table())
    table.do(i.Backward(), i.Backward(), i.Longer(0, 10), i.Onward(), i.Called("Tile 1A"), i.Onward())
    table.do(i.NextSide(), i.TakePicture())
    assert table.draft.sides[1].corners == CORNERS
    assert table.draft.sides[1].size_mm == (210, 200)


def test_rings_that_do_not_go_round_cannot_be_gone_on_from() -> None:
    table = Table().do(i.NextSide(), i.TakePicture())
    assert table.model.onward.enabled
    table.do(i.MoveMark(0, (WIDE - 1, HIGH - 1)))
    assert not table.model.onward.enabled
    assert table.model.title == "Rings must go round it"


def test_arrows_move_the_ring_touched_last_by_one_pixel_and_never_out_of_the_picture() -> None:
    table = corners(Table().do(i.NextSide(), i.TakePicture()))
    table.do(i.PickMark(2), i.Nudge(1, 0), i.Nudge(0, -1))
    assert table.draft.sides[0].corners[2] == (CORNERS[2][0] + 1, CORNERS[2][1] - 1)
    table.do(i.MoveMark(0, (0, 0)), i.Nudge(-1, -1))
    assert table.draft.sides[0].corners[0] == (0, 0)


def test_a_figure_takes_two_pictures_or_one() -> None:
    table = Table().do(i.NextFigure())
    first = table.model.spot
    table.do(i.TakePicture())
    assert table.model.title == "Tap the table before its toes"
    assert not table.model.onward.enabled
    table.do(i.PutMark((250, 170)), i.Onward())
    assert table.step() is Step.TAKE
    assert table.model.spot != first
    table.do(i.OnePicture())
    assert table.step() is Step.MEASURE
    assert [row.title for row in table.model.rows] == ["Tall, standing", "Both feet, long", "Both feet, wide"]
    table.do(i.Longer(0, 1), i.Onward(), i.Called("Steve"))
    assert table.step() is Step.SHEET
    (steve,) = table.draft.figures
    assert (steve.name, len(steve.shots), steve.height_mm) == ("Steve", 1, 56)
    table.do(i.OpenFigure(0), i.Mend(Step.TAKE, 1), i.TakePicture(), i.PutMark((400, 200)), i.Onward())
    assert table.step() is Step.ITEM
    assert len(table.draft.figures[0].shots) == 2


def test_a_figure_is_stood_where_no_tile_lay_and_no_other_figure_stood() -> None:
    pictures = (facts.Picture(0, WIDE, HIGH),)
    tile = Side("Tile 1A", 0, ((20, 20), (330, 20), (330, 250), (20, 250)), (200, 200))
    draft = Draft(sides=(tile,), pictures=9)
    for at in range(4):
        for shot in range(2):
            x, y = spot(draft, Subject(What.FIGURE, at, shot), pictures)
            x, y = x * WIDE, y * HIGH
            assert max(x - 330, y - 250) >= ROOM * HIGH * 0.9
            earlier = [seen.front for figure in draft.figures for seen in figure.shots if seen.front]
            assert min((abs(x - a) + abs(y - b) for a, b in earlier), default=99) > 30
        taken = Figure(f"{at}", (Shot(at + 1, (x, y)),), 50, (20, 20))
        draft = replace(draft, figures=(*draft.figures, taken))


def test_going_back_keeps_what_was_done() -> None:
    table = a_side(Table()).do(i.ChooseKind(ZoneKind.GATE), i.PutCorner((10, 10)), i.PutCorner((10, 800)))
    before = table.draft
    for step in (Step.NAME, Step.MEASURE, Step.MARK, Step.TAKE, Step.SHEET):
        table.do(i.Backward())
        assert table.step() is step
        assert table.draft == before
    table.do(i.Backward())
    assert table.left == 1


def test_what_was_left_half_done_is_gone_on_with_where_it_was_left() -> None:
    table = Table().do(i.NextSide(), i.TakePicture(), i.Backward(), i.Backward())
    table.do(i.NextFigure(), i.TakePicture(), i.Backward(), i.Backward())
    later = Table(table.remembered)
    assert [b.text for b in (*later.model.sides, *later.model.figures)] == ["Unfinished", "Unfinished"]
    assert not [b for b in later.model.next if b.text == "Learn it" and b.enabled]
    assert later.do(i.OpenSide(0)).step() is Step.MARK
    assert later.do(i.Backward(), i.Backward(), i.OpenFigure(0)).step() is Step.MARK


def test_a_picture_that_has_not_come_yet_is_asked_for_once() -> None:
    table = Table().do(i.NextSide())
    table.lesson.do(i.TakePicture())
    table.lesson.do(i.TakePicture())
    assert [wish for wish in table.wishes if isinstance(wish, facts.Take)] == [facts.Take(0)]
    assert table.model.take.text == "Taking it"
    table.arrives()
    assert table.step() is Step.MARK


def test_a_picture_that_could_not_be_kept_can_be_taken_again() -> None:
    table = Table().do(i.NextSide())
    for _ in range(2):
        table.lesson.do(i.TakePicture())
        table.tell(failed="")
        table.tell(failed="race-draft: the picture cannot be kept: No space left on device")
        assert table.step() is Step.TAKE
        assert table.model.trouble == "The picture cannot be kept"
        assert table.model.take.enabled
    table.do(i.TakePicture())
    assert table.step() is Step.MARK


def test_without_a_picture_none_can_be_taken_and_it_is_said_why() -> None:
    table = Table().do(i.NextSide())
    table.tell(seeing=False, trouble="unplugged")
    assert not table.model.take.enabled
    assert table.model.trouble == "The camera was unplugged"


def test_a_picture_of_another_step_is_not_shown() -> None:
    table = Table().do(i.NextSide(), i.TakePicture())
    asked = table.lesson.view
    table.do(i.Onward())
    table.lesson.take_shown(facts.Shown(asked, Frame(b"", 0, 0)))
    assert table.lesson.shown is None


def test_two_things_have_two_names_whatever_their_capitals() -> None:
    table = a_side(Table()).do(i.Onward())
    corners(table.do(i.NextSide(), i.TakePicture())).do(i.Onward(), i.Onward())
    assert "Tile 1A" not in [b.text for b in table.model.buttons]
    table.do(i.Spell(), *(i.Letter(letter) for letter in "TILE 1A"))
    assert table.model.reason == "That name is there already"
    table.do(i.Spelled())
    assert table.step() is Step.SPELL
    table.do(i.Letter(""), i.Letter("Z"), i.Spelled())
    assert table.draft.sides[1].name == "Tile 1z"


@given(st.text(max_size=60))
def test_whatever_is_spelled_is_a_name_that_can_be_written_down(text: str) -> None:
    typed = ""
    for letter in text:
        typed = spelled(typed, letter)
    if name_fits(typed.strip(), ()):
        assert traced.check_name(typed.strip(), "name") == typed.strip()


def test_every_chip_is_a_name() -> None:
    for what in (What.SIDE, What.FIGURE):
        for name in chips(what, ()):
            assert traced.check_name(name, "name") == name


def test_measures_are_those_that_can_be_learned() -> None:
    assert (TILE_MM, HEIGHT_MM, FEET_MM) == (traced.TILE_MM, traced.HEIGHT_MM, traced.FEET_MM)
    table = Table(WHOLE).do(i.OpenFigure(0), i.Mend(Step.MEASURE), *(i.Longer(1, -10) for _ in range(5)))
    assert table.draft.figures[0].feet_mm[0] == FEET_MM[0]
    assert [b.enabled for b in table.model.rows[1].less] == [False, False]


def test_learning_goes_on_while_it_is_looked_at_and_is_kept_with_one_tap() -> None:
    table = Table(WHOLE).do(i.LearnTable())
    assert facts.Learn(WHOLE) in table.wishes
    table.tell(work=facts.Learning(WHOLE, "learning Steve", 3, 5))
    assert (table.model.title, table.model.progress) == ("Learning the table. Step 4 of 5", 0.6)
    table.tell(work=facts.Learned(WHOLE, ("the lens is assumed",), ()))
    assert table.model.keep.kind is Kind.PRIMARY
    table.do(i.KeepTable())
    table.tell(work=facts.Kept(WHOLE))
    assert [type(wish) for wish in table.wishes[-2:]] == [facts.Keep, facts.Use]
    assert table.left == 1


def test_doubts_come_first_and_the_table_may_be_used_all_the_same() -> None:
    table = Table(WHOLE).do(i.LearnTable())
    table.tell(work=facts.Learned(WHOLE, ("Tile 1A: known",), ("Tile 1B: looks like Tile 1A",)))
    assert [line.sign for line in table.model.lines] == ["?", "+"]
    assert (table.model.keep.text, table.model.keep.kind) == ("Use it all the same", Kind.PLAIN)


def test_what_was_refused_is_said_and_cannot_be_kept() -> None:
    table = Table(WHOLE).do(i.LearnTable())
    table.tell(work=facts.Refused(WHOLE, "figure Steve: front: tap in front of the figure there"))
    assert [line.text for line in table.model.lines] == [
        "figure Steve: front: tap in front of the figure there"
    ]
    assert table.model.keep is None
    table.do(i.Backward())
    assert table.step() is Step.SHEET


def test_what_was_learned_before_something_changed_is_no_answer() -> None:
    table = Table(WHOLE).do(i.LearnTable())
    table.tell(work=facts.Learned(WHOLE, ("known",), ()))
    table.do(i.Backward(), i.OpenSide(0), i.TakeAway(), i.LearnTable())
    assert table.lesson.work is None
    assert table.model.keep is None


def test_beginning_anew_takes_no_old_picture_for_a_new_one() -> None:
    table = Table(WHOLE).do(i.BeginAnew())
    assert facts.Anew() in table.wishes
    assert not table.draft.begun
    table.do(i.NextSide())
    table.lesson.do(i.TakePicture())
    assert table.step() is Step.TAKE
    assert [wish for wish in table.wishes if isinstance(wish, facts.Take)] == [facts.Take(WHOLE.pictures)]


def offered(model: Any) -> list[Any]:
    """What the buttons of a screen mean, and what its picture does."""
    found: list[Any] = []

    def walk(thing: Any) -> None:
        if hasattr(thing, "hold_intent"):
            found.extend(m for m in (thing.intent, thing.hold_intent) if m is not None and thing.enabled)
        elif isinstance(thing, tuple):
            for part in thing:
                walk(part)
        elif hasattr(thing, "__dataclass_fields__") and not isinstance(thing, facts.Shown):
            for name in thing.__dataclass_fields__:
                walk(getattr(thing, name))

    walk(model)
    return found


@settings(deadline=None)
@given(st.data())
def test_whatever_is_tapped_there_is_a_screen_and_nothing_done_is_lost(data: st.DataObject) -> None:
    table = Table(WHOLE if data.draw(st.booleans()) else Draft())
    for _ in range(data.draw(st.integers(1, 40))):
        choices = [
            intent for intent in offered(table.model) if not isinstance(intent, i.TakeAway | i.BeginAnew)
        ]
        before = table.draft
        intent = data.draw(st.sampled_from(choices)) if choices else i.Backward()
        table.do(intent)
        if table.step() is Step.ZONES and data.draw(st.booleans()):
            table.do(i.PutCorner((data.draw(st.floats(-9, 909)), data.draw(st.floats(-9, 909)))))
        if table.step() is Step.MARK and data.draw(st.booleans()):
            table.do(i.PutMark((data.draw(st.floats(-9, 709)), data.draw(st.floats(-9, 409)))))
        after = table.draft
        assert len(after.sides) >= len(before.sides)
        assert len(after.figures) >= len(before.figures)
        if table.wishes and after != Draft():
            kept = [wish.draft for wish in table.wishes if isinstance(wish, facts.Remember)]
            assert (kept[-1] if kept else WHOLE) == after
        assert can_learn(after) is any(
            isinstance(found, i.LearnTable) for found in offered(Table(after).model)
        )


def test_zones_stay_where_they_were_traced_when_corners_are_mended() -> None:
    zone = Zone(ZoneKind.GRAVE, ZONES[1].points)
    table = Table(replace(WHOLE, sides=(replace(WHOLE_SIDE, zones=(zone,)),), figures=(STEVE,)))
    table.do(i.OpenSide(0), i.Mend(Step.MARK), i.MoveMark(0, (210, 75)), i.Onward())
    assert table.step() is Step.ITEM
    assert table.draft.sides[0].zones == (zone,)
