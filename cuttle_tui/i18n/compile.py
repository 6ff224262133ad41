"""Compile the catalogues: ``python -m cuttle_tui.i18n.compile``. Part of the build; needs Babel."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

CATALOGUES = Path(__file__).parent / "catalogues"


def compiled(source: Path) -> bytes:
    """Return a catalogue in gettext's binary format."""
    with source.open("rb") as file:
        catalogue = read_po(file, locale=source.stem)
    result = BytesIO()
    write_mo(result, catalogue)
    return result.getvalue()


def compile_all(target: Path = CATALOGUES) -> None:
    """Compile each ``.po`` of the sources into a ``.mo`` in a folder."""
    target.mkdir(parents=True, exist_ok=True)
    for source in CATALOGUES.glob("*.po"):
        (target / f"{source.stem}.mo").write_bytes(compiled(source))


if __name__ == "__main__":
    compile_all()
