"""What must come out of a page, worked out from what was drawn on it and from nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.domain.fact import AbnormalFlag, Certainty
from arbiter_fhir.evals.cases import (
    ExpectedFact,
    ForbiddenFact,
    KnownIdentifier,
    PartName,
    PrintedPart,
    Route,
    UnresultedRow,
)
from devstack.samples import Box, Clinic, LabReport, Panel, Person, TrueRow
from devstack.samples.layout import HeaderStyle, LabLayout

__all__ = [
    "ANY_CERTAINTY",
    "HELD_BACK",
    "date_identifiers",
    "expected_facts",
    "name_identifiers",
    "notes_forbidden",
    "patient_identifiers",
    "previous_forbidden",
    "unresulted_rows",
]

ANY_CERTAINTY = (Certainty.VERIFIED, Certainty.DOCUMENT_FACT, Certainty.NEEDS_REVIEW)
#: Not fit for the chart: context for a reader, or a question for a person.
HELD_BACK = (Certainty.DOCUMENT_FACT, Certainty.NEEDS_REVIEW)

_NUMBER = re.compile(r"([<>]?)=?\s*(\d[\d,]*(?:\.\d+)?)")
_BETWEEN = re.compile(r"(\d+(?:\.\d+)?)\s*-\s*(\d+(?:\.\d+)?)")
_LIMIT = re.compile(r"([<>])(=?)\s*(\d+(?:\.\d+)?)")


def _rectangle(boxes: list[Box]) -> tuple[float, float, float, float]:
    box = Box.around(boxes)
    return (round(box.x, 5), round(box.y, 5), round(box.width, 5), round(box.height, 5))


def _parts(row: TrueRow) -> tuple[PrintedPart, ...]:
    """The row's words by what they are, in the order in which they stand."""
    names = dict.fromkeys(word.part for word in row.words)
    parts = []
    for name in names:
        words = [word for word in row.words if word.part == name]
        parts.append(
            PrintedPart(
                part=PartName(name),
                text=" ".join(word.text for word in words),
                box=_rectangle([word.box for word in words]),
                ink=_rectangle([word.ink for word in words]),
            )
        )
    return tuple(parts)


def derivable_flag(value: str, reference: str) -> AbnormalFlag | None:
    """What a plain number says against a plain range, or equal words against each other; else nothing."""
    if value and value.casefold() == reference.casefold():
        return AbnormalFlag.NORMAL
    number = _NUMBER.fullmatch(value)
    if number is None or number[1]:
        return None
    amount = Decimal(number[2].replace(",", ""))
    if between := _BETWEEN.fullmatch(reference):
        return _within(amount, Decimal(between[1]), Decimal(between[2]))
    if limit := _LIMIT.fullmatch(reference):
        bound = Decimal(limit[3])
        inside = amount < bound if limit[1] == "<" else amount > bound
        if inside or (limit[2] and amount == bound):
            return AbnormalFlag.NORMAL
        return AbnormalFlag.HIGH if limit[1] == "<" else AbnormalFlag.LOW
    return None


def _within(amount: Decimal, low: Decimal, high: Decimal) -> AbnormalFlag:
    if amount < low:
        return AbnormalFlag.LOW
    return AbnormalFlag.HIGH if amount > high else AbnormalFlag.NORMAL


def _comparator_flag(value: str, reference: str) -> AbnormalFlag | None:
    """``>60`` against ``>59``, ``<10`` against ``<14``: normal when the whole half-line lies within the range."""
    number, limit = _NUMBER.fullmatch(value), _LIMIT.fullmatch(reference)
    if number is None or limit is None or number[1] != limit[1]:
        return None
    amount, bound = Decimal(number[2].replace(",", "")), Decimal(limit[3])
    inside = amount <= bound if limit[1] == "<" else amount >= bound
    return AbnormalFlag.NORMAL if inside else None


def _allowed(row: TrueRow, route: Route, derived: AbnormalFlag | None) -> tuple[Certainty, ...]:
    """A complete row on a typed page must be certain; a scan may leave doubt; a gap must."""
    if not row.collected or len(row.collected) < len("2026-04-10"):
        return HELD_BACK
    if row.value == "See note":
        return HELD_BACK
    abnormal_but_unmarked = not row.flag and derived not in {None, AbnormalFlag.NORMAL}
    if route.is_picture or abnormal_but_unmarked:
        return ANY_CERTAINTY
    return (Certainty.VERIFIED,)


def expected_facts(
    rows: Iterable[TrueRow],
    route: Route,
    *,
    collected: str | None = None,
    certainty: tuple[Certainty, ...] | None = None,
    reasons: tuple[str, ...] = (),
    source_type: SourceType = SourceType.LAB_PDF,
) -> tuple[ExpectedFact, ...]:
    """The rows that hold results.

    Args:
        rows: As drawn.
        route: Typed or scanned.
        collected: The collection date as printed on the page, where the drawing did not print it itself.
        certainty: Overrides what the row alone would allow.
        reasons: At least one of these must be given.
        source_type: What citations must say.
    """
    facts = []
    for row in rows:
        if not row.resulted:
            continue
        flag = AbnormalFlag(row.abnormal) if row.abnormal else None
        derived = None
        if flag is None:
            derived = derivable_flag(row.value, row.reference_range) or _comparator_flag(row.value, row.reference_range)
        facts.append(
            ExpectedFact(
                test_name=row.test_name,
                value=row.value,
                unit=row.unit,
                reference_range=row.reference_range,
                abnormal_flag=flag,
                derivable_flag=derived,
                collection_date=row.collected if collected is None else collected,
                page=row.page,
                parts=_parts(row),
                source_type=source_type,
                certainty=certainty or _allowed(row, route, derived),
                reasons=reasons,
            )
        )
    return tuple(facts)


def unresulted_rows(rows: Iterable[TrueRow]) -> tuple[UnresultedRow, ...]:
    """The rows that say that there is no result."""
    return tuple(
        UnresultedRow(test_name=row.test_name, value=row.value, page=row.page) for row in rows if not row.resulted
    )


def previous_forbidden(panels: Iterable[Panel]) -> tuple[ForbiddenFact, ...]:
    """Values of an earlier collection that stand beside the current ones."""
    return tuple(
        ForbiddenFact(why="a previous result", test_name=analyte.name, value=analyte.previous)
        for panel in panels
        for analyte in panel.analytes
        if analyte.previous and analyte.previous != analyte.value
    )


def notes_forbidden(quotes: Iterable[str]) -> tuple[ForbiddenFact, ...]:
    """Words of sentences that hold numbers and no results."""
    return tuple(ForbiddenFact(why="a sentence, not a result", quote=quote) for quote in quotes)


def _identifier(kind: IdentifierKind, text: str) -> KnownIdentifier:
    return KnownIdentifier(kind=kind, text=text)


def name_identifiers(name: str) -> list[KnownIdentifier]:
    """A name as a whole and each of its words; titles and initials are nobody's name."""
    words = [word for word in re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", name) if len(word) > 2]
    kept = [word for word in words if word not in {"Dr", "MD", "DO", "RN", "LPN"}]
    return [_identifier(IdentifierKind.PERSON, text) for text in dict.fromkeys([name, *kept])]


def _number_identifiers(kind: IdentifierKind, text: str) -> list[KnownIdentifier]:
    longest = max(re.findall(r"\d+", text), key=len, default="")
    forms = [text, *([longest] if len(longest) >= 6 else [])]
    return [_identifier(kind, form) for form in dict.fromkeys(forms)]


def patient_identifiers(person: Person, report: LabReport, layout: LabLayout) -> tuple[KnownIdentifier, ...]:
    """Everything that the layout's header prints and that says who somebody is, whole and in parts."""
    clinic: Clinic = report.clinic
    birth = person.birth_date
    found = [
        *name_identifiers(person.family_first),
        *_number_identifiers(IdentifierKind.MRN, person.mrn),
        _identifier(IdentifierKind.DATE, birth.strftime(layout.date_format.split(" %H")[0])),
        _identifier(IdentifierKind.DATE, birth.isoformat()),
        *name_identifiers(clinic.clinician),
        _identifier(IdentifierKind.PHONE, clinic.phone),
        *_number_identifiers(IdentifierKind.ACCESSION, report.accession),
    ]
    if layout.header is HeaderStyle.TWO_COLUMNS:
        street = re.findall(r"[^\W\d_]{5,}", person.street)
        found += [
            _identifier(IdentifierKind.ADDRESS, person.street),
            *(_identifier(IdentifierKind.ADDRESS, word) for word in street if word not in _STREET_WORDS),
            _identifier(IdentifierKind.LOCATION, person.city),
            _identifier(IdentifierKind.ADDRESS, person.postal_code),
        ]
    if layout.header is not HeaderStyle.LINES:
        found.append(_identifier(IdentifierKind.PHONE, person.phone))
    return (*found, *date_identifiers(_moments(report, layout), layout.date_format))


#: Words of addresses that are no one's.
_STREET_WORDS = {"Road", "Terrace", "Court", "Avenue", "Street", "Drive", "Landing"}


def _moments(report: LabReport, layout: LabLayout) -> list[datetime]:
    printed = [report.received, report.reported, *report.earlier_dates]
    if layout.panel_dates:
        printed += [panel.collected for panel in report.panels if panel.collected]
    if report.collected and (layout.header_collected or report.earlier_dates):
        printed.append(report.collected)
    return printed


def date_identifiers(moments: Sequence[datetime], date_format: str) -> tuple[KnownIdentifier, ...]:
    """Clinical dates as printed: the structured value may hold them, no text may."""
    shape = date_format.split(" %H", maxsplit=1)[0]
    texts = dict.fromkeys(moment.strftime(shape) for moment in moments)
    return tuple(KnownIdentifier(kind=IdentifierKind.DATE, text=text, scope="text") for text in texts)
