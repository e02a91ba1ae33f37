"""A race table being taught at the screen: pictures taken, the draft written down, the table learned.

Three threads, so that nothing waits: one takes pictures, one reads and writes, one learns.
"""

import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from companion.assembly import race_draft, race_learning
from companion.assembly.race_learning import in_plain_words
from companion.assembly.watching import watch
from companion.files import write_whole
from companion.trouble import UserError
from companion.ui.facts import Frame
from companion.ui.race_table import facts
from companion.ui.race_table.draft import EMPTY, Draft, pictures_of
from companion.ui.race_table.straight import straightened
from companion.ui.slots import Sources

if TYPE_CHECKING:
    from vision.taught import Pixels, TaughtRace

FIRST_CAMERA = "0"
QUALITY = 95
"""Of a picture's JPEG: art is learned from it once, and looked for ever after."""


class _Enough(Exception):  # noqa: N818 - nothing is wrong: somebody went on
    """Nobody waits any more for what is being learned."""


class RaceTeacher:
    """Works from `start` to `close`; what becomes known goes into the slots of `sources`.

    `tables` is the folder in which taught tables lie, and the draft beside them.
    """

    def __init__(self, source: str, tables: Path, sources: Sources) -> None:
        self.source = source or FIRST_CAMERA
        self.kept: Path | None = None
        """The folder of the table kept last."""
        self._tables, self._folder = tables, tables / race_draft.FOLDER
        self._sources = sources
        self._closed = threading.Event()
        self._lock = threading.Lock()
        self._read = False
        """Whether the draft was read: before that nothing is said, or an empty one would be taken for it."""
        self._seen = facts.RaceTeaching(EMPTY)
        self._view: facts.View = facts.NoView()
        self._wanted: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._wishes: queue.SimpleQueue[facts.RaceWish] = queue.SimpleQueue()
        self._taught: tuple[Draft, TaughtRace] | None = None
        self._lesson = 0
        self._camera = threading.Thread(
            target=watch,
            args=(self.source, self._closed, self._saw, self._lost),
            name="race camera",
            daemon=True,
        )
        self._clerk = threading.Thread(target=self._work, name="race teacher", daemon=True)

    def start(self) -> None:
        self._camera.start()
        self._clerk.start()

    def ask(self, wish: facts.RaceWish) -> None:
        """Never waits. `Begin` and `Use` are whose who owns this."""
        self._wishes.put(wish)

    def close(self) -> None:
        """Nothing is put into the slots any more once this has returned, and the draft is on the disk."""
        with self._lock:
            self._closed.set()
        self._wishes.put(facts.Stop())
        if self._clerk.ident is not None:
            self._clerk.join()
        self._sources.live.take()
        self._sources.lessons.take()
        self._sources.shown.take()

    # ---- facts

    def _say(self, change: Callable[[facts.RaceTeaching], facts.RaceTeaching]) -> None:
        with self._lock:
            self._seen = change(self._seen)
            if self._read and not self._closed.is_set():
                self._sources.lessons.put(self._seen)

    def _fail(self, why: str) -> None:
        self._say(lambda seen: replace(seen, failed=why))

    # ---- the camera's thread

    def _saw(self, pixels: "Pixels") -> None:
        if not self._seen.seeing:
            self._say(lambda seen: replace(seen, seeing=True, trouble=""))
        # What is wished for while this picture is shown gets the next one.
        for _ in range(self._wanted.qsize()):
            self._keep_picture(self._wanted.get(), pixels)
        if isinstance(self._view, facts.Live) and not self._closed.is_set():
            self._sources.live.put(_rgba(pixels))

    def _lost(self, why: str) -> None:
        self._say(lambda seen: replace(seen, seeing=False, trouble=why))

    def _keep_picture(self, number: int, pixels: "Pixels") -> None:
        import cv2

        _, jpeg = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        try:
            write_whole(race_draft.picture_path(self._folder, number), jpeg.tobytes())
        except OSError as error:
            self._fail(f"{self._folder}: the picture cannot be kept: {error.strerror}")
            return
        picture = facts.Picture(number, pixels.shape[1], pixels.shape[0])
        self._say(lambda seen: replace(seen, pictures=(*seen.pictures, picture), failed=""))

    # ---- the clerk's thread

    def _work(self) -> None:
        self._read_draft()
        while not self._closed.is_set() or not self._wishes.empty():
            wishes = [self._wishes.get()]
            while not self._wishes.empty():
                wishes.append(self._wishes.get())
            # Of the many places that a finger drags a corner over the newest is enough.
            drafts = [at for at, wish in enumerate(wishes) if isinstance(wish, facts.Remember)]
            for at, wish in enumerate(wishes):
                if at not in drafts[:-1]:
                    self._fulfil(wish)

    def _fulfil(self, wish: facts.RaceWish) -> None:
        match wish:
            case facts.Remember(draft):
                self._write_draft(draft)
            case facts.Take(number):
                self._fail("")
                self._wanted.put(number)
            case facts.Show(view):
                self._show(view)
            case facts.Learn(draft):
                self._learn(draft)
            case facts.Keep():
                self._keep()
            case facts.Anew():
                self._begin_anew()
            case facts.Stop():
                self._lesson += 1
            case facts.Begin() | facts.Use():
                pass  # of whoever owns this
            case _:
                assert_never(wish)

    def _read_draft(self) -> None:
        pictures: tuple[facts.Picture, ...] = ()
        failed = ""
        try:
            draft = race_draft.load(self._folder)
            race_draft.tidy(self._folder, draft)
            pictures = tuple(self._sizes(draft))
        except UserError as error:
            draft, failed = EMPTY, f"{error}; it lies in {race_draft.set_aside(self._folder).name} now"
        with self._lock:
            self._read = True
        self._say(lambda seen: replace(seen, draft=draft, pictures=pictures, failed=failed))

    def _sizes(self, draft: Draft) -> Iterator[facts.Picture]:
        for number in sorted(pictures_of(draft)):
            pixels = self._pixels(number)
            yield facts.Picture(number, pixels.shape[1], pixels.shape[0])

    def _pixels(self, number: int) -> "Pixels":
        """A picture that was taken. Raises `UserError`."""
        from vision.taught_files import TaughtError, read_picture

        try:
            return read_picture(race_draft.picture_path(self._folder, number))
        except TaughtError as error:
            raise UserError(str(error)) from error

    def _write_draft(self, draft: Draft) -> None:
        try:
            race_draft.save(self._folder, draft)
        except OSError as error:
            self._fail(f"{self._folder}: the draft cannot be kept: {error.strerror}")
            return
        if self._seen.failed:
            self._fail("")

    def _begin_anew(self) -> None:
        self._lesson += 1
        try:
            race_draft.clear(self._folder)
        except OSError as error:
            self._fail(f"{self._folder}: the draft cannot be taken away: {error.strerror}")
            return
        self._say(lambda seen: replace(seen, pictures=(), failed="", work=None))

    def _show(self, view: facts.View) -> None:
        self._view = view
        if isinstance(view, facts.Live | facts.NoView):
            return
        try:
            frame = self._frame(view)
        except UserError as error:
            self._fail(str(error))
            return
        if frame is not None and not self._closed.is_set():
            self._sources.shown.put(facts.Shown(view, frame))

    def _frame(self, view: facts.Still | facts.Flat) -> Frame | None:
        import cv2
        import numpy as np

        pixels = self._pixels(view.picture)
        if isinstance(view, facts.Still):
            return _rgba(pixels)
        straight = straightened(view.corners, view.size_mm)
        if straight is None:
            return None
        wide, high = straight.width, straight.height
        box = [[-0.5, -0.5], [wide - 0.5, -0.5], [wide - 0.5, high - 0.5], [-0.5, high - 0.5]]
        there = cv2.getPerspectiveTransform(np.array(view.corners, np.float32), np.array(box, np.float32))
        flat = cv2.warpPerspective(pixels, there, (wide, high), flags=cv2.INTER_CUBIC)
        return _rgba(np.asarray(flat, dtype=np.uint8))

    def _keep(self) -> None:
        from vision.taught import TaughtError, save

        if self._taught is None:
            return
        draft, taught = self._taught
        folder = race_learning.free_folder(self._tables)
        try:
            save(taught, folder, replace=False)
        except TaughtError as error:
            why = str(error)
            self._say(lambda seen: replace(seen, work=facts.Refused(draft, why)))
            return
        self.kept = folder
        self._say(lambda seen: replace(seen, work=facts.Kept(draft)))

    # ---- the learner's thread

    def _learn(self, draft: Draft) -> None:
        self._lesson += 1
        self._taught = None
        lesson = self._lesson
        self._say(lambda seen: replace(seen, work=facts.Learning(draft, "", 0, race_learning.steps(draft))))
        threading.Thread(target=self._try_out, args=(draft, lesson), name="race learner", daemon=True).start()

    def _try_out(self, draft: Draft, lesson: int) -> None:
        from vision.taught import TaughtError

        done, many = -1, race_learning.steps(draft)

        def say(doing: str) -> None:
            nonlocal done
            if lesson != self._lesson:
                raise _Enough
            done = min(done + 1, many - 1)
            at = done
            self._say(lambda seen: replace(seen, work=facts.Learning(draft, doing, at, many)))

        work: facts.Work
        try:
            taught, trial = race_learning.learn(draft, self._folder, say)
            learned = tuple(in_plain_words(line) for line in trial.learned)
            work = facts.Learned(draft, learned, tuple(in_plain_words(line) for line in trial.doubtful))
        except _Enough:
            return
        except TaughtError as error:
            taught, work = None, facts.Refused(draft, in_plain_words(str(error)))
        if lesson == self._lesson:
            if taught is not None:
                self._taught = (draft, taught)
            self._say(lambda seen: replace(seen, work=work))


def _rgba(pixels: "Pixels") -> Frame:
    import cv2

    return Frame(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGBA).tobytes(), pixels.shape[1], pixels.shape[0])
