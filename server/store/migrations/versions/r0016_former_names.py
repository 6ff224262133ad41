"""When people were here last, and the names that were theirs."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0016"
down_revision: Final = "0015"

_LAST_GAME: Final = (
    "UPDATE people SET seen = (SELECT max(games.ended) FROM games "
    "JOIN seats ON seats.game = games.id WHERE seats.person = people.id)"
)


def upgrade() -> None:
    """Add the column and the table; of visits before, the last game is known."""
    op.add_column("people", sa.Column("seen", sa.DateTime(timezone=True)))
    op.execute(_LAST_GAME)
    op.create_table(
        "former_names",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column(
            "person", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_former_names_person", "former_names", ["person"])
