"""`doctor`: every dependency looked at, each finding with what to do."""

from __future__ import annotations

import json
from collections.abc import Iterator

from arbiter_fhir.bootstrap.database_diagnosis import diagnose_accounts, diagnose_chart
from arbiter_fhir.bootstrap.ehr import build_exchange, build_fhir_client, build_token_source
from arbiter_fhir.bootstrap.embedding import build_embedder
from arbiter_fhir.bootstrap.finding import Finding, look_at
from arbiter_fhir.bootstrap.guidelines import describe_guidelines
from arbiter_fhir.bootstrap.language_models import build_model
from arbiter_fhir.bootstrap.reading import build_deidentifier, build_reader
from arbiter_fhir.bootstrap.secret_files import read_key
from arbiter_fhir.bootstrap.site_diagnosis import diagnose_site
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.errors import ArbiterError, ErrorCode, ProviderError
from arbiter_fhir.ports.models import ModelRequest
from arbiter_fhir.settings import Settings

__all__ = ["Finding", "diagnose", "diagnose_connections"]

OCR_LANGUAGE = "eng"


def diagnose(settings: Settings) -> Iterator[Finding]:
    """Look at each dependency in the order in which the line needs them; slow ones are looked at last.

    Args:
        settings: The site's settings, possibly incomplete.
    """
    yield _reader()
    yield look_at("Name detection model", lambda: _loaded(settings))
    yield look_at("Embedding model", lambda: build_embedder(settings).model_id)
    yield look_at("Guidelines", lambda: describe_guidelines(settings, build_embedder(settings)))
    yield from diagnose_connections(settings)
    yield from _model(settings)


def diagnose_connections(settings: Settings) -> Iterator[Finding]:
    """Look at what a site is wired with: keys, accounts, OpenEMR by SQL and over HTTP, what people set up there.

    Args:
        settings: The site's settings, possibly incomplete.
    """
    yield from _keys(settings)
    yield from diagnose_accounts(settings)
    yield from diagnose_chart(settings)
    yield from _ehr(settings)
    yield from diagnose_site(settings)


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
