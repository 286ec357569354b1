"""Recognition: every page read once by Presidio, by labels, and by the sweeps for what chart and document name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from arbiter_fhir.deid.cells import Cell, cells_of_page, cells_of_text
from arbiter_fhir.deid.columns import ColumnLabels
from arbiter_fhir.deid.component_names import names_beside_components
from arbiter_fhir.deid.declared import (
    DeclaredValue,
    clinical_stretches,
    declared_findings,
    declared_people,
    declared_values,
)
from arbiter_fhir.deid.fields import LabelledField, read_fields
from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.folding import FoldedText, fold
from arbiter_fhir.deid.header_lines import numbers_after_names, numbers_before_names, numbers_beside_names
from arbiter_fhir.deid.joined_lines import join_lines
from arbiter_fhir.deid.labels import FieldKind
from arbiter_fhir.deid.language_model import PresidioEngine
from arbiter_fhir.deid.letter_case import recased
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.model_entities import judge_entities
from arbiter_fhir.deid.name_growth import grown_names
from arbiter_fhir.deid.name_sweep import NameSweep
from arbiter_fhir.deid.number_sweep import NumberSweep
from arbiter_fhir.deid.people import Person, people_of_chart, person_of_name
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.deid.recognizers import ClinicianRecognizer, PersonRecognizer
from arbiter_fhir.deid.region_borders import cut_at_borders, kept_among_terms, kept_from_codes, parted_at_borders
from arbiter_fhir.deid.wrapped_lines import findings_over_line_ends, names_over_line_ends
from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.domain.document import Page
from arbiter_fhir.domain.identity import ChartClinician, ChartPatient

__all__ = ["RecognizedPage", "recognize"]

_FIELD_KINDS: Final = {
    FieldKind.NAME: IdentifierKind.PERSON,
    FieldKind.BIRTH_DATE: IdentifierKind.DATE,
    FieldKind.MRN: IdentifierKind.MRN,
    FieldKind.ACCOUNT: IdentifierKind.ACCOUNT,
    FieldKind.ACCESSION: IdentifierKind.ACCESSION,
    FieldKind.NUMBER: IdentifierKind.ID,
    FieldKind.LICENSE: IdentifierKind.LICENSE,
    FieldKind.AGE: IdentifierKind.AGE_OVER_89,
    FieldKind.SSN: IdentifierKind.SSN,
    FieldKind.PHONE: IdentifierKind.PHONE,
    FieldKind.EMAIL: IdentifierKind.EMAIL,
    FieldKind.ADDRESS: IdentifierKind.ADDRESS,
    FieldKind.ORGANIZATION: IdentifierKind.LOCATION,
}
#: What reads the second copy of a text in one case.
_OF_PEOPLE: Final = (PersonRecognizer(), ClinicianRecognizer())
#: Kinds whose labelled values are looked for on every page, label or not.
_REPEATED: Final = frozenset(
    {IdentifierKind.MRN, IdentifierKind.ACCOUNT, IdentifierKind.ACCESSION, IdentifierKind.ID, IdentifierKind.SSN}
)
#: Digits that a number without a label has to have to be looked for elsewhere.
MIN_REPEATED: Final = 7
#: A repetition weighs less than a pattern that knows its own kind.
REPEATED_SCORE: Final = 0.6


@dataclass(frozen=True, slots=True)
class RecognizedPage:
    """A page between recognition and replacement; offsets of fields and findings belong to ``reading``.

    Attributes:
        page: Raw page.
        folded: Its reading copy with the way back.
        reading: The copy cut into tokens.
        fields: Labelled fields.
        findings: Everything that identifies.
        declared: What the format declares.
        clinical: Where the format declares clinical vocabulary.
        people: Group of a declared name to the key of its person.
        chart: Key to whom the sweep looked for.
    """

    page: Page
    folded: FoldedText
    reading: Reading
    fields: list[LabelledField]
    findings: list[Finding]
    declared: list[DeclaredValue] = field(default_factory=list)
    clinical: tuple[tuple[int, int], ...] = ()
    people: dict[str, str] = field(default_factory=dict)
    chart: dict[str, Person] = field(default_factory=dict)

    @property
    def declared_by_group(self) -> dict[str, DeclaredValue]:
        """The declared values by the name of their group."""
        return {value.group: value for value in self.declared}


def recognize(
    pages: Iterable[Page],
    *,
    engine: PresidioEngine,
    lexicon: Lexicon,
    patient: ChartPatient | None,
    clinicians: Sequence[ChartClinician],
) -> list[RecognizedPage]:
    """Recognize all pages of a document.

    Args:
        pages: Raw pages.
        engine: Presidio with the model.
        lexicon: Word lists.
        patient: The chart's patient, whose every identifier is swept for.
        clinicians: Clinicians whom the EHR knows.
    """
    columns = ColumnLabels()
    recognized = [_read(page, engine, lexicon, columns) for page in pages]
    chart = people_of_chart(patient, clinicians, lexicon)
    declared, keys = declared_people([each.declared for each in recognized], chart, lexicon)
    names = NameSweep([*chart, *declared], lexicon)
    numbers = NumberSweep(patient, lexicon)
    for each in recognized:
        each.people.update(keys)
        # Whom the format declares misspelt has the key of the chart's person, whose own spelling counts.
        each.chart.update({person.key: person for person in [*declared, *chart]})
        each.findings.extend(names.find(each.reading))
        each.findings.extend(numbers.find(each.reading))
    _sweep_again(recognized, lexicon)
    for each in recognized:
        each.findings.extend(list(numbers_beside_names(each.reading, each.findings)))
        each.findings.extend(list(numbers_before_names(each.reading, each.findings)))
        each.findings.extend(kept_among_terms(list(grown_names(each.reading, each.findings)), each.clinical))
        each.findings.extend(list(names_beside_components(each.page.regions, each.folded, each.reading, each.findings)))
        whole = cut_at_borders(each.findings, each.page, each.folded, each.reading)
        whole = kept_from_codes(whole, each.clinical, each.reading)
        each.findings[:] = [_without_possessive(finding, each.reading.text) for finding in whole]
    return recognized


def _without_possessive(finding: Finding, text: str) -> Finding:
    """A name without its *'s*, which stays in the sentence."""
    named = finding.kind in {IdentifierKind.PERSON, IdentifierKind.LOCATION}
    if named and text[finding.end - 2 : finding.end].lower() == "'s":
        return finding.at(finding.start, finding.end - 2)
    return finding


def _read(page: Page, engine: PresidioEngine, lexicon: Lexicon, columns: ColumnLabels) -> RecognizedPage:
    folded = fold(page.text)
    reading = Reading(parted_at_borders(page, folded), lexicon)
    declared = declared_values(page.regions, page.number, folded, reading)
    clinical = clinical_stretches(page.regions, folded, reading)
    joined = join_lines(page.regions, folded, reading)
    known = [span for value in declared for span in value.spans]
    findings, entities = engine.analyze(reading, [*known, *clinical, *(joined.stretches if joined else ())])
    findings.extend(judge_entities(reading, entities))
    findings.extend(findings_over_line_ends(reading))
    findings.extend(_in_one_case(reading))
    findings.extend(list(grown_names(reading, findings)))
    fields = read_fields(reading, [_in_reading(cell, folded) for cell in cells_of_page(page)])
    fields += columns.fields(page, folded, reading)
    if joined is not None:
        further, entities = engine.analyze(joined.reading)
        further.extend(judge_entities(joined.reading, entities))
        further.extend(list(grown_names(joined.reading, further)))
        labelled = read_fields(joined.reading, cells_of_text(joined.reading.text))
        further.extend(_labelled_findings(labelled))
        findings.extend(joined.carried_back(further, page.number))
        fields += [
            replace(each, start=place[0], end=place[1])
            for each in labelled
            for place in joined.places(each.start, each.end)[:1]
        ]
    fields = _apart(fields, declared)
    findings.extend(_labelled_findings(fields))
    findings.extend(list(names_over_line_ends(reading, findings)))
    findings.extend([*numbers_beside_names(reading, findings), *numbers_after_names(reading, findings)])
    findings = [*kept_among_terms(findings, clinical), *declared_findings(declared)]
    return RecognizedPage(page, folded, reading, fields, findings, declared, clinical)


def _in_one_case(reading: Reading) -> list[Finding]:
    """Names in text that is typed in capitals, or in small letters alone; the offsets are the text's."""
    copy = recased(reading)
    if copy is None:
        return []
    found = [each for recognizer in _OF_PEOPLE for each in recognizer.find(copy)]
    found = [each for each in found if each.kind is IdentifierKind.PERSON]
    found.extend(list(grown_names(copy, found)))
    return found


def _labelled_findings(fields: Iterable[LabelledField]) -> Iterator[Finding]:
    for each in fields:
        kind = _FIELD_KINDS.get(each.kind)
        if kind is not None:
            yield Finding(each.start, each.end, kind, Strength.LABELLED, "field", 0.98, each.role)


def _apart(fields: Iterable[LabelledField], declared: Sequence[DeclaredValue]) -> list[LabelledField]:
    """Each field once, and none over what the format declares: that needs no label."""
    kept: list[LabelledField] = []
    for each in sorted(fields, key=lambda value: value.start):
        again = any(other.kind is each.kind and other.end > each.start for other in kept[-3:])
        if not again and not any(value.touches(each.start, each.end) for value in declared):
            kept.append(each)
    return kept


def _in_reading(cell: Cell, folded: FoldedText) -> Cell:
    return replace(cell, start=folded.from_raw(cell.start), end=folded.from_raw(cell.end))


def _is_sure(finding: Finding, surface: str) -> bool:
    """Whether a number may be looked for elsewhere: it has a label, or is long."""
    digits = sum(sign.isdigit() for sign in surface)
    return finding.strength is Strength.LABELLED or (finding.strength is Strength.PATTERN and digits >= MIN_REPEATED)


def _sweep_again(pages: Sequence[RecognizedPage], lexicon: Lexicon) -> None:
    """What one place labels is looked for on every page: a name after "Mother:" is hers further down too."""
    people: list[Person] = []
    certain: set[str] = set()
    numbers: list[tuple[str, IdentifierKind]] = []
    for page in pages:
        for finding in page.findings:
            surface = page.reading.text[finding.start : finding.end]
            if finding.kind is IdentifierKind.PERSON and finding.strength in {Strength.LABELLED, Strength.PATTERN}:
                person = person_of_name(surface, f"found:{len(people)}", finding.role, lexicon)
                if person is not None:
                    people.append(person)
                    certain.update({person.key} if finding.strength is Strength.LABELLED else ())
            elif finding.kind in _REPEATED and not finding.group and _is_sure(finding, surface):
                numbers.append((surface, finding.kind))
        numbers += [(value.display, value.kind) for value in page.declared if value.kind in _REPEATED and value.kind]
    names = NameSweep(people, lexicon)
    again = NumberSweep(None, lexicon, dict.fromkeys(numbers))
    for page in pages:
        found = list(names.find(page.reading))
        sure = [each for each in found if each.recognizer.partition(":")[2] in certain]
        guessed = [each for each in found if each.recognizer.partition(":")[2] not in certain]
        repeated = [*sure, *kept_among_terms(guessed, page.clinical, chart=False), *again.find(page.reading)]
        page.findings.extend(
            replace(each, strength=Strength.PATTERN, recognizer="repeated", score=REPEATED_SCORE) for each in repeated
        )
