"""Ask the player one thing after another in the bar, as a coroutine reads from top to bottom."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Generator
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from cuttle_tui.i18n.translation import SILENCE, Sentence
from cuttle_tui.kit.keymap import Edit, Intent, Section, edited, of, on, with_value
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.text_types import Prompt
from cuttle_tui.ports import LobbyError

A = TypeVar("A")


@dataclass(frozen=True)
class Question(Generic[A]):
    """A question in the bar, which a dialogue awaits: ``answer = await Question(...)``."""

    section: Section[Any]
    """The keys that answer it; `Asker.reply` takes the answer."""
    prompt: Callable[[str], Prompt]
    """Makes the prompt from what was typed so far."""
    longest: int = 0
    """The most characters that can be typed."""
    typed: str = ""
    why: Sentence = SILENCE
    """Why the last answer would not do."""

    def __await__(self) -> Generator[Question[A], A, A]:
        return (yield self)

    @property
    def shown(self) -> Prompt:
        """The prompt as it is now."""
        prompt = self.prompt(self.typed)
        return replace(prompt, why=self.why or prompt.why)


@dataclass(frozen=True, slots=True)
class Request(Generic[A]):
    """A request to the lobby, which a dialogue awaits; it may raise `LobbyError`."""

    work: Awaitable[A]
    closes: bool = False
    """Whether the question in the bar is closed meanwhile."""

    def __await__(self) -> Generator[Request[A], A, A]:
        return (yield self)


Dialogue = Coroutine[Question[Any] | Request[Any], Any, None]
"""Asks the player and the lobby, one after the other."""


class Asker:
    """The question in the bar of a screen, and the dialogue that goes on with its answer."""

    def __init__(self, screen: ZoneScreen, changed: Callable[[], None]) -> None:
        """Ask nothing yet; call `changed` when there is something else to show."""
        self._screen, self._changed = screen, changed
        self.asked: Question[Any] | None = None
        """The question in the bar, while one is asked."""
        self._dialogue: Dialogue | None = None
        """What goes on with its answer; nothing while the lobby is asked about that."""

    def begin(self, dialogue: Dialogue) -> None:
        """Run a dialogue, up to its first question."""
        self._go_on(dialogue, lambda: dialogue.send(None))

    def reply(self, answer: object) -> None:
        """Go on with an answer to the question in the bar."""
        if self.asked is not None and (dialogue := self._dialogue) is not None:
            self._go_on(dialogue, lambda: dialogue.send(answer))

    def reply_typed(self) -> None:
        """Go on with what was typed as the answer."""
        if self.asked is not None:
            self.reply(self.asked.typed)

    def edit(self, edit: Edit) -> None:
        """Change what is typed as the answer."""
        if self.asked is not None:
            typed = edited(self.asked.typed, edit, self.asked.longest)
            self.change(typed=typed, why=SILENCE)

    def change(self, **changes: Any) -> None:
        """Change the question in the bar, or what has been typed there."""
        if self.asked is not None:
            self.asked = replace(self.asked, **changes)
            self._changed()

    def _go_on(self, dialogue: Dialogue, step: Callable[[], Question[Any] | Request[Any]]) -> None:
        """Take a dialogue up to its next question, or its next request to the lobby.

        It runs within the handling of a key, so the next key finds what this one has changed. The
        question stays open until the lobby has answered.
        """
        asked, self.asked, self._dialogue = self.asked, None, None
        try:
            awaited = step()
        except StopIteration:
            return
        except LobbyError as error:
            self._screen.tell_refusal(error)
            return
        if isinstance(awaited, Question):
            self.asked, self._dialogue = awaited, dialogue
            self._changed()
        else:
            self.asked = None if awaited.closes else asked
            self._screen.ask_lobby(
                awaited.work,
                lambda result: self._go_on(dialogue, lambda: dialogue.send(result)),
                lambda error: self._go_on(dialogue, lambda: dialogue.throw(error)),
            )


REPLY: Final = of("asker", Asker.reply)
REPLY_TYPED: Final = of("asker", Asker.reply_typed)
EDIT_REPLY: Final = of("asker", Asker.edit)


def replies(keys: str, answer: object) -> dict[str, Intent]:
    """Bind keys, separated by spaces, to an answer to the question in the bar."""
    return on(keys, with_value(REPLY, answer))
