"""Observations as results: every OBX becomes a fact or a candidate with the reason why it is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import AbnormalFlag, FactType, LabResult, RejectedCandidate, ResultStatus
from arbiter_fhir.extraction.disowned import disowns_result
from arbiter_fhir.extraction.hl7v2.abnormal import Flagged, read_flags
from arbiter_fhir.extraction.hl7v2.codes import wording_of
from arbiter_fhir.extraction.hl7v2.dates import Timing, timing_of
from arbiter_fhir.extraction.hl7v2.drafts import Draft, draft, reject
from arbiter_fhir.extraction.hl7v2.grouping import Observation, Request
from arbiter_fhir.extraction.hl7v2.measured import Measured, Unit, measured_of, unit_of
from arbiter_fhir.extraction.hl7v2.status import Standing, standing_of
from arbiter_fhir.extraction.hl7v2.tree import Leaf, SegmentView, holds_placeholder
from arbiter_fhir.extraction.hl7v2.values import ObservedValue, ValueType, read_value, value_type_of
from arbiter_fhir.extraction.hl7v2.wording import cut, said, state_result
from arbiter_fhir.extraction.injection import speaks_to_machine
from arbiter_fhir.extraction.laboratory.analytes import SpecimenClass, limits_of, specimen_class
from arbiter_fhir.extraction.laboratory.flags import derive_flag, flag_contradicts, settle_flag
from arbiter_fhir.extraction.laboratory.magnitudes import magnitude_doubts
from arbiter_fhir.extraction.laboratory.ranges import parse_range, strip_range_label
from arbiter_fhir.extraction.laboratory.schema import MAX_COMMENT, MAX_TEXT, schema_problem
from arbiter_fhir.extraction.laboratory.value_kinds import is_unlike_test
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.weakened import weakens_result

__all__ = ["EMBEDDED_DOCUMENT", "QUOTED", "Context", "comment_of", "read_result", "specimen_of", "unresulted_of"]

#: Fields of OBX that a citation quotes: name, sub-identifier, value, unit, range, flags, up to the status.
QUOTED: Final = range(3, 12)

#: Reason of an observation that carries a document.
EMBEDDED_DOCUMENT: Final = "embedded_document"
#: What is counted under the microscope is reported as an interval.
_COUNTED: Final = frozenset({"/[HPF]", "/[LPF]"})

_WITHDRAWN: Final = ResultStatus.ENTERED_IN_ERROR
_NOT_SETTLED: Final = frozenset(
    {ResultStatus.PRELIMINARY, ResultStatus.REGISTERED, ResultStatus.CANCELLED, ResultStatus.UNKNOWN}
)


@dataclass(frozen=True, slots=True)
class Context:
    """What holds for the observations of a request.

    Attributes:
        request: The request.
        dates: Dates of the document, by placeholder.
        is_report: Whether the message is a laboratory's report (ORU, OUL).
    """

    request: Request
    dates: Mapping[str, ClinicalDate]
    is_report: bool


@dataclass(frozen=True, slots=True)
class _Reading:
    """All that the fields of an observation mean."""

    measured: Measured
    value: ObservedValue
    unit: Unit
    specimen: SpecimenClass | None
    specimen_text: str
    reference: DeidentifiedText | None
    sizes: tuple[Reason, ...]
    flags: _Flags
    timing: Timing
    standing: Standing
    comment: DeidentifiedText


@dataclass(frozen=True, slots=True)
class _Flags:
    printed: str
    flag: AbnormalFlag | None
    derived: bool
    reasons: tuple[Reason, ...]


def unresulted_of(observation: SegmentView, request: SegmentView | None) -> RejectedCandidate | None:
    """The candidate for an observation that carries no result; ``None`` where it carries one."""
    match value_type_of(observation):
        case ValueType.DOCUMENT:
            return reject(observation, EMBEDDED_DOCUMENT, QUOTED)
        case ValueType.POINTER:
            return reject(observation, "document_elsewhere", QUOTED)
        case _:
            pass
    standing = _standing(observation, request)
    value = read_value(observation)
    if wording_of(observation, 3) is None:
        return reject(observation, "name_missing", QUOTED)
    if standing.status is _WITHDRAWN:
        return None
    if value is None:
        return reject(observation, standing.unresulted, QUOTED)
    return reject(observation, value.why, QUOTED) if value.why else None


def read_result(observation: Observation, context: Context) -> Draft | RejectedCandidate:
    """An observation as a result, or why it is none."""
    segment = observation.segment
    unresulted = unresulted_of(segment, context.request.segment)
    if unresulted is not None:
        return unresulted
    reading = _read(observation, context)
    if reading is None:
        return reject(segment, "name_missing", QUOTED)
    result = _result(reading, segment, context.request.segment)
    problem = schema_problem(result)
    if problem is not None:
        return reject(segment, problem, QUOTED)
    measured, value = reading.measured, reading.value
    made = draft(
        segment,
        [leaf for leaf in segment.leaves if leaf.number in QUOTED],
        lead=segment.field(5)[0] if segment.field(5) else segment.field(3)[0],
        fact_type=FactType.VITAL_SIGN if measured.is_vital_sign else FactType.LAB_RESULT,
        value=result,
        fact_text=state_result(
            (cut(measured.name, MAX_TEXT), cut(value.clean, MAX_TEXT), reading.unit.clean),
            reference=reading.reference,
            flag=reading.flags.flag,
            status=reading.standing.status,
        ),
        reasons=_doubts(reading, is_report=context.is_report),
    )
    made.subject = _subject(result, measured, segment)
    return made


def _read(observation: Observation, context: Context) -> _Reading | None:
    """What the fields of an observation mean; ``None`` where it has no name."""
    segment, request = observation.segment, context.request.segment
    value = _value(segment)
    unit = unit_of(segment)
    specimen, specimen_text = specimen_of(context.request, segment)
    measured = measured_of(segment, unit=unit, specimen=specimen, is_number=value.is_number)
    if measured is None:
        return None
    reference = _reference(segment)
    sizes = _sizes(measured, value, unit, specimen, reference)
    return _Reading(
        measured=measured,
        value=value,
        unit=unit,
        specimen=specimen,
        specimen_text=specimen_text,
        reference=reference,
        sizes=sizes,
        flags=_flags(segment, value, reference, comparable=not sizes),
        timing=timing_of(segment, request, context.request.specimens, context.dates),
        standing=_standing(segment, request),
        comment=comment_of(observation, value.clean),
    )


def _result(reading: _Reading, segment: SegmentView, request: SegmentView | None) -> LabResult:
    measured, value, flags = reading.measured, reading.value, reading.flags
    return LabResult(
        test_name=cut(measured.name, MAX_TEXT).value,
        value=cut(value.clean, MAX_TEXT).value,
        unit=reading.unit.text,
        reference_range=reading.reference.value if reading.reference else "",
        flag_printed=flags.printed,
        abnormal_flag=flags.flag,
        flag_derived=flags.derived,
        collection_date=reading.timing.collected,
        report_date=reading.timing.reported,
        panel=_panel(request),
        specimen=reading.specimen_text,
        comment=reading.comment.value,
        status=segment.text(11).casefold(),
        numeric=value.numeric,
        comparator=value.comparator,
        ucum=reading.unit.ucum,
        loinc=measured.loinc,
        result_status=reading.standing.status,
        codes=measured.codes,
        value_codes=value.codes,
    )


def _standing(segment: SegmentView, request: SegmentView | None) -> Standing:
    """The status; a value that the sender asks to be deleted is withdrawn, whatever else is said of it."""
    standing = standing_of(segment.text(11), request.text(25) if request else "")
    return Standing(_WITHDRAWN, standing.unresulted) if segment.is_null(5) else standing


def _value(segment: SegmentView) -> ObservedValue:
    """The value; of a withdrawal without one, the field that withdraws."""
    value = ObservedValue(segment.field(5)[0].clean) if segment.is_null(5) else read_value(segment)
    if value is not None:
        return value
    withdrawing = segment.leaf(11)
    return ObservedValue(withdrawing.clean if withdrawing else segment.field(3)[0].clean)


def specimen_of(request: Request, observation: SegmentView) -> tuple[SpecimenClass | None, str]:
    """The kind of specimen, and its words as sent (SPM-4, OBR-15).

    Several specimens of one request say nothing about one observation.
    """
    texts = [leaf.text for spm in request.specimens if (leaf := wording_of(spm, 4)) is not None]
    if not texts and request.segment is not None:
        source = request.segment.leaf(15, 1, 2) or request.segment.leaf(15, 1, 1) or request.segment.leaf(15, 2)
        texts = [source.text] if source else []
    text = texts[0] if len(set(texts)) == 1 else ""
    name = wording_of(observation, 3)
    panel = _panel(request.segment)
    return specimen_class(text, name.text if name else "", panel), text[:MAX_TEXT]


def _panel(request: SegmentView | None) -> str:
    leaf = wording_of(request, 4) if request is not None else None
    return cut(leaf.clean, MAX_TEXT).value if leaf is not None else ""


def comment_of(observation: Observation, value: DeidentifiedText) -> DeidentifiedText:
    """The notes behind an observation, and a value that is too long for its own place."""
    notes = [leaf.clean for note in observation.notes for leaf in note.field(3)]
    long = [value] if len(value) > MAX_TEXT else []
    return cut(said(*long, *notes, separator=" "), MAX_COMMENT)


def _reference(segment: SegmentView) -> DeidentifiedText | None:
    leaves = segment.field(7)
    if not leaves or segment.is_null(7):
        return None
    text = DeidentifiedText.join(" ", [leaf.clean for leaf in leaves])
    if holds_placeholder(text.value):
        return None
    return cut(text.slice(*strip_range_label(text.value)), MAX_TEXT)


def _sizes(
    measured: Measured,
    value: ObservedValue,
    unit: Unit,
    specimen: SpecimenClass | None,
    reference: DeidentifiedText | None,
) -> tuple[Reason, ...]:
    """Doubts whether value, unit and range belong together."""
    if unit.text and unit.ucum is None:
        return ()
    return magnitude_doubts(
        measured.analyte,
        unit=unit.ucum or "",
        specimen=specimen,
        value=value.numeric if value.comparator is None else None,
        limits=parse_range(reference.value) if reference else None,
        name=measured.name.value,
        reference=reference.value if reference else "",
    )


def _flags(
    segment: SegmentView, value: ObservedValue, reference: DeidentifiedText | None, *, comparable: bool
) -> _Flags:
    """What is flagged; worked out where nothing is, if value and range can be compared."""
    printed = [leaf.text for leaf in _first_of_each(segment, 8)]
    flagged: Flagged = read_flags([] if segment.is_null(8) else printed)
    limits = parse_range(reference.value) if reference else None
    derived = None
    if value.numeric is not None and limits is not None and comparable:
        derived = derive_flag(value.numeric, value.comparator, limits)
    reasons: list[Reason] = [Reason.FLAG_UNCLEAR] if flagged.unclear else []
    if reference is None and segment.field(7) and not segment.is_null(7):
        reasons.append(Reason.RANGE_UNCLEAR)
    if flagged.direction is not None:
        if flag_contradicts(flagged.direction, derived):
            reasons.append(Reason.FLAG_CONTRADICTS_RANGE)
        return _Flags(" ".join(printed), settle_flag(flagged.direction, derived), derived=False, reasons=tuple(reasons))
    return _Flags(" ".join(printed), derived, derived=derived is not None, reasons=tuple(reasons))


def _first_of_each(segment: SegmentView, number: int) -> list[Leaf]:
    """The first component of each repetition of a field."""
    found = (segment.leaf(number, repetition=repetition) for repetition in segment.repetitions(number))
    return [leaf for leaf in found if leaf is not None]


def _doubts(reading: _Reading, *, is_report: bool) -> list[Reason]:
    measured, value = reading.measured, reading.value
    reasons = [*measured.reasons, *value.reasons, *reading.sizes, *reading.flags.reasons, *reading.timing.reasons]
    if reading.unit.ucum in _COUNTED:
        reasons = [reason for reason in reasons if reason is not Reason.VALUE_IS_INTERVAL]
    if value.numeric is not None and value.comparator is None and measured.analyte is not None:
        hard = limits_of(measured.analyte, unit=reading.unit.ucum or "", specimen=reading.specimen)
        if hard is not None and not hard.low <= value.numeric <= hard.high:
            reasons.append(Reason.IMPLAUSIBLE_VALUE)
    if is_unlike_test(value.clean.value, measured.analyte, bounded=bool(reading.unit.ucum)):
        reasons.append(Reason.VALUE_UNLIKE_TYPE)
    if reading.standing.status in _NOT_SETTLED:
        reasons.append(Reason.NOT_FINAL)
    if not is_report:
        reasons.append(Reason.NOT_FROM_REPORT)
    if speaks_to_machine(value.clean.value) or speaks_to_machine(reading.comment.value):
        reasons.append(Reason.INSTRUCTION_IN_DOCUMENT)
    if disowns_result(reading.comment.value):
        reasons.append(Reason.CONTRADICTED_IN_DOCUMENT)
    if weakens_result(reading.comment.value):
        reasons.append(Reason.WEAKENED_BY_REMARK)
    return reasons


def _subject(result: LabResult, measured: Measured, segment: SegmentView) -> tuple[str, ...]:
    """What is measured, for finding results that contradict each other: test, specimen, unit, time, sub-identifier."""
    test = result.loinc or (measured.analyte.key if measured.analyte else result.test_name.casefold())
    when = result.collection_date.iso if result.collection_date else ""
    return test, result.specimen.casefold(), result.ucum or result.unit, when, segment.text(4)
