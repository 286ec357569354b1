"""A private MariaDB 11.8 in a folder of its own: data, socket, port and root password belong to it alone.

`PrivateMariaDB(root)` starts, stops and kills one server; `shared_server(root)` shares one between processes.

    python -m devstack.mariadb start|stop|status --root DIR
    python -m devstack.mariadb prepare
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from devstack.mariadb_server import MariaDBHandle, PrivateMariaDB
from devstack.mariadb_sharing import scratch_schema, shared_server
from devstack.mariadb_software import MariaDBError, prepare_software, template_data

__all__ = ["MariaDBError", "MariaDBHandle", "PrivateMariaDB", "main", "scratch_schema", "shared_server"]


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line; the exit code of `status` is 0 when the server runs and 3 when it does not."""
    parser = argparse.ArgumentParser(prog="python -m devstack.mariadb", description="A private MariaDB 11.8.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("prepare", help="fetch the server and make its empty template, without starting anything")
    for name, what in (("start", "start the server"), ("stop", "stop it"), ("status", "say whether it runs")):
        command = commands.add_parser(name, help=what)
        command.add_argument("--root", type=Path, required=True, help="the folder of this server")
    chosen = parser.parse_args(argv)
    try:
        if chosen.command == "prepare":
            template_data(prepare_software())
            return 0
        server = PrivateMariaDB(chosen.root)
        if chosen.command == "start":
            server.start()
        elif chosen.command == "stop":
            server.stop()
        if not server.is_running():
            print("stopped")
            return 0 if chosen.command == "stop" else 3
        handle = server.handle()
    except MariaDBError as error:
        print(f"mariadb: {error}", file=sys.stderr)
        return 1
    print(f"MariaDB {handle.version} runs: socket {handle.socket}, port {handle.port}")
    print(f"root's password is in {chosen.root / 'root-password'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
