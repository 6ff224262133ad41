"""Why the lobby refuses a request."""

from __future__ import annotations

from typing import Final, Literal

from engine.errors import CuttleError

Reason = Literal[
    "unknown-code",
    "unknown-link",
    "used-code",
    "room-full",
    "own-room",
    "own-game",
    "watchers-full",
    "busy",
    "closing",
    "not-now",
    "offline",
    "too-many",
    "text-long",
    "text-unreadable",
    "guests-unrated",
    "bots-unrated",
    "bots-live",
    "rated-rules",
    "rated-clocks",
    "guests-days",
    "too-many-games",
    "too-many-waiting",
    "game-running",
    "no-days-left",
    "on-vacation",
    "no-vacation",
    "no-mail",
    "bad-address",
    "code-sent",
    "wrong-code",
    "two-players",
    "not-here",
    "they-play",
    "being-asked",
    "asked-already",
    "they-called",
    "no-challenge",
    "no-such-table",
    "has-begun",
    "not-begun",
    "no-such-game",
    "no-such-season",
    "no-season",
    "no-such-week",
    "no-such-championship",
    "no-such-player",
    "blocked",
    "hidden",
    "name-taken",
    "name-short",
    "name-long",
    "name-letters",
    "name-reserved",
    "seated",
    "key-taken",
    "last-key",
    "no-account",
    "no-night",
    "night-open",
    "night-plan",
    "night-begun",
    "night-near",
    "night-few",
    "not-host",
    "no-match",
    "no-terminal",
    "cannot-listen",
    "played-elsewhere",
    "game-unreadable",
    "not-at-home",
    "no-coach",
    "no-answer",
]

BY_CODE: Final[frozenset[Reason]] = frozenset({"used-code", "unknown-code", "room-full"})
"""Refusals of a code that a guest may hear who was cut off, and has a seat at that table."""


class LobbyError(CuttleError):
    """The lobby cannot do what was asked; `reason` says why, for the app to word."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason
