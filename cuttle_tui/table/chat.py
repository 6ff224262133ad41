"""Turn keys into talk: what to say, to write, whom not to hear. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from cuttle_tui.table.quick_chat import PHRASES

MENU_KEYS: Final = "1234567890ab"
REASONS: Final = ("rude", "spam", "stalling", "cheating", "name")
"""Why somebody may be reported, by the names the server is told."""
_LONGEST: Final = 100
_BACK: Final = ("escape", "q", "enter", "t")

Step = Literal["say", "write", "cut", "people", "person", "report"]


@dataclass(frozen=True, slots=True)
class ChatState:
    """Where one is in the talk: choosing a phrase, writing, or choosing a person."""

    step: Step = "say"
    text: str = ""
    """What was written so far."""
    who: str = ""
    """The person chosen."""


@dataclass(frozen=True, slots=True)
class ChatCommand:
    """What is to be done."""

    kind: Literal["phrase", "write", "cut", "mute", "block", "report"]
    who: str = ""
    text: str = ""
    """The name of a phrase, free text, or the name of a reason."""


@dataclass(frozen=True, slots=True)
class ChatContext:
    """Whom one talks with, and how."""

    people: tuple[str, ...] = ()
    free_text: bool = False
    """Whether the player writes and reads more than ready phrases."""
    known: bool = False
    """Whether there is a lobby that can block and report people."""
    watching: bool = False
    """Whether one talks with those who look on, and with nobody who plays."""
    cuts: bool = False
    """Whether the next deck can be cut now."""


Pressed = tuple[ChatState | None, ChatCommand | None]


def press(talking: ChatState, key: str, company: ChatContext) -> Pressed:
    """Answer a key: where one is then (None when the talk is closed), and what is to be done."""
    if talking.step in ("write", "cut"):
        return _write(talking, key)
    if key in _BACK:
        return _UP[talking.step], None
    place = MENU_KEYS.find(key) if len(key) == 1 else -1
    if talking.step == "say":
        return _say(talking, key, place, company)
    if talking.step == "people":
        named = 0 <= place < len(company.people)
        return (ChatState("person", who=company.people[place]) if named else talking), None
    if talking.step == "report":
        if 0 <= place < len(REASONS):
            return ChatState(), ChatCommand("report", talking.who, REASONS[place])
        return talking, None
    return _person(talking, key, company)


_UP: Final[dict[Step, ChatState | None]] = {
    "say": None,
    "write": ChatState(),
    "cut": ChatState(),
    "people": ChatState(),
    "person": ChatState("people"),
    "report": ChatState("people"),
}


def steps_back(talking: ChatState) -> int:
    """Count how often esc is pressed until the talk is closed."""
    above = _UP[talking.step]
    return 1 if above is None else 1 + steps_back(above)


def _say(talking: ChatState, key: str, place: int, company: ChatContext) -> Pressed:
    if 0 <= place < len(PHRASES):
        return None, ChatCommand("phrase", text=tuple(PHRASES)[place])
    if key == "w" and company.free_text:
        return ChatState("write"), None
    if key == "c" and company.cuts:
        return ChatState("cut"), None
    if key == "p" and company.people:
        return ChatState("people"), None
    return talking, None


def _person(talking: ChatState, key: str, company: ChatContext) -> Pressed:
    if key == "m":
        return ChatState(), ChatCommand("mute", talking.who)
    if key == "b" and company.known:
        return ChatState(), ChatCommand("block", talking.who)
    if key == "r" and company.known:
        return replace(talking, step="report"), None
    return talking, None


def _write(talking: ChatState, key: str) -> Pressed:
    if key == "escape":
        return ChatState(), None
    if key == "enter":
        text = talking.text.strip()
        kind: Literal["write", "cut"] = "cut" if talking.step == "cut" else "write"
        return None, ChatCommand(kind, text=text) if text else None
    text = edited(talking.text, key, _LONGEST)
    return replace(talking, text=text), None


def edited(text: str, key: str, longest: int) -> str:
    """Give a line of text after a key: a character more, or one less, a word less, or none."""
    if key == "backspace":
        return text[:-1]
    if key in ("ctrl+u", "ctrl+w"):
        kept = text.rstrip().rpartition(" ")
        return "".join(kept[:2]) if key == "ctrl+w" else ""
    letter = " " if key == "space" else key
    return (text + letter)[:longest] if len(letter) == 1 else text
