"""Names that look alike at a glance, no longer all that might: Nell and Neil are two."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

from server.names import name_key

revision: Final = "0008"
down_revision: Final = "0007"


def upgrade() -> None:
    """Store each name under its key, as the program looks for it now.

    No two keys are equal: names that differ in case, accents and dashes alone had one skeleton.
    """
    people = sa.table("people", sa.column("id"), sa.column("name"), sa.column("skeleton"))
    connection = op.get_bind()
    for id, name in connection.execute(sa.select(people.c.id, people.c.name)).all():
        change = people.update().where(people.c.id == id).values(skeleton=name_key(name))
        connection.execute(change)
