"""Give every catalogue the messages there are now: ``make languages``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from cuttle_tui.i18n.compile import CATALOGUES, compile_all
from tests.languages import messages, read, texts

_WIDTH: Final = 98


def main() -> int:
    """Update every catalogue to the messages of the code; print how many lack a translation."""
    for path in sorted(CATALOGUES.glob("*.po")):
        catalogue = read(path)
        created = catalogue.creation_date
        catalogue.update(messages(), no_fuzzy_matching=True)
        catalogue.creation_date = created  # a new date in every branch is a conflict in every merge
        write(catalogue, path)
        waiting = [one.id for one in catalogue if one.id and not all(texts(one))]
        sys.stdout.write(f"{path.name}: {len(catalogue)} messages, {len(waiting)} untranslated\n")
    compile_all()
    return 0


def write(catalogue: Catalog, path: Path) -> None:
    """Write a catalogue, in the order of the files."""
    with path.open("wb") as file:
        write_po(
            file,
            catalogue,
            width=_WIDTH,
            sort_by_file=True,
            ignore_obsolete=True,
            include_lineno=False,
        )


if __name__ == "__main__":
    sys.exit(main())
