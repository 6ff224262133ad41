"""Finished games that are nobody's business but their players'."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0003"
down_revision: Final = "0002"


def upgrade() -> None:
    """Say of each game whether everybody may find it; so far they all could."""
    op.add_column(
        "games", sa.Column("public", sa.Boolean, nullable=False, server_default=sa.true())
    )
