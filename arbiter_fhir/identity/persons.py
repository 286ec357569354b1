"""Whether two pages speak of the same person, judged by the identifiers printed on both. Pure.

A packet is parted before anybody asks whose chart it is filed in, so pages are compared with one another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from arbiter_fhir.domain.deid import CandidateField, IdentifierCandidate, IdentifierRole
from arbiter_fhir.domain.identity import ChartPatient, MatchOutcome
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.identity.birth_dates import compare_birth_date, read_birth_dates
from arbiter_fhir.identity.matchers import compare_mrn
from arbiter_fhir.identity.names import compare_name, read_name

__all__ = ["compare_persons", "identifying"]

_STRONG = frozenset({CandidateField.NAME, CandidateField.BIRTH_DATE, CandidateField.MRN})
_BEST_FIRST = (MatchOutcome.MATCH, MatchOutcome.CLOSE, MatchOutcome.MISMATCH, MatchOutcome.NOT_COMPARABLE)


def identifying(items: Iterable[IdentifierCandidate]) -> tuple[IdentifierCandidate, ...]:
    """The labelled names, birth dates and record numbers that may be the patient's."""
    roles = {IdentifierRole.PATIENT, IdentifierRole.UNKNOWN}
    return tuple(
        item for item in items if item.labelled and item.field in _STRONG and item.role in roles and item.value.strip()
    )


def compare_persons(one: Sequence[IdentifierCandidate], other: Sequence[IdentifierCandidate]) -> MatchOutcome:
    """Compare what two stretches of pages print about their patient.

    Args:
        one: As `identifying` gives them.
        other: The same of the other pages.

    Returns:
        MISMATCH where any of name, birth date, record number differs (two patients, or a misreading: both are reasons
        to judge the pages apart), MATCH or CLOSE where at least one agrees, else NOT_COMPARABLE.
    """
    outcomes = [_compare_field(field, one, other) for field in sorted(_STRONG)]
    if MatchOutcome.MISMATCH in outcomes:
        return MatchOutcome.MISMATCH
    return min(outcomes, key=_BEST_FIRST.index)


def _compare_field(
    field: CandidateField, one: Sequence[IdentifierCandidate], other: Sequence[IdentifierCandidate]
) -> MatchOutcome:
    """The best agreement between any two prints of a field."""
    left = [item.value for item in one if item.field is field]
    right = [item.value for item in other if item.field is field]
    pairs = [_compare_values(field, a, b) for a, b in product(left, right)]
    return min(pairs, key=_BEST_FIRST.index, default=MatchOutcome.NOT_COMPARABLE)


def _compare_values(field: CandidateField, one: str, other: str) -> MatchOutcome:
    if field is CandidateField.MRN:
        return compare_mrn(one, other).outcome
    if field is CandidateField.BIRTH_DATE:
        outcomes = [compare_birth_date(one, each).outcome for each in read_birth_dates(other)[0]]
    else:
        outcomes = [compare_name(one, _as_patient(other)).outcome, compare_name(other, _as_patient(one)).outcome]
    return min(outcomes, key=_BEST_FIRST.index, default=MatchOutcome.NOT_COMPARABLE)


def _as_patient(printed: str) -> ChartPatient:
    """A printed name as a chart would hold it: the last word is the family name where no comma says another."""
    name = read_name(printed)
    words = list(name.rest)
    family = list(name.family)
    if not family and len(words) > 1:
        cut = max((place for place in name.cuts if place < len(words)), default=len(words) - 1)
        words, family = words[:cut], words[cut:]
    return ChartPatient(
        patient_id=PatientId(0),
        given=" ".join(words[:1]),
        middle=" ".join(words[1:]),
        family=" ".join(family),
        suffix=name.suffix,
        birth_date=None,
        sex="",
        mrn="",
        other_given=tuple(name.called),
        former_family=(" ".join(name.former),) if name.former else (),
    )
