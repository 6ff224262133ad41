"""Accounts that are secretaries."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0025"
down_revision: Final = "0024"


def upgrade() -> None:
    """Add the column; nobody is one yet."""
    column = sa.Column("secretary", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("people", column)
