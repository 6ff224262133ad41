"""Define the letters of the commands of the front screens, both for prompts and for typing."""

from __future__ import annotations

from typing import Final

YES: Final = "y"
NO: Final = "n"
NEW_TABLE: Final = "n"
BLOCK: Final = "b"
REPORT: Final = "r"
ALL_RULES: Final = "r"
READ_RULES: Final = "h"
RESET: Final = "d"
"""Sets a setting to its default."""
LEAGUE: Final = "g"
PROFILE: Final = "p"
FOLLOW: Final = "f"
AGAINST_ME: Final = "v"
EARLIER: Final = "-"
LATER: Final = "+"
WITHDRAW: Final = "x"
