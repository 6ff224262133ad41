"""Reports that operators have settled."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0020"
down_revision: Final = "0019"


def upgrade() -> None:
    """Add the columns; what was filed before waits for an operator."""
    op.add_column("reports", sa.Column("settled", sa.DateTime(timezone=True)))
    for name in ("settled_by", "verdict"):
        op.add_column("reports", sa.Column(name, sa.Text, nullable=False, server_default=""))
