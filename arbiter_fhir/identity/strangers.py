"""Pages that print another patient's identifiers without a label that says whose they are.

``ROE, JOHN 01/02/1950`` below a table, ``Also copied: ROE, JOHN MRN 777888`` beside the patient's own number.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from arbiter_fhir.domain.deid import CandidateField, DeidentifiedDocument, IdentifierCandidate
from arbiter_fhir.domain.identity import ChartPatient, MatchOutcome
from arbiter_fhir.identity.matchers import compare_mrn
from arbiter_fhir.identity.persons import compare_persons, identifying

__all__ = ["is_stranger", "prints_other_record", "record_numbers"]

_RECORD_NUMBER: Final = re.compile(r"\[MRN_\d+\]")
_BEST_FIRST: Final = (MatchOutcome.MATCH, MatchOutcome.CLOSE, MatchOutcome.MISMATCH, MatchOutcome.NOT_COMPARABLE)
_TOGETHER: Final = frozenset({CandidateField.NAME, CandidateField.BIRTH_DATE})


def record_numbers(clean: DeidentifiedDocument, pages: Collection[int]) -> frozenset[str]:
    """Labels of the record numbers that stand on pages, labelled or not."""
    texts = [page.text.value for page in clean.pages if page.number in pages]
    return frozenset(label for text in texts for label in _RECORD_NUMBER.findall(text))


def prints_other_record(clean: DeidentifiedDocument, pages: Collection[int], patient: ChartPatient) -> bool:
    """Whether pages print the chart's record number and another one beside it, with a label or without.

    Whose the other one is, and which of the results are theirs (``Also copied: ROE, JOHN MRN 777888``), nobody says.

    Args:
        clean: The document after de-identification.
        pages: Numbers of the pages in question.
        patient: The chart patient under whom it was filed.
    """
    outcomes = {
        _best(compare_mrn(printed, patient.mrn).outcome for printed in clean.phi.values.get(label, ()))
        for label in record_numbers(clean, pages)
    }
    return {MatchOutcome.MATCH, MatchOutcome.MISMATCH} <= outcomes


def _best(outcomes: Iterable[MatchOutcome]) -> MatchOutcome:
    return min(outcomes, key=_BEST_FIRST.index, default=MatchOutcome.NOT_COMPARABLE)


def is_stranger(
    clean: DeidentifiedDocument,
    pages: Collection[int],
    *,
    named: Sequence[IdentifierCandidate],
    records: Collection[str],
) -> bool:
    """Whether pages without labelled identifiers print somebody else's: a record number, or name and birth date both.

    A name alone says nothing: clinicians sign pages.

    Args:
        clean: The document after de-identification.
        pages: Numbers of the pages in question.
        named: Labelled identifiers of the patient to compare with.
        records: Labels of the record numbers on that patient's pages.
    """
    items = [item for item in clean.candidates.items if item.page in pages]
    if identifying(items):
        return False
    own = record_numbers(clean, pages)
    if own and records and own.isdisjoint(records):
        return True
    differing = {
        field
        for field in _TOGETHER
        if compare_persons(named, [item for item in items if item.field is field]) is MatchOutcome.MISMATCH
    }
    return differing == _TOGETHER
