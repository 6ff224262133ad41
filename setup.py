"""Compile the catalogues and, if asked to, the engine; nearly all else is in pyproject.toml.

With ``CUTTLE_COMPILE=1`` mypyc makes C extensions of the modules that games are played with. The
build then needs a C compiler and Python's headers; what comes out behaves the same.
"""

from __future__ import annotations

import os
import re
import runpy
import shutil
import sys
import tomllib
from pathlib import Path

import setuptools
from setuptools import Extension, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

_CATALOGUES = "cuttle_tui/i18n/catalogues"
_COMPILE = os.environ.get("CUTTLE_COMPILE") == "1"
_HOT = (
    "engine/actions.py",
    "engine/cards.py",
    "engine/prng.py",
    "engine/rules/effects.py",
    "engine/play/[!_]*.py",
)
"""The modules that are compiled, as patterns."""
_LEFT = "engine/play/readers.py"
"""A module that is not: a test replaces its function, and compiled calls cannot be replaced."""
_DIRECT_CALLS = ["-fno-plt", "-fno-semantic-interposition"]
"""Let the compiler inline functions of the extension, and call Python's without a detour."""


class BuildCatalogues(build_py):
    """Write the compiled catalogues into what is built; of a checkout, beside their sources."""

    def run(self) -> None:
        """Build the modules, then the catalogues."""
        if _COMPILE and not self.distribution.ext_modules:
            raise SystemExit("CUTTLE_COMPILE=1 needs mypy, which holds the compiler mypyc")
        super().run()
        compile_all = runpy.run_path("cuttle_tui/i18n/compile.py")["compile_all"]
        compile_all(Path("." if self.editable_mode else self.build_lib) / _CATALOGUES)
        if not self.editable_mode:
            _record_commit(Path(self.build_lib))
            packed = Path(self.build_lib) / "server" / "cli" / "hosting_files"
            shutil.copytree("docs/hosting", packed, dirs_exist_ok=True)
            shutil.copy2("docs/HOSTING.md", packed)


class RecordingSdist(sdist):
    """Note the commit in what is released, where there is no git any more."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        """Write the files, and the commit beside them."""
        super().make_release_tree(base_dir, files)
        _record_commit(Path(base_dir))


def _record_commit(folder: Path) -> None:
    """Write the commit that is built, if it is known, into a folder."""
    sys.path.insert(0, ".")
    from cuttle_tui.version import commit

    if known := commit(Path()):
        (folder / "cuttle_tui" / "COMMIT").write_text(f"{known}\n")


def _extensions() -> list[Extension]:
    """Translate the hot modules to C; none while the builder still has to install mypy."""
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    found = sorted(str(path) for pattern in _HOT for path in Path().glob(pattern))
    found.remove(_LEFT)
    extensions = mypycify(found, opt_level="3", debug_level="0")
    if sys.platform == "linux":
        for extension in extensions:
            extension.extra_compile_args += _DIRECT_CALLS
    return extensions


def _readme() -> str:
    """Return the README with its links and pictures as an index of packages can follow them."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = runpy.run_path("cuttle_tui/__init__.py")["__version__"]
    at = "main" if "dev" in version else f"v{version}"
    source = project["urls"]["Source"]

    def whole(found: re.Match[str]) -> str:
        kind = "raw" if found[1].startswith("!") else "blob"
        return f"{found[1]}({source}/{kind}/{at}/{found[2]})"

    text = Path("README.md").read_text(encoding="utf-8")
    return re.sub(r"(!?\[[^\]]*\])\((?!https?:|#)([^)]+)\)", whole, text)


_IS_NEW = int(setuptools.__version__.split(".")[0]) >= 77
"""Whether a license is an expression in the metadata; before, it was a word."""

setup(
    long_description=_readme(),
    long_description_content_type="text/markdown",
    **{"license_expression" if _IS_NEW else "license": "MIT"},
    cmdclass={"build_py": BuildCatalogues, "sdist": RecordingSdist},
    setup_requires=["mypy>=1.18"] if _COMPILE else [],
    ext_modules=_extensions() if _COMPILE else [],
)
