"""`doctor`: every dependency looked at, each finding with what to do."""

from __future__ import annotations

import json
from collections.abc import Iterator

from arbiter_fhir.bootstrap.ehr import build_exchange, build_fhir_client, build_token_source
from arbiter_fhir.bootstrap.embedding import build_embedder
from arbiter_fhir.bootstrap.finding import Finding, look_at
from arbiter_fhir.bootstrap.guidelines import describe_guidelines
from arbiter_fhir.bootstrap.language_models import build_model
from arbiter_fhir.bootstrap.reading import build_deidentifier, build_reader
from arbiter_fhir.bootstrap.secret_files import read_key, read_secret
from arbiter_fhir.bootstrap.site_diagnosis import diagnose_site
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.tenant import SiteId
from arbiter_fhir.errors import ArbiterError, ErrorCode, ProviderError
from arbiter_fhir.openemr import (
    Grants,
    check_schema_contract,
    open_chart_engine,
    optional_columns,
    query_grants,
    worker_grants,
)
from arbiter_fhir.ports.models import ModelRequest
from arbiter_fhir.settings import Settings
from arbiter_fhir.store import AccountRole, GrantDrift, check_server, check_version, open_engine, verify_account

__all__ = ["Finding", "diagnose"]

OCR_LANGUAGE = "eng"


def diagnose(settings: Settings) -> Iterator[Finding]:
    """Look at each dependency in the order in which the line needs them; slow ones are looked at last.

    Args:
        settings: The site's settings, possibly incomplete.
    """
    yield _reader()
    yield look_at("Name detection model", lambda: _loaded(settings))
    yield look_at("Embedding model", lambda: build_embedder(settings).model_id)
    yield from _keys(settings)
    yield from _database(settings)
    yield look_at("Guidelines", lambda: describe_guidelines(settings, build_embedder(settings)))
    yield from _chart(settings)
    yield from _ehr(settings)
    yield from diagnose_site(settings)
    yield from _model(settings)


def _loaded(settings: Settings) -> str:
    build_deidentifier(settings.date_order)
    return "loaded"


def _reader() -> Finding:
    """The reader's child can start, finds Tesseract with English data, and has given up what it can."""
    try:
        probe = build_reader().probe()
    except ArbiterError as error:
        return Finding("Reader and OCR", ok=False, message=f"{error.code.value}: {error.message}")
    if probe.tesseract is None or OCR_LANGUAGE not in probe.languages:
        return Finding(
            "Reader and OCR", ok=False, message="Install tesseract-ocr with English data (tesseract-ocr-eng)."
        )
    network = "no network" if probe.network_cut else "network not cut off: this system allows no user namespaces"
    return Finding("Reader and OCR", ok=True, message=f"Tesseract {probe.tesseract}; {network}")


def _keys(settings: Settings) -> Iterator[Finding]:
    for name in ("kek_file", "patient_reference_key_file", "api_pepper_file", "module_secret_file"):

        def look(setting: str = name) -> str:
            read_key(getattr(settings, setting), setting)
            return "present"

        yield look_at(f"Key {name.removesuffix('_file')}", look)


def _database(settings: Settings) -> Iterator[Finding]:
    """Each account can log in, is no administrator, and finds the schema in this code's version."""
    for role in ("worker", "query", "reidentify", "control"):
        name = f"{role}_url_file"

        def log_in(setting: str = name) -> str:
            with open_engine(read_secret(getattr(settings, setting), setting)).connect():
                return "can log in"

        yield look_at(f"Database account {role}", log_in)

    def schema_version() -> str:
        check_version(open_engine(read_secret(settings.worker_url_file, "worker_url_file")))
        return "up to date"

    yield look_at("Database schema", schema_version)
    yield from _grants(settings)
    try:
        checks = check_server(open_engine(read_secret(settings.worker_url_file, "worker_url_file")))
    except ArbiterError as error:
        yield Finding("Database server", ok=None, message=f"not looked at: {error.message}")
        return
    for check in checks:
        yield Finding(f"Database {check.setting}", ok=check.ok, message=check.found if check.ok else check.remedy)


def _grants(settings: Settings) -> Iterator[Finding]:
    """Each account of the service holds exactly what the manifest says."""
    for role, name, rights in (
        (AccountRole.WORKER, "worker", worker_grants),
        (AccountRole.QUERY, "query", query_grants),
        (AccountRole.REID, "reidentify", None),
        (AccountRole.AUTH, "control", None),
    ):
        setting = f"{name}_url_file"
        try:
            url = read_secret(getattr(settings, setting), setting)
            chart: Grants = {}
            if rights is not None:
                with open_chart_engine(url).connect() as connection:
                    chart = rights(optional_columns(connection, settings.openemr_schema))
            drift = verify_account(open_engine(url), role, SiteId(settings.site), settings.openemr_schema, chart=chart)
        except ArbiterError as error:
            yield Finding(f"Database grants {name}", ok=None, message=f"not looked at: {error.message}")
            continue
        message = "exactly the manifest" if drift.ok else _drift(drift)
        yield Finding(f"Database grants {name}", ok=drift.ok, message=message)


def _drift(drift: GrantDrift) -> str:
    return (
        f"{len(drift.missing)} missing, {len(drift.extra) + len(drift.strange)} too many: "
        "run `arbiter-fhir migrate` again with an administrator's URL."
    )


def _chart(settings: Settings) -> Iterator[Finding]:
    """OpenEMR's tables are as this code relies on, as each account sees them."""
    for role, grants in (("worker", worker_grants()), ("query", query_grants())):
        name = f"{role}_url_file"
        try:
            with open_chart_engine(read_secret(getattr(settings, name), name)).connect() as connection:
                problems = check_schema_contract(connection, settings.openemr_schema, grants)
        except ArbiterError as error:
            yield Finding(f"OpenEMR tables ({role})", ok=None, message=f"not looked at: {error.message}")
            continue
        yield Finding(
            f"OpenEMR tables ({role})",
            ok=not problems,
            message=" ".join(problems) or "as relied on; promotion is possible",
        )


def _model(settings: Settings) -> Iterator[Finding]:
    """The configured language model answers in the demanded shape; nothing where none is configured."""
    if settings.models == "off" or not settings.model_base_url:
        return

    def answers() -> str:
        shape = {"type": "object", "properties": {"ready": {"type": "boolean"}}, "required": ["ready"]}
        request = ModelRequest(
            instructions="Answer that you are ready.",
            document=DeidentifiedText.compose("Are you ready?"),
            schema_name="readiness",
            schema={**shape, "additionalProperties": False},
            most_output_tokens=50,
        )
        reply = build_model(settings).complete(request)
        try:
            json.loads(reply.text)
        except ValueError:
            raise ProviderError(
                ErrorCode.PROVIDER_OUTPUT, "The model answered, but not in JSON; choose one that can."
            ) from None
        return f"{reply.model_id} answered in {reply.latency_ms} ms"

    yield look_at("Language model", answers)


def _ehr(settings: Settings) -> Iterator[Finding]:
    """OpenEMR answers over HTTP, knows us, and grants every scope."""

    def capability() -> str:
        found = build_fhir_client(settings).capability()
        return f"OpenEMR {found.software_version}, FHIR {found.fhir_version}"

    def access() -> str:
        build_token_source(settings, build_exchange(settings)).token()
        return "token granted with every scope"

    yield look_at("OpenEMR FHIR", capability)
    yield look_at("OpenEMR token and scopes", access)
