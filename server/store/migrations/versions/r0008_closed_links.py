"""The links to private games, which a player can close."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0008"
down_revision: Final = "0011"


def upgrade() -> None:
    """Add whether the link to a game is closed; nobody has closed one yet."""
    op.add_column(
        "games", sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false())
    )
