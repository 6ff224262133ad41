"""The number of the form that stored values have."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0012"
down_revision: Final = "0008"


def upgrade() -> None:
    """Add the table; opening the database writes the number."""
    op.create_table(
        "stored_form", sa.Column("number", sa.Integer, primary_key=True, autoincrement=False)
    )
