"""Several servers that play as one, on this machine: `make cluster`.

PostgreSQL, the broker and the nodes live in temporary folders and end with the process.
"""

from __future__ import annotations

import argparse
import signal
import sys
from contextlib import suppress
from typing import Final

from tests.cluster.processes import StartFailed, nodes

_ENDING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


def _end(number: int, frame: object) -> None:
    """End everything that was started, once; further signals do not disturb that.

    Raises:
        KeyboardInterrupt: always.
    """
    for each in _ENDING:
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt


def main() -> int:
    """Run a cluster until ctrl+c; return the exit status."""
    asked = argparse.ArgumentParser(
        prog="python -m tests.programs.cluster.here", description=__doc__
    )
    asked.add_argument("--nodes", type=int, default=2, metavar="N")
    options = asked.parse_args()
    for number in _ENDING:
        signal.signal(number, _end)
    try:
        with nodes(options.nodes) as running:
            with suppress(KeyboardInterrupt):
                for node in running:
                    sys.stdout.write(
                        f"{node.name}:  ssh -p {node.port} 127.0.0.1"
                        f"    (cuttle admin --config {node.configuration} nodes)\n"
                    )
                sys.stdout.write("End with ctrl+c.\n")
                sys.stdout.flush()
                signal.pause()
            for node in running:
                node.stop()
    except KeyboardInterrupt:  # while the nodes were starting
        return 1
    except StartFailed as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
