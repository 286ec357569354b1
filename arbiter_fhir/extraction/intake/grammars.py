"""The grammars of clinical text under one signature, for forms and letters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.fact import LabResult
from arbiter_fhir.extraction.narrative.allergies import find_allergies
from arbiter_fhir.extraction.narrative.candidate import Candidate
from arbiter_fhir.extraction.narrative.family_history import find_family_history
from arbiter_fhir.extraction.narrative.medications import find_medications
from arbiter_fhir.extraction.narrative.passages import Passage
from arbiter_fhir.extraction.narrative.problems import find_problems
from arbiter_fhir.extraction.narrative.procedures import find_immunizations, find_procedures
from arbiter_fhir.extraction.narrative.sections import SectionKind
from arbiter_fhir.extraction.narrative.social_history import find_social_history
from arbiter_fhir.extraction.narrative.vital_signs import find_vital_signs

__all__ = ["ALL", "ANYWHERE", "OF_SECTION", "Dates", "Grammar", "allergies_in", "medications_in", "problems_in"]

#: Date placeholders of a document with their values.
Dates = Mapping[str, ClinicalDate]
#: Finds candidates in passages.
Grammar = Callable[[Sequence[Passage], Dates], tuple[Candidate, ...]]


def medications_in(passages: Sequence[Passage], dates: Dates) -> tuple[Candidate, ...]:
    """Medications."""
    return find_medications(passages, dates=dates)


def allergies_in(passages: Sequence[Passage], dates: Dates) -> tuple[Candidate, ...]:
    """Allergies, and statements that there are none."""
    return find_allergies(passages, dates=dates)


def problems_in(passages: Sequence[Passage], dates: Dates) -> tuple[Candidate, ...]:
    """Problems of the patient."""
    return find_problems(passages, dates=dates)


def _relatives_in(passages: Sequence[Passage], _dates: Dates) -> tuple[Candidate, ...]:
    return find_family_history(passages)


def _habits_in(passages: Sequence[Passage], _dates: Dates) -> tuple[Candidate, ...]:
    return find_social_history(passages)


def _procedures_in(passages: Sequence[Passage], dates: Dates) -> tuple[Candidate, ...]:
    return find_procedures(passages, dates=dates)


def _immunizations_in(passages: Sequence[Passage], _dates: Dates) -> tuple[Candidate, ...]:
    return find_immunizations(passages)


def _vital_signs_in(passages: Sequence[Passage], dates: Dates) -> tuple[Candidate, ...]:
    return find_vital_signs(passages, dates=dates)


def _pressures_in(passages: Sequence[Passage], dates: Dates) -> tuple[Candidate, ...]:
    """Blood pressures, which are told apart from other numbers by their shape and label wherever they stand."""
    found = find_vital_signs(passages, dates=dates)
    return tuple(each for each in found if isinstance(each.value, LabResult) and each.value.loinc in _PRESSURES)


#: LOINC codes of systolic and diastolic blood pressure.
_PRESSURES: Final = frozenset({"8480-6", "8462-4"})
#: The grammar of each section.
OF_SECTION: Final[Mapping[SectionKind, Grammar]] = {
    SectionKind.MEDICATIONS: medications_in,
    SectionKind.PAST_MEDICATIONS: medications_in,
    SectionKind.MEDICATION_CHANGES: medications_in,
    SectionKind.ALLERGIES: allergies_in,
    SectionKind.PAST_HISTORY: problems_in,
    SectionKind.PROBLEMS: problems_in,
    SectionKind.RULED_OUT_PROBLEMS: problems_in,
    SectionKind.RESOLVED_PROBLEMS: problems_in,
    SectionKind.SUSPECTED_PROBLEMS: problems_in,
    SectionKind.SYSTEMS: problems_in,
    SectionKind.FAMILY_HISTORY: _relatives_in,
    SectionKind.SURGICAL_HISTORY: _procedures_in,
    SectionKind.IMMUNIZATIONS: _immunizations_in,
    SectionKind.SOCIAL_HISTORY: _habits_in,
    SectionKind.VITAL_SIGNS: _vital_signs_in,
}
#: What is looked for in words that stand in no section of their own.
ANYWHERE: Final[tuple[Grammar, ...]] = (medications_in, allergies_in, problems_in, _relatives_in, _pressures_in)
#: Every grammar.
ALL: Final[tuple[Grammar, ...]] = (*ANYWHERE[:-1], _habits_in, _procedures_in, _immunizations_in, _vital_signs_in)
