"""The games of a table are found together: they make a match."""

from __future__ import annotations

from typing import Final

from alembic import op

revision: Final = "0015"
down_revision: Final = "0014"


def upgrade() -> None:
    """Add the index; what is stored stays as it is."""
    op.create_index("ix_games_table", "games", ["table"])
