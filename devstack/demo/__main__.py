"""`scripts/demo`: sets up a clinic, runs the main job, shows the cited answer, the promoted rows and where to look."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arbiter_fhir.errors import ArbiterError
from devstack.demo.case import Case, add_case_options, built_in_cases
from devstack.demo.clinic import Clinic, open_clinic
from devstack.demo.interruption import Interrupted, Interruption
from devstack.demo.outcome import Outcome
from devstack.demo.story import tell

#: Narrower terminals wrap; a pipe gets this width.
WIDTH = 132
#: Columns that are of no use when cut or wrapped.
_WHOLE = {"Outcome", "Row", "Kind", "Date", "Source"}
REPOSITORY = Path(__file__).resolve().parents[2]


def main() -> int:
    """Run the demonstration; gives the exit code."""
    parser = argparse.ArgumentParser(prog="scripts/demo", description=__doc__)
    parser.add_argument("--once", action="store_true", help="end after printing instead of staying up until Ctrl-C")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else on standard output")
    parser.add_argument("--root", type=Path, default=REPOSITORY / ".arbiter" / "demo", help=argparse.SUPPRESS)
    parser.set_defaults(cases=None)
    add_case_options(parser)
    arguments = parser.parse_args()
    interruption = Interruption()
    started = time.monotonic()
    notes = Console(stderr=True)

    def progress(line: str) -> None:
        notes.print(Text(f"{time.monotonic() - started:6.1f} s  {line}", style="dim"), soft_wrap=True)

    arguments.root.mkdir(parents=True, exist_ok=True)
    shown = False
    try:
        interruption.listen()
        cases: list[Case] = arguments.cases or built_in_cases()
        with open_clinic(arguments.root, progress, interruption) as clinic:
            outcome = tell(clinic, cases, arguments.root / "pages", progress)
            if arguments.json:
                sys.stdout.write(json.dumps(outcome.as_json(), ensure_ascii=False) + "\n")
                sys.stdout.flush()
            else:
                _print(outcome, Console(width=max(Console().width, WIDTH)))
            shown = True
            if not arguments.once:
                _say_what_to_try(clinic, notes)
                progress("staying up; end with Ctrl-C")
                threading.Event().wait()
    except Interrupted as interrupted:
        progress("stopped; nothing is left running")
        return 0 if shown else interrupted.exit_code
    except (RuntimeError, ArbiterError) as error:
        notes.print(Text(str(error), style="red"), soft_wrap=True)
        return 1
    return 0


def _say_what_to_try(clinic: Clinic, notes: Console) -> None:
    """Commands that work on this clinic while it is up."""
    command = Path(sys.executable).with_name("arbiter-fhir")
    settings = shlex.quote(str(clinic.site.env_file))
    for arguments in ('ask "any abnormal labs?" --patient 1', "trace 2", "doctor"):
        notes.print(Text(f"{'try':>14}  {shlex.quote(str(command))} {arguments} --env-file {settings}"), soft_wrap=True)


def _print(outcome: Outcome, console: Console) -> None:
    for answer in outcome.answers:
        console.print()
        console.print(Text(f"Q: {answer['question']}", style="bold"))
        refusal = answer["refusal"]
        refused = f"Refused ({refusal['reason']}): {refusal['message']}" if isinstance(refusal, Mapping) else ""
        console.print(Text(refused or str(answer["text"])))
        citations = answer["citations"]
        for number, citation in enumerate(citations if isinstance(citations, list) else [], start=1):
            console.print(
                Text(
                    f"  [{number}] {citation['source_id']}, {citation['page_or_section']}: "
                    f"“{citation['quote_or_value']}” {_box(citation['bounding_box'])}",
                    style="dim",
                )
            )
    console.print()
    console.print(_promotions(outcome))
    for name, url in outcome.urls.items():
        console.print(Text(f"{name:>14}  {url}", style="cyan"), soft_wrap=True)


def _box(box: object) -> str:
    if not isinstance(box, dict):
        return "(no box)"
    return f"box x={box['x']:.3f} y={box['y']:.3f} w={box['width']:.3f} h={box['height']:.3f}"


def _promotions(outcome: Outcome) -> Table:
    title = "What went into the chart"
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for heading in ("Outcome", "Row", "Kind", "Fact", "Date", "Source"):
        table.add_column(heading, no_wrap=heading in _WHOLE)
    for row in outcome.promotions:
        fact = row["fact"]
        if not isinstance(fact, dict):
            continue
        value, citation = fact["value"], fact["citation"]
        place = f"{row['promoted_table']}:{row['promoted_record_id']}" if row["promoted_record_id"] else ""
        dated = next((value[name] for name in ("collection_date", "started", "onset") if value.get(name)), "")
        table.add_row(
            Text(str(row["outcome"])),
            Text(place),
            Text(str(fact["fact_type"]).replace("_", " ")),
            Text(str(fact["text"])),
            Text(str(dated)),
            Text(f"{citation['source_id']} {citation['page_or_section']}"),
        )
    return table


if __name__ == "__main__":
    raise SystemExit(main())
