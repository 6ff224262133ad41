"""Several processes at one database: the nodes, the room codes, the codes that link keys."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0007"
down_revision: Final = "0006"


def upgrade() -> None:
    """Add the tables; the codes of tables that wait are known again once they are opened anew."""
    op.create_table(
        "nodes",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("draining", sa.Boolean, nullable=False),
    )
    op.add_column("running", sa.Column("code", sa.Text))
    op.create_index("running_code", "running", ["code"], unique=True)
