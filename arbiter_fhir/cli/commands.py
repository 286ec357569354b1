"""The commands that read a file or ask a question: open, hand over, show."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from arbiter_fhir.bootstrap.reading import build_preview, draw_overlay
from arbiter_fhir.bootstrap.site import build_site
from arbiter_fhir.cli.ask import answer_as_json, print_answer
from arbiter_fhir.cli.explain import explanation_as_json, print_explanation
from arbiter_fhir.cli.extract import preview_as_json, print_preview, span_as_json, write_overlays
from arbiter_fhir.cli.output import Output
from arbiter_fhir.cli.patient import parse_patient
from arbiter_fhir.domain.deid import DeidentifiedDocument
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.errors import DocumentError, ErrorCode
from arbiter_fhir.settings import Settings

__all__ = ["ask_question", "deidentify_input", "extract_file"]

STANDARD_INPUT = "-"
_MRN = "mrn:"
_CALLER = "command-line"
#: Largest input read into memory (security notes, section 3).
MAX_BYTES = 50 * 1024 * 1024


def extract_file(settings: Settings, file: Path, doc_type: DocType, output: Output, *, overlay: Path | None) -> None:
    """Read one file and show its facts; with ``overlay`` draw them too.

    Raises:
        DocumentError: The file cannot be read as a document.
    """
    content = _content(file)
    pipeline = build_preview(settings)
    preview = pipeline.extract(content, doc_type=doc_type, source_id=f"file:{file.name}")
    fitting = pipeline.fitting_type(preview, doc_type) if preview.is_empty else None
    if overlay is not None:
        write_overlays(
            content,
            preview.extraction.facts,
            overlay,
            pages=len(preview.pages.pages),
            stem=file.stem,
            draw=draw_overlay,
        )
    output.show(
        lambda: preview_as_json(preview, name=file.name, doc_type=doc_type.value, fitting=fitting),
        lambda console: print_preview(preview, console, doc_type=doc_type, fitting=fitting),
    )


def deidentify_input(settings: Settings, source: str, patient: str | None, output: Output) -> None:
    """Replace every identifier of a file or of standard input.

    Raises:
        DocumentError: Nothing there, or unreadable.
        RequestError: The patient option is malformed.
    """
    content = sys.stdin.buffer.read(MAX_BYTES + 1) if source == STANDARD_INPUT else _content(Path(source))
    known = parse_patient(patient) if patient else None
    clean = build_preview(settings).deidentify(content, patient=known)
    output.show(lambda: _clean_as_json(clean), lambda console: console.print(Text(_clean_text(clean))))


def ask_question(
    settings: Settings,
    patient: str,
    question: str,
    output: Output,
    *,
    explain: bool = False,
    follows: str | None = None,
) -> None:
    """Ask about one patient, named by pid or ``mrn:<external id>``.

    Args:
        settings: The site's settings.
        patient: Whose record is asked.
        question: As typed.
        output: Where the answer is shown.
        explain: Show the way to the answer, too.
        follows: Request id of the answer before, which the question may lean on.

    Raises:
        RequestError: No such patient, or no usable question.
    """
    query = build_site(settings).query
    external = patient.removeprefix(_MRN) if patient.startswith(_MRN) or not patient.isdigit() else None
    patient_id = query.resolve_patient(patient_id=None if external else PatientId(int(patient)), external_id=external)
    if not explain:
        request_id, answer = query.ask(RecordView.whole(patient_id), question, caller=_CALLER, follows=follows)
        output.show(
            lambda: {"request_id": request_id, **answer_as_json(answer)},
            lambda console: print_answer(answer, console, request_id=request_id),
        )
        return
    answer, way = query.explain(RecordView.whole(patient_id), question, caller=_CALLER, follows=follows)

    def show(console: Console) -> None:
        print_answer(answer, console, request_id=way.request_id)
        print_explanation(way, console)

    output.show(
        lambda: {"request_id": way.request_id, **answer_as_json(answer), "explanation": explanation_as_json(way)}, show
    )


def _content(file: Path) -> bytes:
    try:
        with file.open("rb") as handle:
            return handle.read(MAX_BYTES + 1)
    except OSError:
        raise DocumentError(ErrorCode.SOURCE_MISSING, "The file cannot be opened; check its name.") from None


def _clean_text(clean: DeidentifiedDocument) -> str:
    return "\n\n".join(page.text.value for page in clean.pages)


def _clean_as_json(clean: DeidentifiedDocument) -> dict[str, object]:
    return {
        "text": _clean_text(clean),
        "pages": [{"page": page.number, "text": page.text.value} for page in clean.pages],
        "identifiers": [span_as_json(span) for span in clean.spans],
    }
