"""A photo finish. Its looks are in photo.kv, its words in photo_model.py."""

from pathlib import Path
from typing import Any

from kivy.core.image import Image as CoreImage
from kivy.lang import Builder

from companion.ui.all_wound_up.widgets import race_view
from companion.ui.screens.screen import Screen
from companion.ui.widgets import bars

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

__all__ = ["PhotoScreen", "bars", "race_view"]


class PhotoScreen(Screen):
    """The picture is read from its file when the model names another one."""

    def __init__(self, **kwargs: Any) -> None:
        self._file = ""
        super().__init__(**kwargs)
        self.fbind("model", self._read)
        self._read()

    def _read(self, *_: Any) -> None:
        view = self.ids.picture
        if self.model.file == self._file:
            view.drawn = self.model.drawn
            return
        self._file = self.model.file
        try:
            texture = CoreImage(self._file, nocache=True).texture if self._file else None
        except Exception:
            texture = None
        view.put(texture)
        view.drawn = self.model.drawn
        self.ids.gone.opacity = 1 if texture is None else 0
