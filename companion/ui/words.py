"""Every visible sentence, by key, through gettext from the first day.

`say("key", name="Ana")` is a whole sentence in the language in use. A pair of sentences is singular and
plural, chosen by `n`. The words of each game stand in a module of its own and are found here.
"""

import gettext
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

LOCALES = Path(__file__).parent / "locale"
DOMAIN = "tableside"
PSEUDO = "pseudo"
"""Not a language: English, but 40 % longer and accented, to see what gets cut off or was never translated."""

Said: TypeAlias = str | tuple[str, str]


def N_(sentence: str) -> str:  # noqa: N802 - the name that xgettext looks for
    """Mark `sentence` for translation without translating it yet."""
    return sentence


class _Pseudo(gettext.NullTranslations):
    """Longer, accented, and with every {placeholder} whole."""

    _accents = str.maketrans("aeiouncyAEIOUNCY", "àéîõüñçýÀÉÎÕÜÑÇÝ")

    def gettext(self, message: str) -> str:
        parts = message.split("{")
        out = [self._stretch(parts[0])]
        for part in parts[1:]:
            name, _, rest = part.partition("}")
            out.append("{" + name + "}" + self._stretch(rest))
        return "".join(out)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def _stretch(self, text: str) -> str:
        return " ".join(self._longer(word) for word in text.split(" "))

    def _longer(self, word: str) -> str:
        letters = sum(c.isalpha() for c in word)
        if letters < 2:
            return word
        last = max(i for i, c in enumerate(word) if c.isalpha())
        # Up for odd lengths, so that the whole is 40 % longer and not only the long words.
        extra = word[last] * max(1, round(letters * 0.4))
        return (word[: last + 1] + extra + word[last + 1 :]).translate(self._accents)


_translations: gettext.NullTranslations = gettext.NullTranslations()


def use(language: str) -> None:
    """Say everything in `language` from now on; in English where there is no translation."""
    global _translations  # noqa: PLW0603 - one screen speaks one language
    if language == PSEUDO:
        _translations = _Pseudo()
    else:
        _translations = gettext.translation(DOMAIN, LOCALES, [language], fallback=True)


def say(key: str, *, n: int | None = None, **values: object) -> str:
    """The sentence of `key` with `values` filled in. KeyError for a key that has no words."""
    sentence = _find(key)
    if isinstance(sentence, tuple):
        if n is None:
            raise KeyError(f"{key} has a plural and needs n")
        return _translations.ngettext(*sentence, n).format(n=n, **values)
    return _translations.gettext(sentence).format(n=n, **values)


def has_words(key: str) -> bool:
    try:
        _find(key)
    except KeyError:
        return False
    return True


def _find(key: str) -> Said:
    game = key.partition(".")[0]
    return SAID[key] if key in SAID else _of_game(game)[key]


def _of_game(game: str) -> Mapping[str, Said]:
    match game:
        case "all_4_it":
            from companion.ui import words_all_4_it  # noqa: PLC0415 - the first frame needs no game's words

            return words_all_4_it.SAID
        case "all_wound_up":
            from companion.ui import words_all_wound_up  # noqa: PLC0415 - as above

            return words_all_wound_up.SAID
        case "race_table":
            from companion.ui import words_race_table  # noqa: PLC0415 - as above

            return words_race_table.SAID
        case "wig_out":
            from companion.ui import words_wig_out  # noqa: PLC0415 - as above

            return words_wig_out.SAID
        case _:
            return {}


def seconds_ago(seconds: float) -> str:
    """How long since something was saved, roughly."""
    if seconds < 60:
        return say("ago.seconds", n=max(0, round(seconds)))
    if seconds < 3600:
        return say("ago.minutes", n=round(seconds / 60))
    if seconds < 86400:
        return say("ago.hours", n=round(seconds / 3600))
    return say("ago.days", n=round(seconds / 86400))


def both(names: tuple[str, ...]) -> str:
    """Names in a row, the last two joined by "and"."""
    if len(names) < 2:
        return "".join(names)
    return say("names.and", first=", ".join(names[:-1]), last=names[-1])


SAID: dict[str, Any] = {
    "app": N_("Tableside"),
    "names.and": N_("{first} and {last}"),
    "ago.seconds": (N_("saved {n} second ago"), N_("saved {n} seconds ago")),
    "ago.minutes": (N_("saved {n} minute ago"), N_("saved {n} minutes ago")),
    "ago.hours": (N_("saved {n} hour ago"), N_("saved {n} hours ago")),
    "ago.days": (N_("saved {n} day ago"), N_("saved {n} days ago")),
    "game.all_4_it": N_("All 4 It"),
    "game.all_wound_up": N_("All Wound Up"),
    "game.wig_out": N_("Wig Out!"),
    # home
    "home.resume": N_("RESUME"),
    "home.go": N_("Go"),
    "home.round": N_("{game} · round {round}"),
    "home.round_to_play": N_("{game} · round {round}, {name} to play"),
    "home.score": N_("{name} {points}"),
    "home.new": N_("New game"),
    "home.new_people": N_("nobody yet"),
    "home.at_table": (N_("{n} at the table"), N_("{n} at the table")),
    "home.kept": N_("kept: round {round}"),
    "home.demo": N_("Watch {game}"),
    "home.teach": N_("Set up table"),
    # where pictures come from
    "source.demo": N_("Demo clip, no camera"),
    "source.none": N_("No camera: play by hand"),
    "source.camera": N_("With the camera"),
    # players
    "players.title": N_("Who plays?"),
    "players.other": N_("Somebody new"),
    "players.more": N_("More names"),
    "players.start": N_("Start"),
    "players.go_on": N_("Go on: round {round}"),
    "players.need": N_("Choose two players"),
    "players.need_some": N_("Choose {fewest} to {most} players"),
    "players.full": N_("Two play: tap one to leave"),
    "players.all_seats": (N_("{n} seat: tap one to leave"), N_("{n} seats: tap one to leave")),
    "players.swap": N_("Swap seats"),
    "role.oldest": N_("oldest"),
    "role.is_oldest": N_("Is oldest"),
    "role.dealer": N_("deals first"),
    "role.is_dealer": N_("Deals first"),
    "players.empty": N_("empty"),
    "players.guest": N_("Player {letter}"),
    "players.options": N_("More choices"),
    "players.how": N_("How do you play?"),
    "players.cards_all": N_("Cards for {name}: all"),
    "players.cards_fewer": (N_("Cards for {name}: {n} fewer"), N_("Cards for {name}: {n} fewer")),
    "players.further": N_("More choices"),
    "players.people": N_("Back to players"),
    "back": N_("Back"),
    # a new name
    "name.title": N_("What is your name?"),
    "name.done": N_("Done"),
    "name.delete": N_("Delete"),
    "name.space": N_("space"),
    "name.taken": N_("That name is there already"),
    "name.full": N_("{n} letters at most"),
    "name.accents": N_("ÄÉ 12"),
    "name.letters": N_("ABC"),
    # teaching a grid
    "teach.title": N_("Set up table"),
    "teach.bare": N_("Clear the grid first"),
    "teach.found": N_("Grid found. Right?"),
    "teach.drag": N_("Drag corners onto the grid"),
    "teach.keep": N_("Right, use it"),
    "teach.by_hand": N_("Play without camera"),
    "teach.no_picture": N_("Waiting for a picture"),
    "check.in_view": N_("In view"),
    "check.light": N_("Light"),
    "check.sharp": N_("Sharp"),
    "check.speed": N_("Speed"),
    "check.waiting": N_("looking"),
    "check.in_view.good": N_("{n} of 4 corners"),
    "check.in_view.doubtful": N_("{n} of 4 corners"),
    "check.in_view.bad": N_("{n} of 4 corners"),
    "check.light.good": N_("even"),
    "check.light.doubtful": N_("uneven"),
    "check.light.bad": N_("too dark or glaring"),
    "check.sharp.good": N_("sharp"),
    "check.sharp.doubtful": N_("hold still"),
    "check.sharp.bad": N_("blurred: focus it"),
    "check.speed.good": N_("{n} a second"),
    "check.speed.doubtful": N_("slow: {n} a second"),
    "check.speed.bad": N_("too slow: {n} a second"),
    # the top bar
    "top.menu": N_("Menu"),
    "top.back": N_("Back"),
    "top.undo": N_("Undo: {what}"),
    "top.undo.change": N_("the change"),
    "top.undo.correction": N_("correction"),
    "eye.none": N_("By hand"),
    "eye.starting": N_("Starting"),
    "eye.seeing": N_("Camera"),
    "eye.blind": N_("No picture"),
    "eye.lost": N_("No camera"),
    # the same reasons as below, as short as the corner of the screen wants them
    "dot.ended": N_("Clip is over"),
    "dot.no_picture": N_("No picture"),
    "dot.frozen": N_("Picture frozen"),
    "dot.camera_moved": N_("Camera moved"),
    "dot.grid_lost": N_("Grid not found"),
    "dot.too_dark": N_("Too dark"),
    "dot.too_bright": N_("Too bright"),
    "dot.unplugged": N_("Unplugged"),
    # why the eye is blind: the keys of vision.observation.WHY
    "why.": N_("The camera sees nothing"),
    "why.ended": N_("The clip is over"),
    "why.table_unreadable": N_("The taught table cannot be read"),
    "why.no_picture": N_("No picture from the camera"),
    "why.frozen": N_("The camera's picture stands still"),
    "why.camera_moved": N_("Camera or mat moved"),
    "why.grid_lost": N_("The grid cannot be found"),
    "why.tiles_lost": N_("No taught tile can be found"),
    "why.tiles_hidden": N_("Part of the board is hidden"),
    "why.tiles_doubtful": N_("Not sure which tiles lie there"),
    "why.too_dark": N_("Too dark to see colours"),
    "why.too_bright": N_("Too bright to see colours"),
    "why.resolution_changed": N_("The picture's size has changed"),
    "why.unplugged": N_("The camera was unplugged"),
    # the strip
    "strip.right": N_("Right"),
    "strip.fix": N_("Fix"),
    "strip.blind": N_("{why}. {ask}"),
    "strip.hands": N_("Hands off the board, please"),
    "strip.which": N_("Which was it?"),
    "strip.underway": (N_("{n} cell changed so far"), N_("{n} cells changed so far")),
    "strip.retracted": N_("Put these back, or play again"),
    "strip.play_again": N_("Play again"),
    "strip.adrift": (N_("{n} cell does not fit"), N_("{n} cells do not fit")),
    "strip.paused": N_("Paused"),
    "strip.continue": N_("Continue"),
    # refusals of the table, by the keys of companion.table.refusals
    "table.refused": N_("That cannot be done now"),
    "table.nothing_to_keep": N_("There is nothing to keep"),
    "table.nothing_entered": N_("Nothing was entered"),
    "table.nothing_to_take_back": N_("There is nothing to take back"),
    "table.no_such_record": N_("That record does not exist"),
    "table.needs_consent": N_("All must agree to this"),
    "table.not_amendable": N_("Only going back mends this"),
    "table.would_drop": N_("Later records would no longer fit"),
    "table.not_retracted": N_("Nothing waits to be put back"),
    "table.not_seen": N_("The board is not seen now"),
    "table.hands_in": N_("Hands off the board, please"),
    "table.board_agrees": N_("Board and record agree"),
    "table.nothing_to_flip": N_("There is nothing to flip"),
    "table.no_such_happening": N_("That needs no answer any more"),
    "table.answer_first": N_("Answer what waits first"),
    "table.nobody_walks": N_("No figure is walking"),
    "table.nothing_to_finish": N_("There is nothing to finish"),
    "table.paused": N_("The game is paused"),
    "table.no_such_seat": N_("Nobody sits there"),
    "table.other_peeks": N_("Somebody else is looking"),
    "table.not_saved": N_("Not saved: is the disk full?"),
    # fixing, comparing
    "fix.title": N_("What was it really?"),
    "fix.seen": N_("Camera saw this"),
    "fix.by_hand": N_("By hand"),
    "fix.was_right": N_("It was right"),
    "compare.title": N_("Board and record differ"),
    "compare.board": N_("Board is right"),
    "compare.record": N_("Record is right"),
    "compare.move": N_("It was {name}'s move"),
    "compare.line": N_("{cell}: record {recorded}, board {seen}"),
    "compare.more": (N_("and {n} more cell"), N_("and {n} more cells")),
    # timeline
    "timeline.title": N_("What happened"),
    "timeline.earlier": N_("Earlier"),
    "timeline.newest": N_("To the newest"),
    "timeline.back_to": N_("Go back to here"),
    "timeline.change": N_("Change this"),
    "timeline.choose": N_("Tap what was wrong"),
    "timeline.takes": (N_("Takes {n} record back"), N_("Takes {n} records back")),
    "timeline.nothing_after": N_("Nothing happened after this"),
    "timeline.taken_back": (N_("{n} record taken back"), N_("{n} records taken back")),
    "timeline.amended": N_("Record {n} changed"),
    "timeline.left_out": N_("Record {n} was not so"),
    "timeline.corrected": N_("The board was right"),
    "timeline.gone": N_("taken back"),
    "timeline.by_camera": N_("camera"),
    "timeline.row": N_("{n}"),
    "amend.title": N_("What was it really?"),
    "amend.pick": (N_("Tap {n} more cell"), N_("Tap {n} more cells")),
    "amend.change": N_("Change it"),
    "amend.drop": (N_("{n} later record no longer fits"), N_("{n} later records no longer fit")),
    "amend.drop_them": N_("Drop them"),
    "amend.cancel": N_("Cancel"),
    "amend.impossible": N_("Only going back mends this"),
    "consent.title": N_("All must agree to this"),
    "consent.why": N_("Something secret was seen since"),
    "consent.takes": (N_("Takes back: {what}"), N_("Takes {n} back, from: {what}")),
    "consent.changes": N_("Changes: {what}"),
    "consent.agree": N_("{name} agrees"),
    "consent.agreed": N_("{name} has agreed"),
    # menu
    "menu.title": N_("Menu"),
    "menu.flip": N_("Flip the screen"),
    "menu.pause": N_("Pause"),
    "menu.continue": N_("Continue"),
    "menu.light": N_("Light colours"),
    "menu.dark": N_("Dark colours"),
    "menu.text": N_("Text size {size}"),
    "menu.small": N_("S"),
    "menu.medium": N_("M"),
    "menu.large": N_("L"),
    "menu.mute": N_("Sound off"),
    "menu.unmute": N_("Sound on"),
    "menu.timeline": N_("What happened"),
    "menu.leave": N_("Home (game is kept)"),
    "menu.end": N_("End game: hold"),
    # hold to see
    "peek.pass": N_("Pass the tablet to"),
    "peek.look_away": N_("{names}: look away"),
    "peek.hold": N_("Hold to see"),
    "peek.lift": N_("lift your thumb to hide"),
    "peek.stays": N_("stays open after a moment"),
    "peek.keep": N_("Keep holding"),
    "peek.to_stay": N_("soon it stays open"),
    "peek.only": N_("{name}: only you"),
    "peek.hides": N_("hides when you lift"),
    "peek.latched": N_("hides after 20 seconds"),
    "peek.hide": N_("{name}: hide"),
    "peek.done": N_("Done"),
    # winner
    "winner.one": N_("{name} wins"),
    "winner.shared": N_("Shared win"),
    "ended.leads": N_("{name} leads"),
    "ended.level": N_("Level"),
    "ended.fact": N_("{scores}: ended early"),
    "ended.early": N_("Ended early"),
    "winner.minutes": (N_("{n} minute"), N_("{n} minutes")),
    "winner.at_once": N_("under a minute"),
    "winner.again": N_("Again"),
    "winner.home": N_("To the start"),
}
