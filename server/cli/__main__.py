"""Run the `cuttle` command: ``python -m server.cli``."""

from __future__ import annotations

import sys

from server.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
