"""The tables of the league. Those marked as derived can be rebuilt from all the others."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from server.store.schema import Moment, metadata, numbered_texts, part_of

seasons: Final = sa.Table(
    "seasons",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("suit", sa.Text, nullable=False),
    sa.Column("year", sa.Integer, nullable=False),
    sa.Column("ruleset", sa.Text, nullable=False),
    sa.Column("start", Moment, nullable=False),
    sa.Column("weeks", sa.Integer, nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("closed", Moment),
)

corrections: Final = sa.Table(
    "corrections",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("game", sa.Text, nullable=False, index=True),
    sa.Column("result", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
)
"""Only ever added to; the latest correction of a game holds. ``seat`` is the winner's."""

league_games: Final = sa.Table(
    "league_games",
    metadata,
    part_of("games", "game", primary_key=True),
    sa.Column("season", sa.Text, sa.ForeignKey("seasons.id"), nullable=False),
    sa.Column("week", sa.Integer, nullable=False),
    sa.Column("pool", sa.Text, nullable=False),
    sa.Column("ended", Moment, nullable=False),
    sa.Column("one", sa.Text, nullable=False),
    sa.Column("other", sa.Text, nullable=False),
    sa.Column("winner", sa.Text),
    sa.Column("counts", sa.Boolean, nullable=False),
    sa.Index("ix_league_games_pair", "season", "week", "one", "other"),
    sa.Index("ix_league_games_ended", "ended", "game"),
)
"""Derived: the rated games of each season, as corrected. ``counts`` is false for casual ones."""

league_matches: Final = sa.Table(
    "league_matches",
    metadata,
    sa.Column("season", sa.Text, sa.ForeignKey("seasons.id"), primary_key=True),
    sa.Column("week", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("one", sa.Text, primary_key=True),
    sa.Column("other", sa.Text, primary_key=True),
    sa.Column("wins_one", sa.Integer, nullable=False),
    sa.Column("wins_other", sa.Integer, nullable=False),
    sa.Column("started", Moment, nullable=False),
    sa.Column("ended", Moment),
    sa.Column("winner", sa.Text),
    sa.Index("ix_league_matches_pair", "one", "other"),
    sa.Index("ix_league_matches_other", "other"),
)
"""Derived: the match of each pair and week."""

ratings: Final = sa.Table(
    "ratings",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("pool", sa.Text, primary_key=True),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("shown", sa.Integer, nullable=False),
    sa.Column("ended", Moment, nullable=False, index=True),
    sa.Index("ix_ratings_pool", "pool", "shown"),
)
"""Derived: the rating of each player after the game that ended last."""

rating_changes: Final = sa.Table(
    "rating_changes",
    metadata,
    part_of("games", "game", primary_key=True),
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("pool", sa.Text, nullable=False),
    sa.Column("ended", Moment, nullable=False),
    sa.Column("day", sa.Text, nullable=False),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("shown", sa.Integer, nullable=False),
    sa.Index("ix_rating_changes_player", "player", "pool", "games"),
    sa.Index("ix_rating_changes_ended", "ended", "game"),
)
"""Derived: the rating of a player after each rated game; ``day`` is its last day, in UTC."""

game_plays: Final = sa.Table(
    "game_plays",
    metadata,
    part_of("games", "game", primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("count", sa.Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""Derived: how often a seat made each kind of play, by the words of records."""

championships: Final = sa.Table(
    "championships",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("year", sa.Integer, nullable=False),
    sa.Column("suit", sa.Text, nullable=False),
    sa.Column("created", Moment, nullable=False),
)
"""``suit`` is empty for a World Championship."""

championship_entrants: Final = sa.Table(
    "championship_entrants",
    metadata,
    part_of("championships", "championship", primary_key=True),
    sa.Column("seed", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player", sa.Text, nullable=False, index=True),
)

championship_entries: Final = sa.Table(
    "championship_entries",
    metadata,
    part_of("championships", "championship", primary_key=True),
    *numbered_texts(),
)
"""Results and withdrawals; only ever added to."""

nights: Final = sa.Table(
    "nights",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("head", sa.Text, nullable=False),
)
"""Play nights."""

night_entries: Final = sa.Table(
    "night_entries", metadata, part_of("nights", "night", primary_key=True), *numbered_texts()
)
"""What happened at a play night; only ever added to."""

follows: Final = sa.Table(
    "follows",
    metadata,
    part_of("people", "person", primary_key=True),
    part_of("people", "other", primary_key=True, index=True),
)
