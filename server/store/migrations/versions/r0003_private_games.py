"""Finished games listed only for their players."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0003"
down_revision: Final = "0002"


def upgrade() -> None:
    """Add whether a game is public; all earlier games are."""
    op.add_column(
        "games", sa.Column("public", sa.Boolean, nullable=False, server_default=sa.true())
    )
