"""Stage what a server adds to a table: clocks, talk, absence, watching, waiting."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tests.cuttle_tui import online as at, tables
from tests.cuttle_tui.gallery.scene import BETWEEN, EVERY, FRONT, PHONE, Scene, met, seated
from tests.cuttle_tui.lobbies import ALWAYS, ASKED, INBOX, FakeAccount, FakeGuest
from tests.cuttle_tui.tables import FakeChair


def _away_after_the_end() -> FakeChair:
    """Sit at a table whose game is over, and whose other player has lost the connection."""
    sat = tables.chair(tables.OVER)
    gone = replace(sat.shown.sitters[1], present=False)
    sat.shown = replace(sat.shown, sitters=(sat.shown.sitters[0], gone))
    return sat


def _as_guest() -> FakeChair:
    return tables.chair(tables.TARGETS)


_GIVEN_UP: Final = tables.OVER.replace("over goal", "over concede")
SCENES: Final = (
    Scene("online-clocks", met(at.clocked), sizes=FRONT),
    Scene(
        "online-clocks-log",
        met(lambda: at.table(clocks=(263, 75), timing="steady", rated=True)),
        "l home",
        FRONT,
    ),
    Scene(
        "online-settings",
        met(lambda: at.table(tables.TARGETS, clocks=(330, 75), timing="steady")),
        "comma down",
        FRONT,
    ),
    Scene(
        "online-hurried", met(lambda: at.table(tables.TARGETS, clocks=(12, 250), rated=True)), "3"
    ),
    Scene("online-talk", met(at.clocked), "t", EVERY),
    Scene(
        "online-write",
        met(
            lambda: at.table(clocks=(240, 25), talk=at.TALK[:1]),
            account=FakeAccount(settings={"free_text": True}),
        ),
        "t w e l l space p l a y e d comma space b o b",
        EVERY,
    ),
    Scene("online-people", met(at.clocked), "t p 1", FRONT),
    Scene("online-report", met(at.clocked), "t p 1 r", FRONT),
    Scene("online-away", met(at.away), sizes=FRONT),
    Scene("online-claimable", met(at.claimable), sizes=FRONT),
    Scene("online-paused", met(lambda: at.table(trouble="the disk is full")), sizes=FRONT),
    Scene("online-called-off", met(lambda: at.table(called_off=True)), sizes=FRONT),
    Scene(
        "online-lost-on-time",
        met(lambda: at.table(_GIVEN_UP, given_up=((1, "time"),))),
        sizes=FRONT,
    ),
    Scene("online-leave", met(lambda: at.table(showing=(1,))), "q", FRONT),
    Scene("online-watch", met(lambda: at.table(seat=None, watchers=3)), sizes=FRONT),
    Scene("online-open-hands", met(at.opened), sizes=FRONT),
    Scene("online-stake", met(at.staked), sizes=EVERY),
    Scene("online-stake-decided", met(lambda: at.staked(at.DECIDED)), sizes=FRONT),
    Scene("online-stake-no-season", met(lambda: at.staked(at.NO_SEASON)), sizes=FRONT),
    Scene(
        "online-stake-won",
        met(lambda: at.staked(at.WON, tables.OVER, match_winners=(0,), score=(2, 0))),
        sizes=FRONT,
    ),
    Scene(
        "online-stake-room",
        met(
            lambda: at.room(code=None, sitters=at.BOTH, rated=True, timing="steady", stake=at.STAKE)
        ),
        sizes=FRONT,
    ),
    Scene("online-days", met(at.days, letters=INBOX), sizes=EVERY),
    Scene("online-days-vacation", met(at.resting), sizes=FRONT),
    Scene("online-days-leave", met(at.days), "q", FRONT),
    Scene(
        "online-days-room",
        met(lambda: at.room(ready=(0,), timing="3d", invitation="ssh -t HOST join H7KQ")),
        sizes=FRONT,
    ),
    Scene("online-room", seated(tables.waiting_chair)),
    Scene("online-room-link", met(at.linked), sizes=EVERY),
    Scene("online-room-guest", met(tables.waiting_chair, guest=FakeGuest()), sizes=EVERY),
    Scene("online-guest", met(_as_guest, guest=FakeGuest()), sizes=EVERY),
    Scene("online-guest-help", met(_as_guest, guest=FakeGuest()), "?"),
    Scene("online-guest-log", met(_as_guest, guest=FakeGuest()), "l home"),
    Scene("online-over-away", met(_away_after_the_end)),
    Scene(
        "online-challenged",
        met(lambda: tables.chair(tables.OVER), asking=(ASKED,)),
        sizes=(*FRONT, PHONE),
    ),
    Scene(
        "online-room-ready",
        met(lambda: at.room(code=None, sitters=at.BOTH, ready=(0,))),
        sizes=FRONT,
    ),
    Scene(
        "online-room-start",
        met(lambda: at.room(code=None, sitters=at.BOTH, ready=(1,))),
        sizes=FRONT,
    ),
    Scene("online-room-cut", met(at.cut_by_the_other), "t c z z", FRONT),
    Scene("online-room-host", met(lambda: at.room(ruleset=at.HOUSE)), sizes=(*EVERY, *BETWEEN)),
    Scene("online-room-address", met(at.addressed), "y", FRONT),
    Scene(
        "online-room-called",
        met(lambda: at.room(code=None, sitters=at.BOTH, ready=(1,))),
        "p",
        FRONT,
    ),
    Scene("online-room-clock", met(lambda: at.room(timing="steady")), sizes=FRONT),
    Scene("online-queue", met(at.queued, waiting=at.QUEUE), sizes=EVERY),
    Scene(
        "online-queue-resident",
        met(at.queued, waiting=at.LONG_QUEUE, always=ALWAYS),
        sizes=(*FRONT, PHONE),
    ),
    Scene("online-queue-rated", met(at.queued, waiting=at.RATED_QUEUE), sizes=FRONT),
)
