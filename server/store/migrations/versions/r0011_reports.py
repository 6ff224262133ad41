"""Reports: where guests came from, and when they were filed, to delete old ones."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0011"
down_revision: Final = "0007"


def upgrade() -> None:
    """Add the addresses, which are empty in what was filed before."""
    for name in ("by_address", "against_address"):
        op.add_column("reports", sa.Column(name, sa.Text, nullable=False, server_default=""))
    op.create_index("ix_reports_at", "reports", ["at"])
