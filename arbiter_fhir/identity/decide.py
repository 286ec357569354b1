"""The identity gate's rules: does this document, or this part of one, speak about this chart's patient?

Three identifiers are **strong**: the name, the birth date, the record number (MRN). Each is compared with the chart
and comes out as *match*, *close* (a slip: day and month swapped, one digit off, a letter read for a digit, an initial),
*differs* or *not comparable* (one side has none: blank never equals blank). Identifiers of clinicians and relatives
never count.

| what the document shows                                                                  | decision   |
|------------------------------------------------------------------------------------------|------------|
| no identifier that can be compared                                                       | ambiguous  |
| the birth date differs and the name differs                                              | mismatch   |
| the record number differs and the name differs, and the birth date does not match        | mismatch   |
| the birth date differs and the record number differs (a namesake)                        | mismatch   |
| same birth date, same family name, other given name, other record number (a twin)        | mismatch   |
| identifiers of two patients on the paper, one of them ours                               | ambiguous  |
| any one of name, birth date, record number differs otherwise                             | ambiguous  |
| two of the three match, but Jr/Sr/II differ and the record number does not match         | ambiguous  |
| two of the three match, but sex or social security number differ                         | ambiguous  |
| two of the three match, but the paper fits another patient of the practice as well       | ambiguous  |
| **two of the three match, nothing differs**                                              | **verified** |
| one of the three matches, or only close ones                                             | ambiguous  |

In a message's list of record numbers, one of another authority than the one whose number the chart has says nothing
(`authorities`); a second one of the same authority, or of none, is another patient's.

Verified and approved by a person open the gate; nothing else does. An ambiguous or mismatched document stays visible
for review, and none of its facts becomes evidence. The cost of a wrong "verified" is another patient's result in the
chart, the cost of a wrong "ambiguous" is a minute of a person's time: in doubt the rules choose the minute.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.deid import CandidateField, IdentifierCandidate, IdentifierCandidates, IdentifierRole
from arbiter_fhir.domain.identity import (
    ChartPatient,
    FieldComparison,
    IdentityDecision,
    IdentityStatus,
    MatchOutcome,
)
from arbiter_fhir.domain.seal import IDENTITY_SEAL
from arbiter_fhir.identity.matchers import compare_candidate
from arbiter_fhir.identity.names import compare_suffix

__all__ = ["NO_IDENTIFIERS", "ONE_STRONG_IDENTIFIER", "STRONG", "decide_identity"]

#: Reasons of a document that prints too little to judge by.
NO_IDENTIFIERS = "no_identifiers"
ONE_STRONG_IDENTIFIER = "one_strong_identifier"

#: The seed asks for reliable identifiers; two agreeing ones are the usual rule for patient identification
#: (Joint Commission NPSG.01.01.01: at least two patient identifiers).
STRONG_NEEDED = 2
STRONG = ("name", "birth_date", "mrn")

_BEST_FIRST = (MatchOutcome.MATCH, MatchOutcome.CLOSE, MatchOutcome.MISMATCH, MatchOutcome.NOT_COMPARABLE)


@dataclass(frozen=True, slots=True)
class _Compared:
    """The document's identifiers against one chart patient.

    Attributes:
        best: Field name to its best comparison.
        contradicted: Strong fields of which one candidate matches (or nearly) and another clearly differs.
    """

    best: dict[str, FieldComparison]
    contradicted: tuple[str, ...]

    def outcome(self, field: str) -> MatchOutcome:
        comparison = self.best.get(field)
        return comparison.outcome if comparison else MatchOutcome.NOT_COMPARABLE

    def matches(self, field: str) -> bool:
        return self.outcome(field) is MatchOutcome.MATCH

    def differs(self, field: str) -> bool:
        return self.outcome(field) is MatchOutcome.MISMATCH

    def detail(self, field: str) -> str:
        comparison = self.best.get(field)
        return comparison.detail if comparison else ""

    @property
    def strong(self) -> int:
        """How many of the three strong identifiers match."""
        return sum(self.matches(field) for field in STRONG)


def _speaking(items: Sequence[IdentifierCandidate], field: CandidateField) -> list[IdentifierCandidate]:
    """The candidates that may speak for the patient in one field.

    Where the page says whose identifier it is, only the patient's count; where it does not say, unknown ones do.
    """
    of_field = [item for item in items if item.field is field and item.value.strip()]
    patients = [item for item in of_field if item.role is IdentifierRole.PATIENT]
    return patients or [item for item in of_field if item.role is IdentifierRole.UNKNOWN]


def _compare(candidates: IdentifierCandidates, patient: ChartPatient) -> _Compared:
    best: dict[str, FieldComparison] = {}
    contradicted = []
    for field in CandidateField:
        speaking = _speaking(candidates.items, field)
        compared = [(item, compare_candidate(item, patient)) for item in speaking]
        # Text that merely looks like a name or a date may agree with the chart, but it cannot contradict it.
        counted = [
            comparison
            for item, comparison in compared
            if item.labelled or comparison.outcome in {MatchOutcome.MATCH, MatchOutcome.CLOSE}
        ]
        if not counted:
            continue
        best[field.value] = min(counted, key=lambda comparison: _BEST_FIRST.index(comparison.outcome))
        outcomes = {comparison.outcome for comparison in counted}
        if MatchOutcome.MISMATCH in outcomes and outcomes & {MatchOutcome.MATCH, MatchOutcome.CLOSE}:
            contradicted.append(field.value)
        if field is CandidateField.NAME:
            suffixes = [compare_suffix(item.value, patient) for item in speaking]
            differing = [each for each in suffixes if each.outcome is MatchOutcome.MISMATCH]
            best["suffix"] = (differing or suffixes)[0]
    return _Compared(best, tuple(name for name in contradicted if name in STRONG))


def _mismatch(compared: _Compared) -> str:
    """The reason why the document is clearly another patient's; empty where it is not clear."""
    name, birth, mrn = (compared.differs(field) for field in STRONG)
    if birth and name:
        return "name_and_birth_date_differ"
    if birth and mrn:
        return "birth_date_and_mrn_differ"
    if mrn and name:
        twin = compared.matches("birth_date") and compared.detail("name") == "given_name_differs"
        if twin:
            return "same_birth_date_other_given_name"
        if not compared.matches("birth_date"):
            return "name_and_mrn_differ"
    return ""


def _contradiction(compared: _Compared) -> str:
    """The reason why agreeing identifiers are not enough; empty where nothing contradicts."""
    if compared.matches("birth_date") and compared.detail("name") == "given_name_differs":
        return "same_birth_date_other_given_name"
    for field in STRONG:
        if compared.differs(field):
            return compared.detail(field) or f"{field}_differs"
    if compared.differs("suffix") and not compared.matches("mrn"):
        return "suffix_differs"
    for field in ("sex", "ssn"):
        if compared.differs(field):
            return compared.detail(field)
    return ""


def _decision(patient: ChartPatient, compared: _Compared, status: IdentityStatus, reason: str) -> IdentityDecision:
    return IdentityDecision(patient.patient_id, status, tuple(compared.best.values()), reason, IDENTITY_SEAL)


def decide_identity(
    candidates: IdentifierCandidates,
    patient: ChartPatient,
    *,
    others: Sequence[ChartPatient] = (),
) -> IdentityDecision:
    """Decide whether a document is this patient's; the rules are the table above.

    Args:
        candidates: Identifiers printed on the document.
        patient: The chart patient under whom it was filed.
        others: Other patients of the practice whom it might be about, where the caller has looked for them.
    """
    compared = _compare(candidates, patient)
    mismatch = "" if compared.contradicted else _mismatch(compared)
    if mismatch:
        return _decision(patient, compared, IdentityStatus.MISMATCH, mismatch)
    doubt = _doubt(compared)
    if not doubt and any(_fits(candidates, other) for other in others if other.patient_id != patient.patient_id):
        doubt = "fits_another_patient"
    if doubt:
        return _decision(patient, compared, IdentityStatus.AMBIGUOUS, doubt)
    return _decision(patient, compared, IdentityStatus.VERIFIED, "two_strong_identifiers")


def _doubt(compared: _Compared) -> str:
    """The reason why a document that is not clearly another's is not clearly ours; empty where it is."""
    if all(compared.outcome(field) is MatchOutcome.NOT_COMPARABLE for field in STRONG):
        return NO_IDENTIFIERS
    if compared.contradicted:
        return "other_patient_on_page"
    if contradiction := _contradiction(compared):
        return contradiction
    if compared.strong < STRONG_NEEDED:
        return ONE_STRONG_IDENTIFIER if compared.strong else "only_close_identifiers"
    return ""


def _fits(candidates: IdentifierCandidates, other: ChartPatient) -> bool:
    """Whether the document would be another patient's by the same rule."""
    compared = _compare(candidates, other)
    return not _doubt(compared)
