"""Running tables: the server that runs each, and how often that has changed."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0006"
down_revision: Final = "0005"


def upgrade() -> None:
    """Add the columns; a server that starts adopts every table."""
    op.add_column("running", sa.Column("owner", sa.Text, nullable=False, server_default=""))
    op.add_column("running", sa.Column("epoch", sa.Integer, nullable=False, server_default="0"))
