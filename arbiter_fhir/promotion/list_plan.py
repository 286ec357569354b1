"""From an allergy, medication or problem that may be promoted to the row that says it in OpenEMR's lists."""

from __future__ import annotations

from datetime import date
from typing import Final

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.fact import FactValue, LabResult
from arbiter_fhir.domain.identity import ActiveFact
from arbiter_fhir.domain.promotion import ListPlan
from arbiter_fhir.domain.seal import PLAN_SEAL
from arbiter_fhir.domain.statement import Allergy, Medication, Problem
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.promotion.approval import review_note
from arbiter_fhir.promotion.chart_plan import does_not_fit, external_id
from arbiter_fhir.promotion.list_subject import ListValue, subject_of

__all__ = ["entry_texts", "plan_entry", "too_long"]

#: Characters that OpenEMR's columns hold: lists.title, lists.diagnosis.
TITLE_CHARS: Final = 255
CODES_CHARS: Final = 255
INSTRUCTION_CHARS: Final = 1000

#: Printed words to options of OpenEMR's list ``reaction``: the three that carry codes. Another option would make its
#: FHIR answer stumble, so every other reaction stands in the comment as printed.
_REACTIONS: Final = {"hives": "hives", "nausea": "nausea", "shortness of breath": "shortness_of_breath"}
#: Printed words to options of list ``severity_ccda``.
_SEVERITIES: Final = {
    "mild": "mild",
    "mild to moderate": "mild_to_moderate",
    "moderate": "moderate",
    "moderate to severe": "moderate_to_severe",
    "severe": "severe",
    "life threatening": "life_threatening_severity",
    "life-threatening": "life_threatening_severity",
    "fatal": "fatal",
}


def entry_texts(value: ListValue) -> tuple[tuple[str, str, int], ...]:
    """The texts that would be written, as (field, text, characters of its column)."""
    return (
        ("name", _title(value), TITLE_CHARS),
        ("codes", _diagnosis(value), CODES_CHARS),
        ("instructions", _instructions(value), INSTRUCTION_CHARS),
    )


def too_long(value: FactValue) -> str:
    """The first field of a value that is longer than its column in the chart; empty where all fit, or there is none."""
    if isinstance(value, LabResult):
        return does_not_fit(value)
    if not isinstance(value, Allergy | Medication | Problem):
        return ""
    return next((name for name, text, chars in entry_texts(value) if len(text) > chars), "")


def plan_entry(fact: ActiveFact, value: ListValue, document_id: DocumentId, *, today: date) -> ListPlan:
    """The row for one entry.

    Args:
        fact: An activated fact that policy lets into the chart.
        value: Its value.
        document_id: The source document.
        today: The site's day: when the entry is made.
    """
    severity, reaction = "", ""
    if isinstance(value, Allergy):
        severity = _SEVERITIES.get(_folded(value.severity), "")
        reaction = _REACTIONS.get(_folded(value.reaction), "")
    return ListPlan(
        patient_id=fact.patient_id,
        document_id=document_id,
        external_id=external_id(fact, document_id),
        kind=subject_of(value).kind,
        title=_title(value),
        diagnosis=_diagnosis(value),
        recorded_on=today,
        began=_day(_began(value)),
        reaction=reaction,
        severity=severity,
        instructions=_instructions(value),
        comment=_comment(fact, value, document_id, severity=severity, reaction=reaction),
        seal=PLAN_SEAL,
    )


def _title(value: ListValue) -> str:
    match value:
        case Allergy():
            return value.substance.strip()
        case Problem():
            return value.name.strip()
        case Medication():
            name = value.name.strip()
            added = (part for part in (value.strength.strip(), value.form.strip()) if part)
            return " ".join([name, *(part for part in added if part.casefold() not in name.casefold())])


def _diagnosis(value: ListValue) -> str:
    return ";".join(f"{system}:{code}" for system, code in sorted(subject_of(value).codes))


def _instructions(value: ListValue) -> str:
    if not isinstance(value, Medication):
        return ""
    said = (value.dose, value.route, value.frequency)
    words = " ".join(part.strip() for part in said if part.strip())
    needed = "as needed" if value.as_needed and "as needed" not in words.casefold() else ""
    purpose = f"for {value.indication.strip()}" if value.indication.strip() else ""
    return " ".join(part for part in (words, needed, purpose) if part)


def _began(value: ListValue) -> ClinicalDate | None:
    return value.started if isinstance(value, Medication) else value.onset


def _day(when: ClinicalDate | None) -> date | None:
    return when.day if when is not None and when.is_full_day else None


def _comment(fact: ActiveFact, value: ListValue, document_id: DocumentId, *, severity: str, reaction: str) -> str:
    page = fact.fact.citation.page
    began = _began(value)
    parts = [
        f"began {began.iso}" if began is not None and _day(began) is None else "",
        f"arbiter-fhir: documents:{document_id}" + (f" page {page}" if page else "") + ", as reported",
        review_note(fact.fact),
    ]
    if isinstance(value, Allergy):
        said = (("reaction", value.reaction, reaction), ("severity", value.severity, severity))
        parts = [*(f"{name}: {text.strip()}" for name, text, option in said if text.strip() and not option), *parts]
    return "; ".join(part for part in parts if part)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
