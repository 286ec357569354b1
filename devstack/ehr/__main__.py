"""``python -m devstack.ehr serve``: the stand-in as a process of its own."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import threading
from pathlib import Path

from devstack.ehr.fhir import Variant
from devstack.ehr.people import enter_people
from devstack.ehr.schema import install_schema
from devstack.ehr.server import StandInEhr


def main(arguments: list[str] | None = None) -> int:
    """Parses the command line and runs one command; returns the exit code."""
    options = _parser().parse_args(arguments)
    if options.command == "install":
        install_schema(options.database_url)
        return 0
    if options.install:
        install_schema(options.database_url)
    ehr = StandInEhr(
        options.database_url,
        options.documents,
        variant=options.variant,
        tls=options.tls,
        port=options.port,
        browse=options.browse,
        configure=not options.unconfigured,
    )
    if options.people:
        enter_people(ehr.store, today=ehr.store.today())
    return _serve(ehr)


def _serve(ehr: StandInEhr) -> int:
    ended = threading.Event()
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, lambda _number, _frame: ended.set())
    base_url = ehr.start()
    print(
        json.dumps(
            {
                "base_url": base_url,
                "fhir_base_url": ehr.fhir_base_url,
                "token_url": ehr.token_url,
                "ca_pem": None if ehr.ca_pem is None else str(ehr.ca_pem),
            }
        ),
        flush=True,
    )
    ended.wait()
    ehr.stop()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m devstack.ehr", description="A stand-in for OpenEMR, for development and tests only."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    install = commands.add_parser("install", help="create OpenEMR's core tables and first rows in a schema")
    serve = commands.add_parser("serve", help="answer HTTP until SIGINT or SIGTERM; prints its URLs as JSON")
    for command in (install, serve):
        command.add_argument("--database-url", required=True, help="mariadb+pymysql://... with the schema's name")
    serve.add_argument("--documents", type=Path, required=True, help="folder for document files and keys")
    serve.add_argument("--port", type=int, default=0, help="TCP port on 127.0.0.1; 0 takes a free one")
    serve.add_argument("--tls", action="store_true", help="HTTPS with a certificate of its own authority")
    serve.add_argument("--variant", type=Variant, default=Variant.V7_0_1, choices=list(Variant))
    serve.add_argument("--browse", action="store_true", help="show the chart to people at /")
    serve.add_argument("--install", action="store_true", help="create the tables first where they are missing")
    serve.add_argument("--people", action="store_true", help="enter five people with years of chart first")
    serve.add_argument("--unconfigured", action="store_true", help="leave all APIs as they are in globals")
    return parser


if __name__ == "__main__":
    sys.exit(main())
