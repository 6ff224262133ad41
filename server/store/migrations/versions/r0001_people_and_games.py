"""People, their keys and blocks, reports and bans, and the games that are kept."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0001"
down_revision: Final = None

_MOMENT: Final = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create the tables."""
    _people()
    _justice()
    _games()


def _person(column: str, ondelete: str = "CASCADE") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], ["people.id"], ondelete=ondelete)


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("skeleton", sa.Text, nullable=False, unique=True),
        sa.Column("created", _MOMENT, nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("fingerprint", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("added", _MOMENT, nullable=False),
        _person("person"),
    )
    op.create_index("ix_keys_person", "keys", ["person"])
    op.create_table(
        "blocks",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("other", sa.Text, primary_key=True),
        _person("person"),
        _person("other"),
    )
    op.create_index("ix_blocks_other", "blocks", ["other"])


def _justice() -> None:
    op.create_table(
        "reports",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("against", sa.Text, nullable=False),
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
    )
    op.create_index("ix_reports_by", "reports", ["by"])
    op.create_table(
        "bans",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, primary_key=True),
        sa.Column("until", _MOMENT),
        sa.Column("why", sa.Text, nullable=False),
    )


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("winners", sa.JSON, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("started", _MOMENT, nullable=False),
        sa.Column("ended", _MOMENT, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
    )
    op.create_index("ix_games_ended", "games", ["ended"])
    op.create_table(
        "seats",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
        _person("person", "SET NULL"),
    )
    op.create_index("ix_seats_person", "seats", ["person"])
