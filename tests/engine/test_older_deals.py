"""Deals of the first scheme, as older versions kept them: they stay what they were."""

from __future__ import annotations

import pytest

from engine.errors import NotationError
from engine.record.parser import parse_record
from engine.record.record import RecordError, record_text, verify
from engine.rules.rulesets import PRESETS
from engine.table.events import parse_table_event
from engine.table.table import Table

RECORD = """\
cuttle record 1
ruleset: standard/1
player 0: ana
player 1: bob
first: 1
game: 2
commitment: d0c6ff966105d104006e0111240a1942fd05748854070aed38875ff42c753797
secret: 74cafb7db4a37d59f7ee214be1f2314a002cacfecbf0928b56e5940da35c3094
nonce 0: 736576656e
nonce 1: 647261776e2031
started: 2025-10-09T08:53:20Z
result: *

1. P1 draw {0}
2. P0 draw {0}
"""
EVENTS = """\
{"at":1760000000.0,"called":"ana","entry":"sat","kind":"person","nonce":"647261776e2030",\
"ready":false,"seat":0,"who":""}
{"at":1760000000.0,"called":"bob","entry":"sat","kind":"person","nonce":"647261776e2031",\
"ready":false,"seat":1,"who":""}
{"at":1760000000.0,"entry":"cut","seat":0,"word":"seven"}
{"at":1760000000.0,"entry":"readied","seat":0,"yes":true}
{"at":1760000000.0,"entry":"readied","seat":1,"yes":true}
{"at":1760000000.0,"entry":"dealt"}
{"action":"concede@0","at":1760000000.0,"entry":"acted","ply":0,"seat":0}
{"at":1760000000.0,"entry":"readied","seat":0,"yes":true}
{"at":1760000000.0,"entry":"readied","seat":1,"yes":true}
{"at":1760000000.0,"entry":"dealt"}
{"action":"draw","at":1760000000.0,"entry":"acted","ply":0,"seat":1}
{"action":"draw","at":1760000000.0,"entry":"acted","ply":1,"seat":0}
"""


def test_an_older_record_verifies_and_is_written_as_it_was() -> None:
    record = parse_record(RECORD)
    verify(record)
    assert record_text(record) == RECORD


def test_a_table_of_an_older_version_plays_on_with_the_cards_it_dealt() -> None:
    table = Table(PRESETS["standard"], b"an older table", clock=lambda: 1_760_000_000.0)
    table.restore(map(parse_table_event, EVENTS.splitlines()))
    assert record_text(table.record()) == RECORD


def test_a_seal_of_this_version_opens_in_no_older_one() -> None:
    """Else whoever deals could choose nonces after the cut, and say that it was an older deal."""
    table = Table(PRESETS["standard"], b"seed")
    for seat in range(2):
        table.sit(seat, "ana", "person")
    text = record_text(table.record()).replace("deal: 3\n", "").replace("\nstarted", "{}\nstarted")
    older = text.format("\nnonce 0: 00\nnonce 1: 00")
    with pytest.raises(RecordError, match="does not match the commitment"):
        parse_record(older)


def test_an_event_of_a_later_scheme_is_not_read_as_if_it_were_ours() -> None:
    with pytest.raises(NotationError):
        parse_table_event('{"at":1.0,"entry":"dealt","scheme":4}')
