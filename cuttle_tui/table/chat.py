"""Update the chat at a table: phrases, free text, and people to mute, block or report. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal
from unicodedata import east_asian_width

from cuttle_tui.i18n.translation import C_, SILENCE, Message, Sentence
from cuttle_tui.kit.keymap import Erase, Intent, TypeText, edited
from cuttle_tui.table.intents import Act, ChooseEntry

PHRASES: Final[dict[str, Message]] = {
    "hello": C_("said to others", "hello"),
    "good-luck": C_("said to others", "good luck"),
    "well-played": C_("said to others", "well played"),
    "thanks": C_("said to others", "thanks"),
    "oops": C_("said to others", "oops"),
    "one-moment": C_("said to others", "one moment"),
    "back-now": C_("said to others", "I am back"),
    "your-turn": C_("said to others", "it is your turn"),
    "nice-counter": C_("said to others", "nice counter"),
    "good-game": C_("said to others", "good game"),
    "another": C_("said to others", "another one?"),
    "bye": C_("said to others", "goodbye"),
}
"""The name of each phrase, sent over the network, and its translatable text."""
REASONS: Final = ("rude", "spam", "stalling", "cheating", "name")
"""Reasons for a report, by the names the server knows."""
LONGEST: Final = 120
"""Columns of a line, as servers take it."""
_MOST: Final = 1000
"""Characters that are kept while a line is typed, so that it can be shortened."""

TalkStep = Literal["say", "write", "cut", "people", "person", "report"]


@dataclass(frozen=True, slots=True)
class ChatState:
    """The step of the chat, with what has been typed or chosen."""

    step: TalkStep = "say"
    text: str = ""
    """The text typed so far."""
    who: str = ""
    """The chosen person."""
    whole: bool = False
    """Whether all of the seal is shown, not only its start."""


@dataclass(frozen=True, slots=True)
class ChatCommand(Intent):
    """A line to send, or something to do about a person."""

    kind: Literal["phrase", "write", "unsaid", "cut", "mute", "block", "report"]
    who: str = ""
    text: str = ""
    """The name of a phrase, free text, or the name of a reason: ``long`` or ``strangers`` for what
    was not said."""


@dataclass(frozen=True, slots=True)
class ChatContext:
    """The people to talk to, and what the chat allows."""

    people: tuple[str, ...] = ()
    free_text: bool = False
    """Whether the player writes and reads free text."""
    known: bool = False
    """Whether a lobby can block and report people."""
    watching: bool = False
    """Whether only watchers read the player's lines."""
    cuts: bool = False
    """Whether the next deck can be cut now."""
    by_code: bool = False
    """Whether the players met by a code."""
    seal: Sentence = SILENCE
    """What is fixed of the next deal, for a player who cuts it."""
    seal_start: str = ""
    """The first digits of the seal."""


Chosen = tuple[ChatState | None, ChatCommand | None]


_ABOUT: Final = (Act.MUTE, Act.BLOCK, Act.REPORT)
_ACTS: Final = (
    *(Act.BACK, Act.CONFIRM, Act.WRITE, Act.LIST_PHRASES, Act.CUT_DECK, Act.LIST_PEOPLE),
    Act.SHOW_SEAL,
    *_ABOUT,
)


def takes(intent: Intent) -> bool:
    """Return whether an intent belongs to the chat."""
    return isinstance(intent, TypeText | Erase | ChooseEntry) or intent in _ACTS


def opened(context: ChatContext) -> ChatState:
    """Return the chat as it opens: what is typed is said, where free text may be said."""
    return ChatState("write" if context.free_text else "say")


def choose(chat: ChatState, intent: Intent, context: ChatContext) -> Chosen:
    """Return the chat after an intent (None when it is closed), and the resulting command."""
    if isinstance(intent, TypeText | Erase):
        step: TalkStep = "write" if chat.step == "say" else chat.step
        return replace(chat, step=step, text=edited(chat.text, intent, _MOST)), None
    if intent == Act.BACK:
        return _above(chat, context), None
    if intent in _ABOUT:
        if intent == Act.REPORT:
            return replace(chat, step="report"), None
        return ChatState(), ChatCommand("mute" if intent == Act.MUTE else "block", chat.who)
    if isinstance(intent, ChooseEntry):
        return _CHOICES[chat.step](chat, intent.place, context)
    if intent == Act.CONFIRM:
        return _confirm(chat, context)
    return _STEPS[intent](chat) if intent in _STEPS else chat, None


def _confirm(chat: ChatState, context: ChatContext) -> Chosen:
    """Say or cut with what was typed; what cannot be said stays to be changed."""
    text = _joined(chat.text)
    if not text:
        return None, None
    if chat.step == "cut":
        return None, ChatCommand("cut", text=text)
    if not context.free_text:
        name = phrase_of(text)
        if name is None:
            return chat, ChatCommand("unsaid", text="strangers")
        return None, ChatCommand("phrase", text=name)
    if room_left(chat) < 0:
        return chat, ChatCommand("unsaid", text="long")
    return None, ChatCommand("write", text=text)


def phrase_of(text: str) -> str | None:
    """Return the name of a phrase that was typed: by name, in the reader's language, in English."""
    typed = text.lower()
    for name, told in PHRASES.items():
        if typed in (name, str(told).lower(), told.text.lower()):
            return name
    return None


def room_left(chat: ChatState) -> int:
    """Return how many more characters may be said; below 0 what was typed is too long."""
    wide = (east_asian_width(letter) in "WF" for letter in _joined(chat.text))
    return LONGEST - sum(1 + far for far in wide)


def _joined(text: str) -> str:
    return " ".join(text.split())


def _above(chat: ChatState, context: ChatContext) -> ChatState | None:
    """Return the chat one step back; None if that closes it."""
    if chat.step == opened(context).step:
        return None
    return _UP[chat.step]


_UP: Final[dict[TalkStep, ChatState]] = {
    "say": ChatState("write"),
    "write": ChatState(),
    "cut": ChatState(),
    "people": ChatState(),
    "person": ChatState("people"),
    "report": ChatState("people"),
}
_STEPS: Final[dict[Intent, Callable[[ChatState], ChatState]]] = {
    Act.WRITE: lambda chat: replace(chat, step="write"),
    Act.LIST_PHRASES: lambda chat: replace(chat, step="say"),
    Act.CUT_DECK: lambda chat: ChatState("cut"),
    Act.LIST_PEOPLE: lambda chat: ChatState("people"),
    Act.SHOW_SEAL: lambda chat: replace(chat, whole=not chat.whole),
}


def steps_back(chat: ChatState, context: ChatContext) -> int:
    """Count how often esc must be pressed to close the chat."""
    above = _above(chat, context)
    return 1 if above is None else 1 + steps_back(above, context)


def _stay(chat: ChatState, place: int, context: ChatContext) -> Chosen:
    return chat, None


_CHOICES: Final[dict[TalkStep, Callable[[ChatState, int, ChatContext], Chosen]]] = {
    "say": lambda chat, place, context: (None, ChatCommand("phrase", text=tuple(PHRASES)[place])),
    "write": _stay,
    "cut": _stay,
    "people": lambda chat, place, context: (ChatState("person", who=context.people[place]), None),
    "person": _stay,
    "report": lambda chat, place, _: (ChatState(), ChatCommand("report", chat.who, REASONS[place])),
}
