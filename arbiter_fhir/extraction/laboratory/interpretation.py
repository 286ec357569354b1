"""What a row candidate says: its parts as printed, what follows from them, and every doubt about them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.analyte import is_loinc
from arbiter_fhir.domain.document import PageRoute
from arbiter_fhir.domain.fact import AbnormalFlag, LabResult
from arbiter_fhir.domain.statement import Coding
from arbiter_fhir.extraction.laboratory.analytes import (
    find_analyte,
    limits_of,
    loinc_of,
    nearest_name,
    takes_no_unit,
    units_of,
)
from arbiter_fhir.extraction.laboratory.candidate import Part, RowCandidate, Structure
from arbiter_fhir.extraction.laboratory.confidence import reading_doubts
from arbiter_fhir.extraction.laboratory.datebook import DateBook, RowDates
from arbiter_fhir.extraction.laboratory.flags import flag_contradicts, read_flag, settle_flag
from arbiter_fhir.extraction.laboratory.magnitudes import is_unusual_range
from arbiter_fhir.extraction.laboratory.neighbours import Neighbours
from arbiter_fhir.extraction.laboratory.qualifiers import is_qualified
from arbiter_fhir.extraction.laboratory.result_status import without_correction
from arbiter_fhir.extraction.laboratory.row_reading import (
    Reading,
    Wording,
    bound_decimals,
    decimals_of,
    is_category_in_unit_column,
    read_row,
    word_row,
)
from arbiter_fhir.extraction.laboratory.run_together import names_two_tests
from arbiter_fhir.extraction.laboratory.units import is_unit_like, respell_unit, ucum_of
from arbiter_fhir.extraction.laboratory.value_kinds import is_unlike_test
from arbiter_fhir.extraction.laboratory.values import ValueKind, looks_misread
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["Interpretation", "interpret"]


_HIDDEN = {Part.UNIT: Reason.UNIT_UNCLEAR, Part.RANGE: Reason.RANGE_UNCLEAR, Part.FLAG: Reason.FLAG_UNCLEAR}
_THOUSANDS = re.compile(r"\d{1,3}(?:\.\d{3})+")
#: Signs that make a bound of the number behind them.
_COMPARING = frozenset("<>\u2264\u2265")
#: A name that ends in such a word goes on in a line that was not read with it.
_CUT_OFF = re.compile(r"\s(?:with|and|of|by|for|in|w/|or|&)$", re.IGNORECASE)


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


def interpret(row: RowCandidate, book: DateBook, neighbours: Neighbours) -> Interpretation:
    """Understand a row.

    Args:
        row: As read.
        book: The document's dates.
        neighbours: What the document's other rows say.
    """
    wording = word_row(row)
    reading = read_row(row, wording, neighbours)
    dates = book.of(row)
    result = _result(row, wording, reading, dates)
    reasons = [*_row_doubts(row), *_name_doubts(row, wording, reading), *_value_doubts(row, wording, reading)]
    reasons += [*_unit_doubts(row, wording, reading), *dates.reasons]
    numeric = reading.parsed is not None and reading.parsed.kind is ValueKind.NUMBER
    if numeric and "," in wording.value.value and neighbours.commas_are_points:
        reasons.append(Reason.VALUE_COMMA_UNCLEAR)
    if (
        numeric
        and _THOUSANDS.fullmatch(wording.value.value)
        and (neighbours.commas_are_points or reading.ucum == "/uL")
    ):
        # Where a comma is the decimal point a point parts thousands; and nobody counts thousandths of a cell.
        reasons.append(Reason.VALUE_COMMA_UNCLEAR)
    bounded = not numeric or reading.limits is not None
    reasons += [*reading_doubts(row, bounded=bounded), *neighbours.doubts_of(row)]
    reasons += _contradictions(row, wording, reading, flags_printed=neighbours.prints_flags(row))
    replaced = reading.analyte or find_analyte(without_correction(wording.name.value))
    # A goal, or somebody else's value, neither repeats nor contradicts the patient's.
    key = replaced.key if replaced and Reason.NAME_QUALIFIED not in reasons else wording.name.value.casefold()
    whose = Reason.SPEAKS_OF_ANOTHER.value if Reason.SPEAKS_OF_ANOTHER in reasons else ""
    specimen = reading.specimen.value if reading.specimen else (result.specimen or result.panel).casefold()
    when = dates.collected.iso if dates.collected else ""
    parsed = reading.parsed
    return Interpretation(
        row=row,
        wording=wording,
        result=result,
        reasons=tuple(dict.fromkeys(reasons)),
        unresulted=parsed.why if parsed and parsed.kind is ValueKind.NOT_RESULTED else "",
        subject=(key, specimen, reading.ucum or wording.unit.value.casefold(), when, whose),
        corroborated=_corroborated(wording, reading),
    )


def _result(row: RowCandidate, wording: Wording, reading: Reading, dates: RowDates) -> LabResult:
    """The result with its code and its flag."""
    printed = [text for each in row.fragments(Part.BETWEEN) if is_loinc(text := each.text.strip("()[],:"))]
    flag = _printed_flag(row, wording)
    abnormal, flag_derived = _abnormal(flag, reading)
    parsed = reading.parsed
    return LabResult(
        test_name=reading.name,
        value=wording.value.value,
        unit=reading.unit,
        reference_range=wording.reference.value,
        flag_printed=flag,
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
        loinc=_loinc(wording, reading, printed),
        codes=tuple(Coding("http://loinc.org", code) for code in printed),
    )


def _loinc(wording: Wording, reading: Reading, printed: Sequence[str]) -> str | None:
    """The table's code where no printed one contradicts it; the only printed one where the table gives none.

    A printed code that the table contradicts leaves the result without one: which of them is right is not ours.
    """
    number = reading.parsed is not None and reading.parsed.kind is ValueKind.NUMBER
    bare = not number or reading.analyte is None or takes_no_unit(reading.analyte)
    safe = reading.ucum is not None or (not wording.unit.value and bare)
    unit = reading.ucum or ""
    known = loinc_of(reading.analyte, unit=unit, specimen=reading.specimen) if reading.analyte and safe else None
    if known is None:
        return printed[0] if len(printed) == 1 else None
    return known if not printed or known in printed else None


def _corroborated(wording: Wording, reading: Reading) -> frozenset[Part]:
    """A known name, a unit in which that analyte is measured, a range of numbers, a flag that agrees with the range."""
    parts: set[Part] = set()
    if reading.analyte is not None:
        parts.add(Part.NAME)
        if reading.ucum is not None and reading.ucum in units_of(reading.analyte) and not reading.sizes:
            parts.add(Part.UNIT)
    if reading.limits is not None and not reading.range_misread and not reading.sizes:
        parts.add(Part.RANGE)
    direction = read_flag(wording.flag.value) if wording.flag.value else None
    if direction is not None and reading.derived is not None and not flag_contradicts(direction, reading.derived):
        parts.add(Part.FLAG)
    if _value_borne_out(wording, reading, agrees=Part.FLAG in parts):
        parts.add(Part.VALUE)
    return frozenset(parts)


def _value_borne_out(wording: Wording, reading: Reading, *, agrees: bool) -> bool:
    """A number with as many decimals as its range, on the side of it that the flag (or its absence) says."""
    value = reading.parsed.numeric if reading.parsed else None
    if value is None or reading.limits is None or set(bound_decimals(reading.limits)) != {decimals_of(value)}:
        return False
    return agrees if wording.flag.value else reading.derived is AbnormalFlag.NORMAL


def _row_doubts(row: RowCandidate) -> list[Reason]:
    doubts = [Reason(doubt) for doubt in row.doubts]
    # An identifier found within a row hides what was printed there.
    return doubts + [doubt for part, doubt in _HIDDEN.items() if any(f.is_placeholder for f in row.fragments(part))]


def _name_doubts(row: RowCandidate, wording: Wording, reading: Reading) -> list[Reason]:
    doubts: list[Reason] = []
    if any(fragment.is_placeholder for fragment in row.fragments(Part.NAME)):
        doubts.append(Reason.NAME_DEIDENTIFIED)
    if is_qualified([wording.name.value], [reading.analyte] if reading.analyte else []):
        doubts.append(Reason.NAME_QUALIFIED)
    scanned = row.view.page.route is not PageRoute.NATIVE
    if reading.analyte is None and (scanned or row.structure is Structure.LINE):
        misread = scanned and nearest_name(wording.name.value) is not None
        doubts.append(Reason.NAME_MISREAD if misread else Reason.NAME_UNKNOWN)
    if reading.name != wording.name.value:
        doubts.append(Reason.NAME_RESPELLED)
    if not any(char.isalpha() for char in wording.name.value):
        doubts.append(Reason.NAME_DEIDENTIFIED)
    if names_two_tests(wording.name.value):
        doubts.append(Reason.SECOND_NUMBER)
    if _CUT_OFF.search(wording.name.value):
        doubts.append(Reason.NAME_INCOMPLETE)
    return doubts


def _value_doubts(row: RowCandidate, wording: Wording, reading: Reading) -> list[Reason]:
    if any(fragment.is_placeholder for fragment in row.fragments(Part.VALUE)):
        return [Reason.VALUE_DEIDENTIFIED]
    if reading.parsed is None:
        misread = looks_misread(wording.value.value)
        return [Reason.VALUE_UNREADABLE if misread else Reason.VALUE_UNRECOGNISED]
    scanned = row.view.page.route is not PageRoute.NATIVE
    doubts: list[Reason] = []
    name = row.fragments(Part.NAME)
    if name and name[-1].text[-1:] in _COMPARING and reading.parsed.comparator is None:
        # "Ferritin > | 1500": the sign belongs to the value, or to nothing.
        doubts.append(Reason.VALUE_CELL_UNCLEAR)
    if reading.parsed.kind is ValueKind.SEE_NOTE or _is_judgement(wording, reading):
        doubts.append(Reason.VALUE_IS_NOTE)
    if is_unlike_test(wording.value.value, reading.analyte, bounded=reading.limits is not None):
        doubts.append(Reason.VALUE_UNLIKE_TYPE)
    counted = reading.ucum in {"/[HPF]", "/[LPF]"}
    if reading.parsed.kind is ValueKind.INTERVAL and not counted:
        doubts.append(Reason.VALUE_IS_INTERVAL)
    if scanned and _glued_to_flag(row, wording):
        doubts.append(Reason.VALUE_READ_DOUBTFUL if _flag_fits(wording, reading) else Reason.VALUE_UNREADABLE)
    return doubts


def _is_judgement(wording: Wording, reading: Reading) -> bool:
    """``Potassium normal``: what somebody says of a number that is not told."""
    numeric = reading.analyte is not None and reading.analyte.kind == "numeric"
    return numeric and wording.value.value.casefold().rstrip(".") in {"normal", "abnormal"}


def _glued_to_flag(row: RowCandidate, wording: Wording) -> bool:
    """``142L`` on a scan may be ``1421``: a letter glued to digits is not told from a digit by its shape alone."""
    value, flag = row.fragments(Part.VALUE), row.fragments(Part.FLAG)
    return bool(flag) and value[-1].word is flag[0].word and wording.flag.value in {"L", "l", "A", "C", "LL"}


def _flag_fits(wording: Wording, reading: Reading) -> bool:
    """Whether range and decimals speak for a flag: the value lies where it says, with as many decimals as the range."""
    direction = read_flag(wording.flag.value)
    value = reading.parsed.numeric if reading.parsed else None
    if direction is None or value is None or reading.limits is None or reading.derived is None:
        return False
    decimals = set(bound_decimals(reading.limits))
    return not flag_contradicts(direction, reading.derived) and decimals == {decimals_of(value)} and decimals != {0}


def _unit_doubts(row: RowCandidate, wording: Wording, reading: Reading) -> list[Reason]:
    doubts: list[Reason] = []
    unit = wording.unit.value
    numeric = reading.parsed is not None and reading.parsed.kind is ValueKind.NUMBER
    known = units_of(reading.analyte) if reading.analyte else frozenset[str]()
    if not unit and numeric and not (reading.analyte and takes_no_unit(reading.analyte)):
        doubts.append(Reason.UNIT_MISSING)
    if unit and not row.fragments(Part.UNIT):
        doubts.append(Reason.UNIT_IN_TITLE)
    if reading.unit != unit:
        doubts.append(Reason.UNIT_RESPELLED)
    scanned = row.view.page.route is not PageRoute.NATIVE
    # A unit put right by what the analyte is measured in stays in doubt, however well it fits.
    unknown = ucum_of(respell_unit(unit) or unit) is None
    category = is_category_in_unit_column(unit, reading.analyte)
    if unit and (category or not is_unit_like(unit) or (scanned and unknown)):
        doubts.append(Reason.UNIT_UNCLEAR)
    elif unit and numeric and reading.analyte and reading.ucum and known and reading.ucum not in known:
        doubts.append(Reason.UNIT_UNEXPECTED)
    return doubts


def _contradictions(row: RowCandidate, wording: Wording, reading: Reading, *, flags_printed: bool) -> list[Reason]:
    found: list[Reason] = [*reading.sizes]
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
    if reading.range_misread or _is_unusual(reading):
        found.append(Reason.RANGE_UNCLEAR)
    if value is None or reading.limits is None or reading.range_misread:
        return found
    comparator = reading.parsed.comparator if reading.parsed else None
    out = reading.limits.above(value, comparator) or reading.limits.below(value, comparator)
    if out and not flag and flags_printed:
        found.append(Reason.UNFLAGGED_OUT_OF_RANGE)
    if out and decimals_of(value) == 0 and min(bound_decimals(reading.limits), default=0) > 0:
        found.append(Reason.DECIMALS_UNLIKE_RANGE)
    return found


def _is_unusual(reading: Reading) -> bool:
    """Whether a range is none that laboratories print: a digit of a bound may be another, and no flag would tell."""
    limits = reading.limits
    unit, specimen = reading.ucum or "", reading.specimen
    return limits is not None and is_unusual_range(reading.analyte, unit=unit, specimen=specimen, limits=limits)


def _printed_flag(row: RowCandidate, wording: Wording) -> str:
    """The flag as printed; empty where what was read optically is no flag (the quote still holds it)."""
    unreadable = read_flag(wording.flag.value) is None and row.view.page.route is not PageRoute.NATIVE
    return "" if unreadable else wording.flag.value


def _abnormal(flag: str, reading: Reading) -> tuple[AbnormalFlag | None, bool]:
    """The normalised flag, and whether it was worked out from value and range because none is printed."""
    if flag:
        direction = read_flag(flag)
        return (settle_flag(direction, reading.derived) if direction is not None else None), False
    return reading.derived, reading.derived is not None
