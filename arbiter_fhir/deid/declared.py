"""What a format declares: fields that are a name, a date, a number by their own definition, replaced as a whole.

HL7 v2 types its fields, a fillable form names its fields, a workbook marks its dates. Such a declaration outweighs
every guess: the whole region is the identifier, and what it holds is looked for in the rest of the document.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.deid.dates import parse_stamp
from arbiter_fhir.deid.field_labels import declared_by_name
from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.folding import FoldedText
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.people import PATIENT_KEY, Person, person_of_name
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.deid import CandidateField, IdentifierKind, IdentifierRole
from arbiter_fhir.domain.region import DeclaredContent, Region, RegionMark

__all__ = ["DeclaredValue", "clinical_stretches", "declared_findings", "declared_people", "declared_values"]

_D: Final = DeclaredContent
_K: Final = IdentifierKind
_C: Final = CandidateField
_R: Final = IdentifierRole


@dataclass(frozen=True, slots=True)
class _Meaning:
    """What a declaration says: the kind to replace (``None`` keeps the text), the chart field, and whose it is."""

    kind: IdentifierKind | None
    field: CandidateField | None = None
    role: IdentifierRole = IdentifierRole.UNKNOWN


_MEANINGS: Final[Mapping[DeclaredContent, _Meaning]] = {
    _D.PATIENT_NAME: _Meaning(_K.PERSON, _C.NAME, _R.PATIENT),
    _D.PATIENT_BIRTH_DATE: _Meaning(_K.DATE, _C.BIRTH_DATE, _R.PATIENT),
    _D.PATIENT_MRN: _Meaning(_K.MRN, _C.MRN, _R.PATIENT),
    _D.PATIENT_SEX: _Meaning(None, _C.SEX, _R.PATIENT),
    _D.PATIENT_SSN: _Meaning(_K.SSN, _C.SSN, _R.PATIENT),
    _D.PATIENT_PHONE: _Meaning(_K.PHONE, _C.PHONE, _R.PATIENT),
    _D.PATIENT_ADDRESS: _Meaning(_K.ADDRESS, _C.ADDRESS, _R.PATIENT),
    _D.RELATIVE_NAME: _Meaning(_K.PERSON, _C.NAME, _R.RELATIVE),
    _D.CLINICIAN_NAME: _Meaning(_K.PERSON, _C.NAME, _R.CLINICIAN),
    _D.PERSON_NAME: _Meaning(_K.PERSON, _C.NAME),
    _D.PHONE: _Meaning(_K.PHONE),
    _D.EMAIL: _Meaning(_K.EMAIL),
    _D.ADDRESS: _Meaning(_K.ADDRESS),
    _D.ORGANIZATION: _Meaning(_K.LOCATION),
    _D.ACCOUNT: _Meaning(_K.ACCOUNT),
    _D.ACCESSION: _Meaning(_K.ACCESSION),
    _D.LICENSE: _Meaning(_K.LICENSE),
    _D.IDENTIFIER: _Meaning(_K.ID),
    _D.DATE: _Meaning(_K.DATE),
}
#: A component of an HL7 v2 field: ``PID[1]-5[2].1`` is component 1 of the second repetition.
_COMPONENT: Final = re.compile(r"(?P<field>.+-\d+(?:\[\d+\])?)\.(?P<component>\d+)(?:\.\d+)?")
#: After the family name come given name, further names and suffix (HL7 v2.5.1 2.A.88 XPN, 2.A.86 XCN); prefix, degree
#: and codes follow.
_NAME_COMPONENTS: Final = 4
#: Signs that part components where a reader leaves a field in one piece.
_PARTING: Final = re.compile(r"\^")


@dataclass(frozen=True, slots=True)
class DeclaredValue:
    """One identifier that the format declares; offsets in the reading.

    Attributes:
        spans: Where it stands, ascending.
        kind: What it is; ``None`` for what is no identifier (the sex) and stays.
        field: Chart field that it speaks about.
        role: Whose it is.
        group: Holds its pieces together.
        display: Its text, a name as *Family, Given Middle*.
    """

    spans: tuple[tuple[int, int], ...]
    kind: IdentifierKind | None
    field: CandidateField | None
    role: IdentifierRole
    group: str
    display: str = dataclasses.field(repr=False)

    def touches(self, start: int, end: int) -> bool:
        """Whether the stretch shares a character with it."""
        return any(start < last and first < end for first, last in self.spans)


@dataclass(frozen=True, slots=True)
class _Piece:
    spans: tuple[tuple[int, int], ...]
    text: str
    component: int


def _declaration(region: Region, reading: Reading, spans: Sequence[tuple[int, int]]) -> DeclaredContent | None:
    if region.declares is not None:
        return region.declares
    text = _text(reading, spans)
    # A cell that shows a date value is a date; one that shows a time of day or a span of hours is none.
    if RegionMark.DATE_VALUE in region.marks and parse_stamp(text) is not None:
        return DeclaredContent.DATE
    return declared_by_name(region, text, reading.lexicon)


def _text(reading: Reading, spans: Sequence[tuple[int, int]]) -> str:
    return " ".join(" ".join(reading.text[start:end].split()) for start, end in spans)


def _spans(region: Region, folded: FoldedText, reading: Reading) -> tuple[tuple[int, int], ...]:
    """The region's stretches of the reading that hold a letter or digit."""
    placed = [(folded.from_raw(start), folded.from_raw(end)) for start, end in region.spans]
    return tuple((start, end) for start, end in placed if any(sign.isalnum() for sign in reading.text[start:end]))


def declared_values(regions: Sequence[Region], page: int, folded: FoldedText, reading: Reading) -> list[DeclaredValue]:
    """All declared identifiers of a page, components of one field joined, in reading order.

    Args:
        regions: The page's regions, offsets in the raw text.
        page: Page number, for the names of groups.
        folded: The way from raw text to reading.
        reading: The page's reading.
    """
    groups: dict[tuple[DeclaredContent, str], list[_Piece]] = {}
    for region in regions:
        spans = _spans(region, folded, reading)
        content = _declaration(region, reading, spans) if spans else None
        if content is None or content not in _MEANINGS:
            continue
        part = _COMPONENT.fullmatch(region.path)
        name, component = (part["field"], int(part["component"])) if part else (region.path, 0)
        groups.setdefault((content, name), []).append(_Piece(spans, _text(reading, spans), component))
    values = []
    for (content, name), pieces in groups.items():
        meaning = _MEANINGS[content]
        spans = tuple(sorted(span for piece in pieces for span in piece.spans))
        display = _name(pieces) if meaning.kind is IdentifierKind.PERSON else _value(pieces)
        group = f"declared:{page}:{content.value}:{name}"
        values.append(DeclaredValue(spans, meaning.kind, meaning.field, meaning.role, group, display))
    return sorted(values, key=lambda value: value.spans)


def _value(pieces: Sequence[_Piece]) -> str:
    """The value of a field in one piece without its further components; components beside each other otherwise."""
    return ", ".join(_PARTING.split(piece.text)[0].strip() or piece.text for piece in pieces)


def _name(pieces: Sequence[_Piece]) -> str:
    """*Family, Given Middle*: the order that components have in HL7 v2, whatever order the page shows."""
    if len(pieces) == 1 and not _PARTING.search(pieces[0].text):
        return pieces[0].text
    if len(pieces) == 1:
        parts = [part.replace("&", " ").strip() for part in _PARTING.split(pieces[0].text)]
    else:
        first = min(piece.component for piece in pieces)
        parts = [""] * _NAME_COMPONENTS
        for piece in pieces:
            if piece.component - first < _NAME_COMPONENTS:
                place = piece.component - first
                parts[place] = f"{parts[place]} {piece.text}".strip()
    given = " ".join(part for part in parts[1:_NAME_COMPONENTS] if part)
    return ", ".join(part for part in (parts[0], given) if part)


def declared_findings(values: Sequence[DeclaredValue]) -> Iterator[Finding]:
    """Every stretch of every value, as a whole."""
    for value in values:
        if value.kind is None:
            continue
        # A number of unknown kind yields to the chart, which knows whether it is the record number.
        strength = Strength.LABELLED if value.kind is IdentifierKind.ID else Strength.DECLARED
        for start, end in value.spans:
            yield Finding(start, end, value.kind, strength, "declared", 1.0, value.role, value.group)


def declared_people(
    pages: Sequence[Sequence[DeclaredValue]], chart: Sequence[Person], lexicon: Lexicon
) -> tuple[list[Person], dict[str, str]]:
    """The people whom declared names name, and each name's group to its person's key.

    A declared patient who shares a name with the chart's patient is that patient, however the rest is spelt.

    Args:
        pages: Declared values of each page.
        chart: People whom the chart knows.
        lexicon: Word lists.
    """
    known = {word for person in chart if person.role is IdentifierRole.PATIENT for word, _ in person.words}
    people: list[Person] = []
    keys: dict[str, str] = {}
    for value in (value for page in pages for value in page):
        if value.kind is not IdentifierKind.PERSON:
            continue
        person = person_of_name(value.display, f"declared:{len(people)}", value.role, lexicon)
        if person is None:
            continue
        same = next((each for each in people if (each.role, each.words) == (person.role, person.words)), None)
        if same is not None:
            keys[value.group] = same.key
            continue
        if value.role is IdentifierRole.PATIENT and known & {word for word, _ in person.words}:
            person = Person(PATIENT_KEY, person.role, person.words)
        people.append(person)
        keys[value.group] = person.key
    return people, keys


def clinical_stretches(regions: Sequence[Region], folded: FoldedText, reading: Reading) -> tuple[tuple[int, int], ...]:
    """Where the format declares clinical vocabulary: ascending stretches of the reading."""
    return tuple(
        sorted(
            span
            for region in regions
            if region.declares is DeclaredContent.CLINICAL
            for span in _spans(region, folded, reading)
        )
    )
