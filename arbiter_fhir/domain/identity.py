"""Identity: does this document speak about this chart's patient?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field
from datetime import date
from enum import StrEnum

from arbiter_fhir.domain.document import DocumentPart, PartKind
from arbiter_fhir.domain.fact import CitedFact
from arbiter_fhir.domain.seal import IDENTITY_SEAL, Seal, require_seal
from arbiter_fhir.domain.tenant import PatientId

__all__ = [
    "WORST_FIRST",
    "ActiveFact",
    "ChartClinician",
    "ChartPatient",
    "DocumentIdentity",
    "FieldComparison",
    "IdentityDecision",
    "IdentityStatus",
    "MatchOutcome",
    "PartIdentity",
    "ReviewDecision",
]


class IdentityStatus(StrEnum):
    """The seed's identity states."""

    UNCHECKED = "identity_unchecked"
    VERIFIED = "identity_verified"
    AMBIGUOUS = "identity_ambiguous_needs_review"
    MISMATCH = "identity_mismatch_quarantined"
    REVIEW_APPROVED = "identity_review_approved"
    REVIEW_REJECTED = "identity_review_rejected"

    @property
    def opens_the_gate(self) -> bool:
        """Whether facts of such a document may become active evidence."""
        return self in {IdentityStatus.VERIFIED, IdentityStatus.REVIEW_APPROVED}


#: The order in which a person should see them: a mismatch before a doubt before agreement. Every status is in it.
WORST_FIRST = (
    IdentityStatus.MISMATCH,
    IdentityStatus.REVIEW_REJECTED,
    IdentityStatus.AMBIGUOUS,
    IdentityStatus.UNCHECKED,
    IdentityStatus.REVIEW_APPROVED,
    IdentityStatus.VERIFIED,
)


class ReviewDecision(StrEnum):
    """What a person decided about a document's identity."""

    APPROVED = "approved"
    REJECTED = "rejected"


class MatchOutcome(StrEnum):
    """How one field of the document compares with the chart. Blank never equals blank."""

    MATCH = "match"
    CLOSE = "close"
    MISMATCH = "mismatch"
    NOT_COMPARABLE = "not_comparable"


@dataclass(frozen=True, slots=True)
class FieldComparison:
    """One compared field. ``detail`` is a stable word such as ``day_month_swapped``, never a value."""

    field: str
    outcome: MatchOutcome
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ChartPatient:
    """The chart's own identifiers of the patient, for the identity gate and the de-identification sweep. Raw PHI.

    Attributes:
        patient_id: `patient_data.pid`.
        given: First name; empty where the chart has none (the same for all text fields).
        other_given: Preferred names, aliases.
        former_family: Maiden and previous family names.
        mrn: `patient_data.pubpid`.
        relatives: Names of mother, guardian, emergency contact and the like, as written.
        other_identifiers: Driver's licence, insurance policy numbers, other numbers that the chart holds.
    """

    patient_id: PatientId
    given: str = field(repr=False)
    middle: str = field(repr=False)
    family: str = field(repr=False)
    suffix: str = field(repr=False)
    birth_date: date | None = field(repr=False)
    sex: str = field(repr=False)
    mrn: str = field(repr=False)
    ssn: str = field(default="", repr=False)
    other_given: tuple[str, ...] = field(default=(), repr=False)
    former_family: tuple[str, ...] = field(default=(), repr=False)
    phones: tuple[str, ...] = field(default=(), repr=False)
    emails: tuple[str, ...] = field(default=(), repr=False)
    street: str = field(default="", repr=False)
    city: str = field(default="", repr=False)
    state: str = field(default="", repr=False)
    postal_code: str = field(default="", repr=False)
    relatives: tuple[str, ...] = field(default=(), repr=False)
    other_identifiers: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class ChartClinician:
    """A clinician whom the EHR knows (`users`), for the de-identification sweep."""

    given: str = field(repr=False)
    family: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class IdentityDecision:
    """What the identity gate decided.

    Attributes:
        patient_id: The chart patient compared with.
        status: The state.
        comparisons: Field by field.
        reason: Stable word: ``two_strong_identifiers``, ``birth_date_differs``, ``other_patient_on_page`` ...
    """

    patient_id: PatientId
    status: IdentityStatus
    comparisons: tuple[FieldComparison, ...]
    reason: str
    seal: InitVar[Seal]

    def __post_init__(self, seal: Seal) -> None:
        require_seal(seal, IDENTITY_SEAL)

    @property
    def matched_fields(self) -> Mapping[str, str]:
        """Field name to outcome word, free of values."""
        return {comparison.field: comparison.outcome.value for comparison in self.comparisons}


@dataclass(frozen=True, slots=True)
class PartIdentity:
    """The decision on one part of a document."""

    part: DocumentPart
    decision: IdentityDecision


@dataclass(frozen=True, slots=True)
class DocumentIdentity:
    """What the identity gate decided on a document: one decision for each part, at least one.

    A part that is not this patient's closes the gate for its own pages only; the rest goes on.

    Attributes:
        parts: In page order; together they hold every page once.
    """

    parts: tuple[PartIdentity, ...]

    def __post_init__(self) -> None:
        if not self.parts:
            raise ValueError("a document has at least one part")

    @staticmethod
    def whole(decision: IdentityDecision, *, pages: int) -> DocumentIdentity:
        """One decision for a document of one piece."""
        return DocumentIdentity((PartIdentity(DocumentPart(1, PartKind.WHOLE, 1, pages), decision),))

    @property
    def patient_id(self) -> PatientId:
        """The chart patient compared with."""
        return self.parts[0].decision.patient_id

    def part_of_page(self, page: int) -> PartIdentity:
        """The part that holds a 1-based page.

        Raises:
            KeyError: No part holds the page.
        """
        for each in self.parts:
            if each.part.first_page <= page <= each.part.last_page:
                return each
        raise KeyError(page)

    def part_of_fact(self, fact: CitedFact) -> PartIdentity:
        """The part that holds the page a fact stands on; the worst one where it names no page.

        Raises:
            KeyError: No part holds the page.
        """
        return self._worst_part if fact.citation.page is None else self.part_of_page(fact.citation.page)

    def of_page(self, page: int) -> IdentityDecision:
        """The decision that holds for a 1-based page; KeyError as in `part_of_page`."""
        return self.part_of_page(page).decision

    def of_fact(self, fact: CitedFact) -> IdentityDecision:
        """The decision that holds for a fact; KeyError as in `part_of_fact`."""
        return self.part_of_fact(fact).decision

    @property
    def open_pages(self) -> frozenset[int]:
        """Numbers of the pages whose part is the patient's."""
        return frozenset(
            page
            for each in self.parts
            if each.decision.status.opens_the_gate
            for page in range(each.part.first_page, each.part.last_page + 1)
        )

    @property
    def counts(self) -> Mapping[str, int]:
        """Status word to number of parts."""
        return Counter(each.decision.status.value for each in self.parts)

    @property
    def worst(self) -> IdentityDecision:
        """The decision that a person should see first: a mismatch before a doubt before agreement."""
        return self._worst_part.decision

    @property
    def _worst_part(self) -> PartIdentity:
        return min(self.parts, key=lambda each: WORST_FIRST.index(each.decision.status))


@dataclass(frozen=True, slots=True)
class ActiveFact:
    """A cited fact of a document whose identity was verified or approved: it may become active evidence."""

    fact: CitedFact
    patient_id: PatientId
    seal: InitVar[Seal]

    def __post_init__(self, seal: Seal) -> None:
        require_seal(seal, IDENTITY_SEAL)
