"""Compile the catalogues when the package is built; all else is in pyproject.toml."""

from __future__ import annotations

import runpy
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

_CATALOGUES = "cuttle_tui/i18n/catalogues"


class BuildCatalogues(build_py):
    """Write the compiled catalogues into what is built; of a checkout, beside their sources."""

    def run(self) -> None:
        """Build the modules, then the catalogues."""
        super().run()
        compile_all = runpy.run_path("cuttle_tui/i18n/compile.py")["compile_all"]
        compile_all(Path("." if self.editable_mode else self.build_lib) / _CATALOGUES)


setup(cmdclass={"build_py": BuildCatalogues})
