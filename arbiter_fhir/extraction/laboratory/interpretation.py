"""What a row candidate says: its parts as printed, what follows from them, and every doubt about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import PageRoute
from arbiter_fhir.domain.fact import AbnormalFlag, LabResult
from arbiter_fhir.domain.statement import Coding
from arbiter_fhir.extraction.laboratory.analytes import (
    Analyte,
    SpecimenClass,
    find_analyte,
    limits_of,
    loinc_of,
    nearest_name,
    respell_name,
    specimen_class,
    units_of,
)
from arbiter_fhir.extraction.laboratory.candidate import Part, RowCandidate, Structure
from arbiter_fhir.extraction.laboratory.confidence import reading_doubts
from arbiter_fhir.extraction.laboratory.datebook import DateBook
from arbiter_fhir.extraction.laboratory.flags import derive_flag, flag_contradicts, read_flag, settle_flag
from arbiter_fhir.extraction.laboratory.geometry import Fragment
from arbiter_fhir.extraction.laboratory.loinc_codes import is_loinc
from arbiter_fhir.extraction.laboratory.misread_units import nearest_unit
from arbiter_fhir.extraction.laboratory.neighbours import Neighbours
from arbiter_fhir.extraction.laboratory.ranges import (
    NumericRange,
    is_range,
    parse_bounds,
    parse_range,
    strip_range_label,
)
from arbiter_fhir.extraction.laboratory.result_status import without_correction
from arbiter_fhir.extraction.laboratory.units import clean_unit, is_unit_like, respell_unit, ucum_of
from arbiter_fhir.extraction.laboratory.value_kinds import is_unlike_test
from arbiter_fhir.extraction.laboratory.values import ParsedValue, ValueKind, looks_misread, parse_value
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["Interpretation", "Wording", "interpret"]


_HIDDEN = {Part.UNIT: Reason.UNIT_UNCLEAR, Part.RANGE: Reason.RANGE_UNCLEAR, Part.FLAG: Reason.FLAG_UNCLEAR}


@dataclass(frozen=True, slots=True)
class Wording:
    """The parts of a row as printed, clean."""

    name: DeidentifiedText
    value: DeidentifiedText
    unit: DeidentifiedText
    reference: DeidentifiedText
    flag: DeidentifiedText


@dataclass(frozen=True, slots=True)
class Interpretation:
    """A row, understood.

    Attributes:
        unresulted: Why there is no result, where the value says so; empty otherwise.
        subject: What is measured, for finding duplicates: analyte, specimen and unit.
        corroborated: Parts whose reading something else on the page or in our tables bears out.
    """

    row: RowCandidate
    wording: Wording
    result: LabResult
    reasons: tuple[Reason, ...]
    unresulted: str
    subject: tuple[str, ...]
    corroborated: frozenset[Part]


@dataclass(frozen=True, slots=True)
class _Reading:
    """What the parts mean."""

    parsed: ParsedValue | None
    analyte: Analyte | None
    specimen: SpecimenClass | None
    name: str
    unit: str
    ucum: str | None
    limits: NumericRange | None
    range_misread: bool
    derived: AbnormalFlag | None


def _trimmed(text: DeidentifiedText, strip: str) -> DeidentifiedText:
    value = text.value
    start = len(value) - len(value.lstrip(strip))
    end = len(value.rstrip(strip))
    return text.slice(start, max(start, end))


def _quote(row: RowCandidate, fragments: Sequence[Fragment]) -> DeidentifiedText:
    return row.view.quote(fragments)


def _printed(row: RowCandidate, fragments: Sequence[Fragment]) -> DeidentifiedText:
    """What is printed, without what was hidden there: a placeholder is no unit, range or flag."""
    return _quote(row, [fragment for fragment in fragments if not fragment.is_placeholder])


def _wording(row: RowCandidate) -> Wording:
    reference = _printed(row, row.fragments(Part.RANGE))
    unit = _printed(row, row.fragments(Part.UNIT) or row.shared_unit)
    value = _quote(row, row.fragments(Part.VALUE))
    return Wording(
        name=_trimmed(_quote(row, row.fragments(Part.NAME)), " ,:.=_|~'-\u00b7"),
        value=_trimmed(value, " ;:=" if value.value.startswith("=") else " ;:"),
        unit=unit.slice(*clean_unit(unit.value)),
        reference=reference.slice(*strip_range_label(reference.value)),
        flag=_printed(row, row.fragments(Part.FLAG)),
    )


def _read(row: RowCandidate, wording: Wording, neighbours: Neighbours) -> _Reading:
    panel = row.panel.value if row.panel else ""
    specimen = row.specimen.value if row.specimen else ""
    parsed = parse_value(wording.value.value)
    limits = parse_range(wording.reference.value) or parse_bounds(wording.reference.value)
    scanned = row.view.page.route is not PageRoute.NATIVE
    misread = scanned and _range_misread(wording.reference.value, limits, parsed)
    derived = None
    if parsed is not None and parsed.numeric is not None and limits is not None and not misread:
        derived = derive_flag(parsed.numeric, parsed.comparator, limits)
    name = respell_name(wording.name.value) or wording.name.value
    analyte = find_analyte(name)
    unit = respell_unit(wording.unit.value) or wording.unit.value
    if scanned and unit and analyte is not None and ucum_of(unit) is None:
        unit = nearest_unit(unit, units_of(analyte)) or unit
    unit = neighbours.spell_unit(row, unit)
    return _Reading(
        parsed=parsed,
        analyte=analyte,
        specimen=specimen_class(specimen, wording.name.value, panel) or neighbours.specimen_of(row),
        name=name,
        unit=unit,
        ucum=ucum_of(unit) if unit else None,
        limits=limits,
        range_misread=misread,
        derived=derived,
    )


def interpret(row: RowCandidate, book: DateBook, neighbours: Neighbours) -> Interpretation:
    """Understand a row.

    Args:
        row: As read.
        book: The document's dates.
        neighbours: What the document's other rows say.
    """
    wording = _wording(row)
    reading = _read(row, wording, neighbours)
    dates = book.of(row)
    reasons = [*_row_doubts(row), *_name_doubts(row, wording, reading), *_value_doubts(row, wording, reading)]
    reasons += [*_unit_doubts(row, wording, reading), *dates.reasons]
    numeric = reading.parsed is not None and reading.parsed.kind is ValueKind.NUMBER
    if numeric and "," in wording.value.value and neighbours.commas_are_points:
        reasons.append(Reason.VALUE_COMMA_UNCLEAR)
    corroborated = _corroborated(wording, reading)
    bounded = not numeric or reading.limits is not None
    reasons += [*reading_doubts(row, bounded=bounded), *neighbours.doubts_of(row)]
    reasons += _contradictions(row, wording, reading, flags_printed=neighbours.prints_flags(row))
    abnormal, flag_derived = _abnormal(_printed_flag(row, wording), reading)
    unit = reading.ucum or ""
    safe = reading.ucum is not None or not wording.unit.value
    known = loinc_of(reading.analyte, unit=unit, specimen=reading.specimen) if reading.analyte and safe else None
    printed = _printed_codes(row)
    # A printed code that the table contradicts leaves the result without one: which of them is right is not ours.
    loinc = known if known is None or not printed or known in printed else None
    parsed = reading.parsed
    result = LabResult(
        test_name=reading.name,
        value=wording.value.value,
        unit=reading.unit,
        reference_range=wording.reference.value,
        flag_printed=_printed_flag(row, wording),
        abnormal_flag=abnormal,
        flag_derived=flag_derived,
        collection_date=dates.collected,
        report_date=dates.reported,
        panel=row.panel.value if row.panel else "",
        specimen=row.specimen.value if row.specimen else "",
        comment=row.comment.value if row.comment else "",
        status=row.text(Part.STATUS).casefold(),
        numeric=parsed.numeric if parsed else None,
        comparator=parsed.comparator if parsed else None,
        ucum=reading.ucum,
        loinc=loinc or (printed[0] if known is None and len(printed) == 1 else None),
        codes=tuple(Coding("http://loinc.org", code) for code in printed),
    )
    key = _key(wording, reading)
    specimen = reading.specimen.value if reading.specimen else (result.specimen or result.panel).casefold()
    when = dates.collected.iso if dates.collected else ""
    return Interpretation(
        row=row,
        wording=wording,
        result=result,
        reasons=tuple(dict.fromkeys(reasons)),
        unresulted=parsed.why if parsed and parsed.kind is ValueKind.NOT_RESULTED else "",
        subject=(key, specimen, reading.ucum or wording.unit.value.casefold(), when),
        corroborated=corroborated,
    )


def _key(wording: Wording, reading: _Reading) -> str:
    """The test as compared with others: a result and its correction are one test."""
    named = reading.analyte or find_analyte(without_correction(wording.name.value))
    return named.key if named else wording.name.value.casefold()


def _printed_codes(row: RowCandidate) -> list[str]:
    beside = [fragment.text.strip("()[],:") for fragment in row.fragments(Part.BETWEEN)]
    return [text for text in beside if is_loinc(text)]


def _corroborated(wording: Wording, reading: _Reading) -> frozenset[Part]:
    """A known name, a unit in which that analyte is measured, a range of numbers, a flag that agrees with the range."""
    parts: set[Part] = set()
    if reading.analyte is not None:
        parts.add(Part.NAME)
        if reading.ucum is not None and reading.ucum in units_of(reading.analyte):
            parts.add(Part.UNIT)
    if reading.limits is not None and not reading.range_misread:
        parts.add(Part.RANGE)
    direction = read_flag(wording.flag.value) if wording.flag.value else None
    if direction is not None and reading.derived is not None and not flag_contradicts(direction, reading.derived):
        parts.add(Part.FLAG)
    if _value_borne_out(wording, reading, agrees=Part.FLAG in parts):
        parts.add(Part.VALUE)
    return frozenset(parts)


def _value_borne_out(wording: Wording, reading: _Reading, *, agrees: bool) -> bool:
    """A number with as many decimals as its range, on the side of it that the flag (or its absence) says."""
    value = reading.parsed.numeric if reading.parsed else None
    if value is None or reading.limits is None or set(_bound_decimals(reading.limits)) != {_decimals(value)}:
        return False
    return agrees if wording.flag.value else reading.derived is AbnormalFlag.NORMAL


def _row_doubts(row: RowCandidate) -> list[Reason]:
    doubts = [Reason(doubt) for doubt in row.doubts]
    # An identifier found within a row hides what was printed there.
    return doubts + [doubt for part, doubt in _HIDDEN.items() if any(f.is_placeholder for f in row.fragments(part))]


def _name_doubts(row: RowCandidate, wording: Wording, reading: _Reading) -> list[Reason]:
    doubts: list[Reason] = []
    if any(fragment.is_placeholder for fragment in row.fragments(Part.NAME)):
        doubts.append(Reason.NAME_DEIDENTIFIED)
    scanned = row.view.page.route is not PageRoute.NATIVE
    if reading.analyte is None and (scanned or row.structure is Structure.LINE):
        misread = scanned and nearest_name(wording.name.value) is not None
        doubts.append(Reason.NAME_MISREAD if misread else Reason.NAME_UNKNOWN)
    if reading.name != wording.name.value:
        doubts.append(Reason.NAME_RESPELLED)
    if not any(char.isalpha() for char in wording.name.value):
        doubts.append(Reason.NAME_DEIDENTIFIED)
    return doubts


def _value_doubts(row: RowCandidate, wording: Wording, reading: _Reading) -> list[Reason]:
    if any(fragment.is_placeholder for fragment in row.fragments(Part.VALUE)):
        return [Reason.VALUE_DEIDENTIFIED]
    if reading.parsed is None:
        misread = looks_misread(wording.value.value)
        return [Reason.VALUE_UNREADABLE if misread else Reason.VALUE_UNRECOGNISED]
    scanned = row.view.page.route is not PageRoute.NATIVE
    doubts: list[Reason] = []
    if reading.parsed.kind is ValueKind.SEE_NOTE:
        doubts.append(Reason.VALUE_IS_NOTE)
    if is_unlike_test(wording.value.value, reading.analyte, bounded=reading.limits is not None):
        doubts.append(Reason.VALUE_UNLIKE_TYPE)
    counted = reading.ucum in {"/[HPF]", "/[LPF]"}
    if reading.parsed.kind is ValueKind.INTERVAL and not counted:
        doubts.append(Reason.VALUE_IS_INTERVAL)
    if scanned and _glued_to_flag(row, wording):
        doubts.append(Reason.VALUE_READ_DOUBTFUL if _flag_fits(wording, reading) else Reason.VALUE_UNREADABLE)
    return doubts


def _glued_to_flag(row: RowCandidate, wording: Wording) -> bool:
    """``142L`` on a scan may be ``1421``: a letter glued to digits is not told from a digit by its shape alone."""
    value, flag = row.fragments(Part.VALUE), row.fragments(Part.FLAG)
    return bool(flag) and value[-1].word is flag[0].word and wording.flag.value in {"L", "l", "A", "C", "LL"}


def _flag_fits(wording: Wording, reading: _Reading) -> bool:
    """Whether range and decimals speak for a flag: the value lies where it says, with as many decimals as the range."""
    direction = read_flag(wording.flag.value)
    value = reading.parsed.numeric if reading.parsed else None
    if direction is None or value is None or reading.limits is None or reading.derived is None:
        return False
    decimals = set(_bound_decimals(reading.limits))
    return not flag_contradicts(direction, reading.derived) and decimals == {_decimals(value)} and decimals != {0}


def _unit_doubts(row: RowCandidate, wording: Wording, reading: _Reading) -> list[Reason]:
    doubts: list[Reason] = []
    unit = wording.unit.value
    numeric = reading.parsed is not None and reading.parsed.kind is ValueKind.NUMBER
    known = units_of(reading.analyte) if reading.analyte else frozenset[str]()
    if not unit and numeric and "" not in known:
        doubts.append(Reason.UNIT_MISSING)
    if unit and not row.fragments(Part.UNIT):
        doubts.append(Reason.UNIT_IN_TITLE)
    if reading.unit != unit:
        doubts.append(Reason.UNIT_RESPELLED)
    scanned = row.view.page.route is not PageRoute.NATIVE
    # A unit put right by what the analyte is measured in stays in doubt, however well it fits.
    unknown = ucum_of(respell_unit(unit) or unit) is None
    if unit and (not is_unit_like(unit) or (scanned and unknown)):
        doubts.append(Reason.UNIT_UNCLEAR)
    elif unit and numeric and reading.analyte and reading.ucum and known and reading.ucum not in known:
        doubts.append(Reason.UNIT_UNEXPECTED)
    return doubts


def _contradictions(row: RowCandidate, wording: Wording, reading: _Reading, *, flags_printed: bool) -> list[Reason]:
    found: list[Reason] = []
    value = reading.parsed.numeric if reading.parsed else None
    flag = wording.flag.value
    direction = read_flag(flag) if flag else None
    if flag and direction is None:
        found.append(Reason.FLAG_UNCLEAR)
    if direction is not None and flag_contradicts(direction, reading.derived):
        found.append(Reason.FLAG_CONTRADICTS_RANGE)
    if value is not None and reading.parsed and reading.parsed.comparator is None and reading.analyte:
        hard = limits_of(reading.analyte, unit=reading.ucum or "", specimen=reading.specimen)
        if hard is not None and not hard.low <= value <= hard.high:
            found.append(Reason.IMPLAUSIBLE_VALUE)
    if row.view.page.route is PageRoute.NATIVE:
        return found
    # Only on optically read pages: signs of a lost decimal point or a wrong digit.
    if reading.range_misread:
        found.append(Reason.RANGE_UNCLEAR)
    if value is None or reading.limits is None:
        return found
    out = reading.derived in {AbnormalFlag.HIGH, AbnormalFlag.LOW}
    if out and not flag and flags_printed:
        found.append(Reason.UNFLAGGED_OUT_OF_RANGE)
    if out and _decimals(value) == 0 and min(_bound_decimals(reading.limits), default=0) > 0:
        found.append(Reason.DECIMALS_UNLIKE_RANGE)
    return found


def _range_misread(printed: str, limits: NumericRange | None, parsed: ParsedValue | None) -> bool:
    """Whether a range read optically cannot be right: no known shape, or decimal points missing in it.

    Points are missing where the bounds have unlike decimals, or where a value with decimals lies outside bounds that
    have none.
    """
    if not any(char.isdigit() for char in printed):
        return False
    if limits is None:
        return not is_range(printed)
    decimals = set(_bound_decimals(limits))
    if limits.low is not None and limits.high is not None and len(decimals) > 1:
        return True
    value = parsed.numeric if parsed else None
    if value is None or _decimals(value) == 0 or decimals != {0}:
        return False
    return limits.below(value) or limits.above(value)


def _decimals(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return max(-exponent, 0) if isinstance(exponent, int) else 0


def _bound_decimals(limits: NumericRange) -> list[int]:
    return [_decimals(bound) for bound in (limits.low, limits.high) if bound is not None]


def _printed_flag(row: RowCandidate, wording: Wording) -> str:
    """The flag as printed; empty where what was read optically is no flag (the quote still holds it)."""
    unreadable = read_flag(wording.flag.value) is None and row.view.page.route is not PageRoute.NATIVE
    return "" if unreadable else wording.flag.value


def _abnormal(flag: str, reading: _Reading) -> tuple[AbnormalFlag | None, bool]:
    """The normalised flag, and whether it was worked out from value and range because none is printed."""
    if flag:
        direction = read_flag(flag)
        return (settle_flag(direction, reading.derived) if direction is not None else None), False
    return reading.derived, reading.derived is not None
