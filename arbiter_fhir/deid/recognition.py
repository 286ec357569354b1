"""Recognition: every page read once by Presidio, by labels, and by the sweeps for what chart and document name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from arbiter_fhir.deid.cells import Cell, cells_of_page
from arbiter_fhir.deid.fields import LabelledField, read_fields
from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.folding import FoldedText, fold
from arbiter_fhir.deid.header_lines import numbers_beside_names
from arbiter_fhir.deid.labels import FieldKind
from arbiter_fhir.deid.language_model import PresidioEngine
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.model_entities import judge_entities
from arbiter_fhir.deid.name_sweep import NameSweep
from arbiter_fhir.deid.number_sweep import NumberSweep
from arbiter_fhir.deid.people import Person, people_of_chart, person_of_name
from arbiter_fhir.deid.reading import Reading
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
}
#: Kinds whose labelled values are looked for on every page, label or not.
_REPEATED: Final = frozenset(
    {IdentifierKind.MRN, IdentifierKind.ACCOUNT, IdentifierKind.ACCESSION, IdentifierKind.ID, IdentifierKind.SSN}
)
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
    """

    page: Page
    folded: FoldedText
    reading: Reading
    fields: list[LabelledField]
    findings: list[Finding]


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
    recognized = [_read(page, engine, lexicon) for page in pages]
    names = NameSweep(people_of_chart(patient, clinicians, lexicon), lexicon)
    numbers = NumberSweep(patient, lexicon)
    for each in recognized:
        each.findings.extend(names.find(each.reading))
        each.findings.extend(numbers.find(each.reading))
    _sweep_again(recognized, lexicon)
    for each in recognized:
        each.findings[:] = [_without_possessive(finding, each.reading.text) for finding in each.findings]
    return recognized


def _without_possessive(finding: Finding, text: str) -> Finding:
    """A name without its *'s*, which stays in the sentence."""
    if finding.kind is IdentifierKind.PERSON and text[finding.end - 2 : finding.end].lower() == "'s":
        return finding.at(finding.start, finding.end - 2)
    return finding


def _read(page: Page, engine: PresidioEngine, lexicon: Lexicon) -> RecognizedPage:
    folded = fold(page.text)
    reading = Reading(folded.text, lexicon)
    findings, entities = engine.analyze(reading)
    findings.extend(judge_entities(reading, entities))
    fields = read_fields(reading, [_in_reading(cell, folded) for cell in cells_of_page(page)])
    for field in fields:
        kind = _FIELD_KINDS.get(field.kind)
        if kind is not None:
            findings.append(Finding(field.start, field.end, kind, Strength.LABELLED, "field", 0.98, field.role))
    findings.extend(list(numbers_beside_names(reading, findings)))
    return RecognizedPage(page, folded, reading, fields, findings)


def _in_reading(cell: Cell, folded: FoldedText) -> Cell:
    return replace(cell, start=folded.from_raw(cell.start), end=folded.from_raw(cell.end))


def _sweep_again(pages: Sequence[RecognizedPage], lexicon: Lexicon) -> None:
    """What one place labels is looked for on every page: a name after "Mother:" is hers further down too."""
    people: list[Person] = []
    numbers: list[tuple[str, IdentifierKind]] = []
    for page in pages:
        for finding in page.findings:
            surface = page.reading.text[finding.start : finding.end]
            if finding.kind is IdentifierKind.PERSON and finding.strength in {Strength.LABELLED, Strength.PATTERN}:
                person = person_of_name(surface, f"found:{len(people)}", finding.role, lexicon)
                if person is not None:
                    people.append(person)
            elif finding.kind in _REPEATED and finding.strength is Strength.LABELLED:
                numbers.append((surface, finding.kind))
    names = NameSweep(people, lexicon)
    again = NumberSweep(None, lexicon, dict.fromkeys(numbers))
    for page in pages:
        repeated = [*names.find(page.reading), *again.find(page.reading)]
        page.findings.extend(
            replace(each, strength=Strength.PATTERN, recognizer="repeated", score=REPEATED_SCORE) for each in repeated
        )
