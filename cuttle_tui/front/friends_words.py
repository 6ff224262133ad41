"""Friends in words: the record between two, when they met, and the questions about them."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Final

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    SILENCE,
    Message,
    Plural,
    Sentence,
    Span,
    counted,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.names import control_in_words, day_and_month, in_short
from cuttle_tui.kit.text_types import Prompt
from cuttle_tui.kit.words import Entry
from cuttle_tui.ports import FriendLine
from cuttle_tui.rules.book import rules_in_words

TITLE: Final = N_("friends")
_ABOUT: Final = N_("who has played with you at a table by code")
HEADS: Final = (
    C_("head of a column", "player"),
    C_("head of a column", "record"),
    C_("head of a column", "last met"),
    C_("head of a column", "rules"),
)
COLUMNS: Final = (3, 21, 34)
NOBODY: Final = N_("nobody yet: players you meet by a code are listed here")
_COUNT: Final = Plural("{n} friend", "{n} friends")
_DAYS: Final = (C_("when two met", "today"), C_("when two met", "yesterday"))


def when_met(met: datetime, today: date) -> str:
    """Write the day of a meeting, as all days of UTC: ``yesterday``, or ``12 Nov``."""
    day = met.astimezone(UTC).date()
    ago = (today - day).days
    if 0 <= ago < len(_DAYS):
        return str(_DAYS[ago])
    return day_and_month(str(day)).strip() if day.year == today.year else str(day)


def record_text(line: FriendLine) -> str:
    """Write the games that the player and a friend have won of each other; nothing for none."""
    return f"{line.won}-{line.lost}" if line.won + line.lost else ""


def seen_text(line: FriendLine, today: date) -> str:
    """Say where a friend is, or when they last met the player."""
    return tr("here now") if line.here else when_met(line.met, today)


def friend_text(line: FriendLine, today: date) -> str:
    """Describe a friend: ``3-2, yesterday``; one who waits, by what is played.

    A match that goes on with them is told first.
    """
    if line.code:
        return tr("waits for you: {rules}", rules=rules_in_words(line.ruleset))
    if line.match is not None:
        told = N_("match goes on at {score}; {when}")
        return tr(told, score=line.match.score, when=seen_text(line, today))
    if not line.won + line.lost:
        return seen_text(line, today)
    return tr("{record}, {when}", record=record_text(line), when=seen_text(line, today))


def friend_entry(line: FriendLine, today: date) -> Entry:
    """Return the entry of a friend on the first screen."""
    question, verb = _asked(line)
    return Entry("", line.name, friend_text(line, today), tr(question, who=line.name), verb)


def _asked(line: FriendLine) -> tuple[Message, Message]:
    """Return what is asked about a friend, and what enter does then."""
    return _SIT if line.code else _OPEN if line.match is None else _GO_ON


_OPEN: Final = (N_("Open a table for {who}?"), N_("open it"))
_GO_ON: Final = (N_("Open a table, and go on with the match with {who}?"), N_("open it"))
_SIT: Final = (N_("Sit down with {who}?"), N_("sit down"))


def verb_of(line: FriendLine) -> str:
    """Say what enter does with a friend."""
    return str(_asked(line)[1])


def friend_cells(line: FriendLine, today: date) -> tuple[str, ...]:
    """Write the cells of a friend: name, record, when they last met, rules."""
    met = tr("waits for you") if line.code else seen_text(line, today)
    return (line.name, record_text(line), met, in_short(line.ruleset))


def band(count: int) -> tuple[Sentence, ...]:
    """Count the friends."""
    return (say(Span(counted(count, _COUNT), "strong")), tell(_ABOUT))


def prompt(line: FriendLine | None, why: Sentence = SILENCE) -> Prompt:
    """Ask what to do with a friend."""
    if line is None:
        return Prompt("wait", tr("FRIENDS"), say(NOBODY), why=why)
    question, _ = _asked(line)
    return Prompt("bar", tr("FRIENDS"), tell(question, who=line.name), why=why)


def reach_line(line: FriendLine, *, online: bool) -> Sentence:
    """Say how a friend hears of a table that is opened for them, here or at home."""
    if line.code:
        return SILENCE
    if line.account and online:
        return tell("{who} is invited here; the line and the link lead there too", who=line.name)
    told = N_("you get a line and a link to send to {who}")
    return tell(told if online else N_("you get a line to send to {who}"), who=line.name)


def days_line(line: FriendLine, timing: str) -> Sentence:
    """Say what a table with days for each move is for."""
    told = N_("{time}: {who} need not be here now; a match begins anew")
    if line.match is None:
        told = N_("{time}: {who} need not be here now")
    return tell(told, time=control_in_words(timing), who=line.name)


def opened_line(line: FriendLine, *, days: bool = False) -> Sentence:
    """Say at a new table whether the friend hears of it, and how a match stands that goes on."""
    if line.match is not None and not days:
        told = _INVITED if line.account else _SENT
        return tell(told, who=line.name, score=line.match.score)
    if line.account:
        return tell("{who} is invited; the line and the link lead here too", who=line.name)
    return tell("send {who} the line or the link", who=line.name)


_INVITED: Final = N_("{who} is invited; the match goes on at {score}")
_SENT: Final = N_("send {who} the line or the link; the match goes on at {score}")


def forget_prompt(line: FriendLine) -> Prompt:
    """Ask whether to forget a friend."""
    told = tell("your games stay; another one by code makes you friends again")
    return Prompt("alarm", tr("FORGET?"), tell("Forget {who}?", who=line.name), why=told)


def forgotten_line(line: FriendLine) -> Sentence:
    """Say that a friend is forgotten."""
    return tell("{who} is forgotten", who=line.name)
