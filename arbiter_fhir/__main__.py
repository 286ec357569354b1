"""The command line: parses, hands over, turns errors into exit codes.

Exit codes: 0 done, 1 something needed is missing or away, 2 the input cannot be used.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console

from arbiter_fhir import __version__
from arbiter_fhir.cli.output import Output, wide_console
from arbiter_fhir.cli.supervise import own_command, run_first, supervise
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.errors import (
    ArbiterError,
    ConfigurationError,
    DocumentError,
    ErrorCode,
    ExtractionError,
    RequestError,
)
from arbiter_fhir.ports.access import KeyScope
from arbiter_fhir.settings import Settings, load_settings
from arbiter_fhir.telemetry import configure_logging

__all__ = ["main"]

app = typer.Typer(
    name="arbiter-fhir",
    help="Reads the documents of an OpenEMR chart, proves every fact on the page, answers with citations.",
    epilog="Start with `arbiter-fhir extract report.pdf --overlay boxes/`: it needs no database and no OpenEMR.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

EnvFile = Annotated[
    Path | None, typer.Option(help="Settings file (NAME=value lines); default: $ARBITER_ENV_FILE.", envvar=[])
]
AdminUrlFile = Annotated[
    Path,
    typer.Option(help="File with an administrator's SQLAlchemy URL of the server.", exists=True, dir_okay=False),
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object on standard output, nothing else.")]
DocumentType = Annotated[
    DocType, typer.Option("--type", "-t", help="The document type to read the file as; it is not guessed.")
]

_WHERE_SETTINGS_COME_FROM = (
    "Settings come from the file that --env-file or $ARBITER_ENV_FILE names; `arbiter-fhir migrate` writes one, "
    "see docs/installing.md. scripts/demo makes its own."
)
_UNUSABLE_INPUT = 2
_NOT_WELL = 1


def _settings(env_file: Path | None) -> Settings:
    return load_settings(env_file)


@app.command(rich_help_panel="Try it")
def extract(
    file: Annotated[Path, typer.Argument(help="A document; --type says of which type.")],
    doc_type: DocumentType = DocType.LAB_PDF,
    as_json: AsJson = False,
    overlay: Annotated[
        Path | None,
        typer.Option(help="Write the pages with the boxes drawn as PNG files into this folder; names are not hidden."),
    ] = None,
    env_file: EnvFile = None,
) -> None:
    """Read one file: pages, de-identified text, facts with citations. No database, no OpenEMR.

    Certainty here speaks of the fact alone: no chart is there to check whose document it is.
    """
    from arbiter_fhir.cli.commands import extract_file

    configure_logging(silent=True)
    output = Output(wide_console(), as_json=as_json)
    try:
        extract_file(_settings(env_file), file, doc_type, output, overlay=overlay)
    except (DocumentError, ExtractionError) as error:
        output.error(error, document={"file": file.name, "doc_type": doc_type.value})
        raise typer.Exit(_UNUSABLE_INPUT) from None


@app.command(rich_help_panel="Try it")
def deidentify(
    file: Annotated[str, typer.Argument(help="A file of any supported type, plain text, or - for standard input.")],
    patient: Annotated[
        str | None, typer.Option(help='Sweep for this patient\'s identifiers too: "Given Family,1970-01-31,MRN".')
    ] = None,
    as_json: AsJson = False,
    env_file: EnvFile = None,
) -> None:
    """Print a text with every identifier replaced; --json adds what stood where, without the values."""
    from arbiter_fhir.cli.commands import deidentify_input

    configure_logging(silent=True)
    output = Output(Console(soft_wrap=True), as_json=as_json)
    try:
        deidentify_input(_settings(env_file), file, patient, output)
    except DocumentError as error:
        output.error(error)
        raise typer.Exit(_UNUSABLE_INPUT) from None


@app.command(rich_help_panel="Ask and check")
def ask(
    question: Annotated[str, typer.Argument(help='For example "most recent HbA1c?".')],
    patient: Annotated[str, typer.Option("--patient", "-p", help="OpenEMR's pid, or mrn:<external id>.")],
    explain: Annotated[
        bool, typer.Option("--explain", help="Show the route, the evidence with scores, the checks, the times.")
    ] = False,
    *,
    follows: Annotated[
        str | None, typer.Option("--follows", help="Request id of the answer before, for a question that leans on it.")
    ] = None,
    as_json: AsJson = False,
    env_file: EnvFile = None,
) -> None:
    """Answer a question about one patient in four sections, every claim cited, or refuse with the reason."""
    from arbiter_fhir.cli.commands import ask_question

    configure_logging(silent=True)
    output = Output(Console(), as_json=as_json)
    ask_question(_settings(env_file), patient, question, output, explain=explain, follows=follows)


@app.command(rich_help_panel="Ask and check")
def trace(
    document: Annotated[int, typer.Argument(help="OpenEMR's document id.", min=1)],
    as_json: AsJson = False,
    env_file: EnvFile = None,
) -> None:
    """List what is left of a document anywhere: our tables, vectors, the placeholder map, the chart."""
    from arbiter_fhir.bootstrap.custody import chart_rows_of_document, parts_of_document, trace_document
    from arbiter_fhir.cli.trace import print_trace, trace_as_json

    configure_logging(silent=True)
    settings = _settings(env_file)
    places = trace_document(settings, DocumentId(document))
    parts = parts_of_document(settings, DocumentId(document))
    rows = chart_rows_of_document(settings, DocumentId(document))
    if as_json:
        sys.stdout.write(json.dumps(trace_as_json(document, places, parts, rows)) + "\n")
    else:
        print_trace(document, places, wide_console(), parts, rows)


@app.command(rich_help_panel="Ask and check")
def report(
    out: Annotated[Path, typer.Option(help="HTML file to write; nothing in it has to be loaded.", dir_okay=False)],
    days: Annotated[int, typer.Option(help="How many days back.", min=1, max=3660)] = 30,
    env_file: EnvFile = None,
) -> None:
    """Write what documents and questions took: time per stage, tokens, cost, a month's projection, the bottleneck."""
    from arbiter_fhir.bootstrap.usage import build_usage_reader
    from arbiter_fhir.cli.report.figures import collect_figures
    from arbiter_fhir.cli.report.page import report_page, summary_sentences

    configure_logging(silent=True)
    settings = _settings(env_file)
    reader = build_usage_reader(settings)
    figures = collect_figures(reader, site=settings.site, until=datetime.now(UTC), days=days)
    try:
        out.write_text(report_page(figures), encoding="utf-8")
    except OSError as error:
        raise ConfigurationError(f"The report cannot be written: {error.strerror}.") from None
    for sentence in summary_sentences(figures):
        Console().print(sentence, markup=False)


@app.command("eval-case", rich_help_panel="Ask and check")
def eval_case(
    fact: Annotated[int, typer.Option(help="Id of a fact that a reviewer corrected.", min=1)],
    out: Annotated[Path, typer.Option(help="Folder for the case; made where it is missing.", file_okay=False)],
    as_json: AsJson = False,
    env_file: EnvFile = None,
) -> None:
    """Export a corrected fact as a regression case: its page without identifiers, and what belongs there."""
    from arbiter_fhir.cli.eval_case import export_case

    export_case(_settings(env_file), fact, out, Output(Console(soft_wrap=True), as_json=as_json))


@app.command(rich_help_panel="Ask and check")
def doctor(env_file: EnvFile = None, as_json: AsJson = False) -> None:
    """Look at every dependency and say what to do about each that is not well."""
    from arbiter_fhir.bootstrap.diagnosis import diagnose
    from arbiter_fhir.cli.findings import print_findings

    configure_logging(silent=True)
    if not print_findings(diagnose(_settings(env_file)), Output(Console(), as_json=as_json)):
        raise typer.Exit(_NOT_WELL)


@app.command(rich_help_panel="Run")
def up(env_file: EnvFile = None) -> None:
    """Run watch, work and serve on this host, each its own process, restarted when one dies.

    Before that the guideline corpus is indexed, where it is not yet.
    """
    from arbiter_fhir.bootstrap.secret_files import read_secret

    configure_logging()
    settings = _settings(env_file)
    # Roles that die are started again and again: what no restart can mend is said here, once.
    read_secret(settings.worker_url_file, "worker_url_file")
    read_secret(settings.query_url_file, "query_url_file")
    named = ["--env-file", str(env_file)] if env_file else []
    # In a process of its own: the models that it loads would stay in this one, which only looks after others.
    if failed := run_first(own_command("index-guidelines", *named)):
        raise typer.Exit(failed)
    roles = [(role, own_command(role, *named)) for role in ("watch", "work", "serve")]
    raise typer.Exit(supervise(roles))


@app.command(rich_help_panel="Run")
def watch(env_file: EnvFile = None) -> None:
    """Find new, changed, moved and deleted documents of mapped categories, until stopped."""
    from arbiter_fhir.bootstrap.watching import build_watching
    from arbiter_fhir.worker import build_watch

    configure_logging()
    settings = _settings(env_file)
    loop = build_watch(build_watching(settings), site=settings.site, every=timedelta(seconds=settings.watch_seconds))
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, lambda *_: loop.stop())
    loop.run_forever()


@app.command(rich_help_panel="Run")
def work(
    name: Annotated[str | None, typer.Option(help="Worker name, for health and logs; default: host and pid.")] = None,
    env_file: EnvFile = None,
) -> None:
    """Claim and run extraction jobs until stopped. Start as many as you like.

    SIGTERM finishes the job at hand; a second one gives it back at once.
    """
    from arbiter_fhir.bootstrap.site import build_site
    from arbiter_fhir.worker import WorkerTimes, build_worker

    configure_logging()
    settings = _settings(env_file)
    times = WorkerTimes(
        lease_for=timedelta(seconds=settings.lease_seconds), idle=timedelta(seconds=settings.idle_seconds)
    )
    worker = build_worker(build_site(settings), name=name or f"{socket.gethostname()}.{os.getpid()}", times=times)
    asked = 0

    def end(*_: object) -> None:
        nonlocal asked
        asked += 1
        worker.stop() if asked == 1 else worker.abandon()

    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, end)
    worker.run_forever()


@app.command(rich_help_panel="Run")
def serve(env_file: EnvFile = None) -> None:
    """Serve the HTTP API (OpenAPI at /openapi/openapi.json) until stopped."""
    import uvicorn

    from arbiter_fhir.app import create_app
    from arbiter_fhir.bootstrap.site import build_site

    configure_logging()
    settings = _settings(env_file)
    site = build_site(settings)
    # Beside the server's start: until it is warm, readyz says that questions are not ready.
    site.warmup.start()
    application = create_app(site)
    uvicorn.run(application, host=settings.listen_host, port=settings.listen_port, log_config=None, access_log=False)


@app.command(rich_help_panel="Install")
def migrate(
    admin_url_file: AdminUrlFile,
    folder: Annotated[Path, typer.Option(help="Where the site's secret files and settings file go.")],
    site: Annotated[str, typer.Option(help="OpenEMR site name.")] = "default",
    openemr_schema: Annotated[str, typer.Option(help="OpenEMR's schema.")] = "openemr",
) -> None:
    """Make or update a site's schemas, accounts and grants. Safe to repeat; run it after every upgrade."""
    from arbiter_fhir.bootstrap.database_urls import administrator_url
    from arbiter_fhir.bootstrap.installation import install

    configure_logging()
    installation = install(administrator_url(admin_url_file), site, openemr_schema, folder)
    Console().print(f"Installed. Settings: {installation.env_file}")


@app.command("index-guidelines", rich_help_panel="Install")
def index_guidelines(env_file: EnvFile = None, as_json: AsJson = False) -> None:
    """Bring the guideline index to the corpus on disk and the embedding model; searches go on meanwhile.

    Safe to repeat. `up` does it by itself; run it after a change of corpus or model where the roles run elsewhere.
    """
    from arbiter_fhir.cli.guidelines import index_corpus

    configure_logging(silent=True)
    index_corpus(_settings(env_file), Output(Console(soft_wrap=True), as_json=as_json))


@app.command("map", rich_help_panel="Install")
def map_category(
    category: Annotated[str, typer.Argument(help="OpenEMR's category: its number, or its name in quotes.")],
    doc_type: Annotated[DocType, typer.Argument(help="What its documents are read as.")],
    off: Annotated[bool, typer.Option("--off", help="Unmap: documents read from it are withdrawn.")] = False,
    env_file: EnvFile = None,
) -> None:
    """Map an OpenEMR document category to a document type; the watch acts on it at its next look."""
    from arbiter_fhir.cli.site_setup import map_and_list

    configure_logging(silent=True)
    map_and_list(_settings(env_file), category, doc_type, active=not off)


@app.command("issue-key", rich_help_panel="Install")
def issue_key(
    admin_url_file: AdminUrlFile,
    scope: Annotated[list[KeyScope], typer.Option(help="May be given more than once.")],
    label: Annotated[str, typer.Option(help="Whose key it is.")],
    out: Annotated[
        Path | None, typer.Option(help="File for the key, its owner's alone, instead of showing it.")
    ] = None,
    env_file: EnvFile = None,
) -> None:
    """Make an API key; it is shown once, or written into a file, and stored nowhere else."""
    from arbiter_fhir.cli.site_setup import issue_and_show

    configure_logging(silent=True)
    issue_and_show(_settings(env_file), admin_url_file, scope, label=label, out=out)


@app.command("module-secret", rich_help_panel="Install")
def module_secret(
    new: Annotated[bool, typer.Option("--new", help="Replace it: paste the new one, and start serve again.")] = False,
    env_file: EnvFile = None,
) -> None:
    """Print what the OpenEMR module signs its tokens with; paste it into the module's settings and nowhere else."""
    from arbiter_fhir.bootstrap.installation import module_secret as secret_of_module

    configure_logging(silent=True)
    sys.stdout.write(secret_of_module(_settings(env_file), renew=new) + "\n")


@app.command("register", rich_help_panel="Install")
def register(
    contact: Annotated[str, typer.Option(help="E-mail address of whoever looks after this installation.")],
    env_file: EnvFile = None,
) -> None:
    """Register this installation as an API client at OpenEMR; an administrator enables it there afterwards."""
    from arbiter_fhir.cli.site_setup import register_and_keep

    configure_logging(silent=True)
    register_and_keep(_settings(env_file), env_file, contact=contact)


@app.command(rich_help_panel="Install")
def version() -> None:
    """Print the version."""
    Console().print(__version__)


def main() -> NoReturn:
    """Entry point; an `ArbiterError` becomes a sentence and an exit code, never a traceback."""
    try:
        app(standalone_mode=True)
    except RequestError as error:
        Console(stderr=True).print(f"{error.code.value}: {error.message}", markup=False)
        raise SystemExit(_UNUSABLE_INPUT) from None
    except ArbiterError as error:
        Console(stderr=True).print(f"{error.code.value}: {error.message}", markup=False)
        if error.code is ErrorCode.CONFIG:
            Console(stderr=True).print(_WHERE_SETTINGS_COME_FROM, markup=False)
        raise SystemExit(_NOT_WELL) from None
    raise SystemExit(0)


if __name__ == "__main__":
    main()
