"""The log as it is read, looking back and what follows a game come out in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator

from cuttle_tui.i18n.translation import Sentence, plain, say
from cuttle_tui.kit.names import Names
from cuttle_tui.kit.text_types import Prompt
from cuttle_tui.table import log_view
from cuttle_tui.table.log_lines import log_lines
from cuttle_tui.table.searching import Reading
from cuttle_tui.table.words.status_notes import asked_of
from engine.play import events as ev
from tests.cuttle_tui import tables
from tests.pseudo import english_left, pseudo

NAMES = Names(("ana", "bob"), 0)
ALLOWED = frozenset({"ana", "bob", "drew", "drew_", "HOST", "ssh", "record", "cuttle", "verify"})
VIEWS = (None, *(tables.view_of(text, 0) for text in (tables.TARGETS, tables.PAY)))


def _prompts() -> Iterator[Prompt]:
    for view in VIEWS:
        for reading in (Reading(), Reading(typing=True, query="drew"), Reading(query="drew")):
            for found in ((), (2,), (1, 2)):
                yield log_view.log_prompt(reading, found, 2, view)
        deeds = [say("7S"), say("8S")]
        for shown in ([], deeds):
            asked = asked_of(view)
            yield log_view.look_prompt((2, 3, 9), shown, asked, log_view.meanwhile_line(say("9S")))
            yield log_view.look_prompt((2, 3, 9), shown, asked, ())


def _lines() -> Iterator[Sentence]:
    for one in _prompts():
        yield from (say(one.head), one.sentence, *one.options, one.why)
    yield from (say(log_view.NOT_HERE), say(log_view.NEWEST))
    for seat in (0, 1):
        yield from log_lines((ev.Conceded(seat),), NAMES, ((seat, "absent"),))
        yield from log_lines((ev.Conceded(seat),), NAMES, ((seat, "time"),))
        yield from log_view.action_lines([ev.Declined(seat)], (), NAMES)
    yield from (log_view.fair_line(), log_view.fair_line("7"), log_view.unfair_line("8H"))
    yield log_view.fair_line("7", copied=True)


def test_no_english_is_left() -> None:
    with pseudo():
        left = {
            text: words
            for text in map(plain, _lines())
            if (words := english_left(text, allowed=ALLOWED))
        }
    assert not left
