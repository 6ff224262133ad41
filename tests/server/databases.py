"""New databases, as copies of one that is made once in a process: making one takes long."""

from __future__ import annotations

import os
import shutil
import tempfile
from functools import lru_cache
from pathlib import Path

from server.store.store import Store


def new_database(file: Path) -> str:
    """Make an SQLite database that has its tables and nobody in them; return its URL."""
    shutil.copy2(_model(), file)
    return f"sqlite:///{file}"


@lru_cache(maxsize=1)
def _model() -> Path:
    file = Path(tempfile.mkdtemp(dir=os.environ["HOME"])) / "model.db"
    Store.open(f"sqlite:///{file}").close()
    return file
