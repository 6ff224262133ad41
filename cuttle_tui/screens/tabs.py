"""Declare once how screens with several lists turn from one to the next."""

from __future__ import annotations

from typing import Any, Final, Protocol

from cuttle_tui.i18n.translation import N_
from cuttle_tui.keymap.commands import Command, by


class Tabbed(Protocol):
    """A screen with several lists."""

    def turn_to(self, step: int) -> None:
        """Switch to the list so many places to the right, starting over after the last."""


def _turn(screen: Tabbed, step: int) -> None:
    screen.turn_to(step)


OTHER_LISTS: Final[tuple[Command[Any], ...]] = (
    Command(
        by(dict.fromkeys(("tab", "right"), 1), _turn),
        N_("the list to the right"),
        N_("other lists"),
    ),
    Command(by(dict.fromkeys(("left", "shift+tab"), -1), _turn), N_("the list to the left")),
)
