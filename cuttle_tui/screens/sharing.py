"""Tell how a recorded game is shared, and write a copy of it where that may be done."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from textual.events import Paste

from cuttle_tui.archive.export import NotWritten, file_name, write_copy
from cuttle_tui.screens.replaying import ReplayTable
from cuttle_tui.wording.replay import sharing

_LONGEST_NAME: Final = 400
"""Characters of a file's name."""


class SharedReplay(ReplayTable):
    """A recorded game that can be handed on."""

    def _ask_to_share(self) -> None:
        """Tell how others see this game; at home it may be copied, on a server never."""
        archive, source = (
            self.cuttle.lobby.archive,
            replace(self.reel.source, door=self.cuttle.door),
        )
        if archive is not None and not source.file and not source.game:
            source = replace(source, file=archive.where(self._replay.record))
        self.reel = replace(self.reel, source=source, may_copy=archive is not None)
        self._ask("share")

    def _ask_for_name(self) -> None:
        self._ask("copy", file_name(self._replay.record))

    def _press_letter(self, key: str) -> None:
        self._type(" " if key == "space" else key)

    def _correct(self, key: str) -> None:
        self._ask("copy", self.reel.typed[:-1] if key == "backspace" else "")

    def _write_copy(self) -> None:
        if self.reel.typed:
            self._copy(self.reel.typed)

    def _type(self, text: str) -> None:
        text = "".join(sign for sign in text if sign.isprintable())
        self._ask("copy", (self.reel.typed + text)[:_LONGEST_NAME])

    def _copy(self, name: str) -> None:
        try:
            path = write_copy(self._replay.record, name)
        except NotWritten as error:
            self._tell(sharing.not_written_line(error))
            return
        self._ask("")
        self._tell(sharing.written_line(path))

    def on_paste(self, event: Paste) -> None:
        """Take a pasted file name."""
        event.stop()
        if self.reel.asked == "copy":
            self._type(event.text)
