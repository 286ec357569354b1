"""From a fact that may be promoted to the rows that say it in OpenEMR's tables."""

from __future__ import annotations

import base64
import hashlib
import re
from decimal import Decimal, InvalidOperation

from arbiter_fhir.domain.fact import CitedFact, LabResult
from arbiter_fhir.domain.identity import ActiveFact
from arbiter_fhir.domain.lab_comparison import fact_identity
from arbiter_fhir.domain.promotion import RESULT_TABLE, ChartLab, LabPlan, OrderSlot
from arbiter_fhir.domain.seal import PLAN_SEAL
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.promotion.approval import review_note
from arbiter_fhir.promotion.fingerprint import clinical_fingerprint

__all__ = ["does_not_fit", "external_id", "plan_lab", "source_document"]

#: Characters that OpenEMR's columns hold (7.0.1 to 8.5): procedure_result.result_text, result, units, range.
NAME_CHARS = 255
VALUE_CHARS = 255
UNIT_CHARS = 31
RANGE_CHARS = 255

EXTERNAL_ID_VERSION = "arbiter-fhir/external-id/1"

_PREFIX = "arb"
_SOURCE = re.compile(r"documents:([1-9]\d*)")


def source_document(fact: CitedFact) -> DocumentId | None:
    """The stored document that a fact cites; ``None`` for a file that OpenEMR does not hold."""
    match = _SOURCE.fullmatch(fact.citation.source_id)
    return DocumentId(int(match[1])) if match else None


def does_not_fit(lab: LabResult) -> str:
    """The name of the first field that is longer than its column; empty where all fit. Nothing is ever cut."""
    widths = (
        ("name", lab.test_name, NAME_CHARS),
        ("value", chart_value(lab), VALUE_CHARS),
        ("unit", lab.unit, UNIT_CHARS),
        ("reference_range", lab.reference_range, RANGE_CHARS),
    )
    return next((name for name, text, chars in widths if len(text) > chars), "")


def chart_value(lab: LabResult) -> str:
    """The value as the chart stores it: as printed, but a plain number free of grouping signs and attached flags.

    OpenEMR takes ``1,234`` for a text and its graphs for 1, so a number is written as a number.
    """
    printed = lab.value.strip()
    if lab.numeric is None or lab.comparator is not None:
        return printed
    try:
        same = Decimal(printed) == lab.numeric
    except InvalidOperation:
        same = False
    return printed if same and printed.isascii() else format(lab.numeric, "f")


def external_id(fact: ActiveFact, document_id: DocumentId) -> str:
    """Our key of the row: the same on every retry, another for every document, so that a retry cannot write twice."""
    clinical = clinical_fingerprint(fact.fact.value, patient_id=fact.patient_id)
    digest = hashlib.sha256(f"{EXTERNAL_ID_VERSION}|{clinical}|{document_id}".encode()).digest()
    # 10 bytes are 16 characters of base32: 80 bits, 19 characters with the prefix; the column holds 20.
    return _PREFIX + base64.b32encode(digest[:10]).decode().lower()


def _comment(fact: CitedFact, lab: LabResult, document_id: DocumentId, corrects: ChartLab | None) -> str:
    """Value and provenance in one line; of a correction also what it corrects.

    OpenEMR's page of one order shows the link to the document in place of value, unit and range when a result names its
    document; the comment is shown all the same, so it begins with them.
    """
    value = " ".join(part for part in (chart_value(lab), lab.unit) if part)
    was = " ".join(part for part in (corrects.value, corrects.unit) if part) if corrects else ""
    page = fact.citation.page
    parts = [
        f"{value} ({lab.reference_range})" if lab.reference_range else value,
        f"corrected; {RESULT_TABLE} {corrects.result_id} said {was}" if corrects else "",
        f"arbiter-fhir: documents:{document_id}" + (f" page {page}" if page else ""),
        review_note(fact),
        "flag derived from the printed range" if lab.flag_derived else "",
    ]
    return "; ".join(part for part in parts if part)


def plan_lab(
    fact: ActiveFact, document_id: DocumentId, *, slot: OrderSlot | None = None, corrects: ChartLab | None = None
) -> LabPlan:
    """The rows for one lab result.

    Args:
        fact: A verified fact with a collection date of a full day; policy has made sure.
        document_id: The source document.
        slot: The open order that it answers.
        corrects: The chart's row that it replaces.

    Raises:
        ValueError: The fact has no full collection date.
    """
    lab = fact.fact.lab
    if lab is None or lab.collection_date is None or not lab.collection_date.is_full_day:
        raise ValueError("only a lab result with a full collection date has a place in the chart")
    collected = lab.collection_date.as_datetime()
    return LabPlan(
        patient_id=fact.patient_id,
        document_id=document_id,
        external_id=external_id(fact, document_id),
        observed_at=collected,
        collected_at=collected,
        code=fact_identity(lab).loinc or "",
        name=lab.test_name,
        value=chart_value(lab),
        value_is_numeric=lab.numeric is not None and lab.comparator is None,
        unit=lab.unit,
        reference_range=lab.reference_range,
        abnormal=lab.abnormal_flag,
        comment=_comment(fact.fact, lab, document_id, corrects),
        slot=slot,
        seal=PLAN_SEAL,
    )
