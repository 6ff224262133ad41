"""The league: seasons, matches, ratings, championships, play nights, follows, the audit."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0004"
down_revision: Final = "0003"

_MOMENT: Final = sa.DateTime(timezone=True)
_PLAY: Final = re.compile(r"^[0-9]+\. P([0-9]) ([a-z]+)", re.MULTILINE)
_PLAYS: Final = frozenset(
    [
        "draw",
        "pass",
        "points",
        "scuttle",
        "royal",
        "jack",
        "joker",
        "oneoff",
        "counter",
        "block",
        "rebuff",
    ]
)
_AT_A_TIME: Final = 500


def upgrade() -> None:
    """Create the tables, and derive what the stored games give."""
    op.add_column("people", sa.Column("player", sa.Text))
    op.add_column(
        "games", sa.Column("pool", sa.Text, nullable=False, server_default=sa.text("'live'"))
    )
    op.add_column("seats", sa.Column("player", sa.Text))
    op.add_column("seats", sa.Column("result", sa.Text))
    _seasons()
    _derived()
    _championships()
    _people()
    _fill_players()
    _fill_results()
    op.create_index("ix_seats_player", "seats", ["player"])


def _seasons() -> None:
    op.create_table(
        "seasons",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("suit", sa.Text, nullable=False),
        sa.Column("year", sa.Integer, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("start", _MOMENT, nullable=False),
        sa.Column("weeks", sa.Integer, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("closed", _MOMENT),
    )
    op.create_table(
        "corrections",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
    )
    op.create_index("ix_corrections_game", "corrections", ["game"])


def _derived() -> None:
    op.create_table(
        "league_games",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("season", sa.Text, nullable=False),
        sa.Column("week", sa.Integer, nullable=False),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("ended", _MOMENT, nullable=False),
        sa.Column("one", sa.Text, nullable=False),
        sa.Column("other", sa.Text, nullable=False),
        sa.Column("winner", sa.Text),
        sa.Column("counts", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["season"], ["seasons.id"]),
    )
    op.create_index("ix_league_games_pair", "league_games", ["season", "week", "one", "other"])
    op.create_index("ix_league_games_ended", "league_games", ["ended", "game"])
    op.create_table(
        "league_matches",
        sa.Column("season", sa.Text, primary_key=True),
        sa.Column("week", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("one", sa.Text, primary_key=True),
        sa.Column("other", sa.Text, primary_key=True),
        sa.Column("wins_one", sa.Integer, nullable=False),
        sa.Column("wins_other", sa.Integer, nullable=False),
        sa.Column("started", _MOMENT, nullable=False),
        sa.Column("ended", _MOMENT),
        sa.Column("winner", sa.Text),
        sa.ForeignKeyConstraint(["season"], ["seasons.id"]),
    )
    op.create_index("ix_league_matches_pair", "league_matches", ["one", "other"])
    op.create_index("ix_league_matches_other", "league_matches", ["other"])
    _ratings()
    op.create_table(
        "game_plays",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )


def _ratings() -> None:
    numbers = (
        ("mu", sa.Double),
        ("sigma", sa.Double),
        ("games", sa.Integer),
        ("shown", sa.Integer),
    )
    op.create_table(
        "ratings",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("pool", sa.Text, primary_key=True),
        *(sa.Column(name, kind, nullable=False) for name, kind in numbers),
        sa.Column("ended", _MOMENT, nullable=False),
    )
    op.create_index("ix_ratings_pool", "ratings", ["pool", "shown"])
    op.create_index("ix_ratings_ended", "ratings", ["ended"])
    op.create_table(
        "rating_changes",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("pool", sa.Text, nullable=False),
        sa.Column("ended", _MOMENT, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        *(sa.Column(name, kind, nullable=False) for name, kind in numbers),
        sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
    )
    op.create_index("ix_rating_changes_player", "rating_changes", ["player", "pool", "games"])
    op.create_index("ix_rating_changes_ended", "rating_changes", ["ended", "game"])


def _championships() -> None:
    op.create_table(
        "championships",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("year", sa.Integer, nullable=False),
        sa.Column("suit", sa.Text, nullable=False),
        sa.Column("created", _MOMENT, nullable=False),
    )
    op.create_table(
        "championship_entrants",
        sa.Column("championship", sa.Text, primary_key=True),
        sa.Column("seed", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["championship"], ["championships.id"], ondelete="CASCADE"),
    )
    op.create_index("ix_championship_entrants_player", "championship_entrants", ["player"])
    _entries("championship_entries", "championship", "championships")
    op.create_table(
        "nights",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("head", sa.Text, nullable=False),
    )
    _entries("night_entries", "night", "nights")


def _entries(name: str, of: str, table: str) -> None:
    op.create_table(
        name,
        sa.Column(of, sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.ForeignKeyConstraint([of], [f"{table}.id"], ondelete="CASCADE"),
    )


def _people() -> None:
    op.create_table(
        "follows",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("other", sa.Text, primary_key=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["other"], ["people.id"], ondelete="CASCADE"),
    )
    op.create_index("ix_follows_other", "follows", ["other"])
    op.create_table(
        "audit",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("detail", sa.JSON, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )


_people_table: Final = sa.table("people", sa.column("id"), sa.column("player"))
_games: Final = sa.table(
    "games", sa.column("id"), sa.column("winners", sa.JSON), sa.column("record")
)
_seats: Final = sa.table(
    "seats",
    sa.column("game"),
    sa.column("seat"),
    sa.column("person"),
    sa.column("player"),
    sa.column("result"),
)
_game_plays: Final = sa.table(
    "game_plays", sa.column("game"), sa.column("seat"), sa.column("kind"), sa.column("count")
)


def _fill_players() -> None:
    """Give everybody with an account their name in the league, which says nothing of them."""
    connection = op.get_bind()
    for (id,) in connection.execute(sa.select(_people_table.c.id)).all():
        player = hashlib.sha256(f"cuttle player {id}".encode()).hexdigest()[:16]
        connection.execute(
            _people_table.update().where(_people_table.c.id == id).values(player=player)
        )
    op.create_index("ix_people_player", "people", ["player"], unique=True)
    theirs = sa.select(_people_table.c.player).where(_people_table.c.id == _seats.c.person)
    connection.execute(
        _seats.update().where(_seats.c.person.is_not(None)).values(player=theirs.scalar_subquery())
    )


def _fill_results() -> None:
    """Write down who won each stored game, and what was played in it."""
    connection = op.get_bind()
    set_result = (
        _seats.update()
        .where(_seats.c.game == sa.bindparam("of_game"), _seats.c.seat == sa.bindparam("of_seat"))
        .values(result=sa.bindparam("gave"))
    )
    for games in _chunks(connection):
        sat = connection.execute(
            sa.select(_seats.c.game, _seats.c.seat).where(_seats.c.game.in_([*games]))
        ).all()
        results = [
            {"of_game": game, "of_seat": seat, "gave": _result(games[game].winners, seat)}
            for game, seat in sat
        ]
        connection.execute(set_result, results)
        plays = [play for id, row in games.items() for play in _plays(id, row.record)]
        if plays:
            connection.execute(_game_plays.insert(), plays)


def _chunks(connection: sa.Connection) -> Iterator[dict[str, sa.Row[Any]]]:
    last = ""
    while rows := connection.execute(
        sa.select(_games).where(_games.c.id > last).order_by(_games.c.id).limit(_AT_A_TIME)
    ).all():
        yield {row.id: row for row in rows}
        last = rows[-1].id


def _result(winners: list[int], seat: int) -> str:
    if not winners:
        return "drawn"
    return "won" if seat in winners else "lost"


def _plays(id: str, record: str) -> list[dict[str, object]]:
    counts = Counter((int(seat), kind) for seat, kind in _PLAY.findall(record))
    return [
        {"game": id, "seat": seat, "kind": kind, "count": count}
        for (seat, kind), count in counts.items()
        if kind in _PLAYS
    ]
