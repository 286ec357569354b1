"""Facts: what was read, how sure we are, and why."""

from __future__ import annotations

from dataclasses import InitVar, dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from arbiter_fhir.domain.citation import Citation
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.review import ReviewWord
from arbiter_fhir.domain.seal import FACT_SEAL, Seal, require_seal
from arbiter_fhir.domain.statement import (
    Allergy,
    Coding,
    FamilyHistory,
    Medication,
    Problem,
    Statement,
    Susceptibility,
)

__all__ = [
    "PAGE_UNREAD",
    "AbnormalFlag",
    "Certainty",
    "CitedFact",
    "Comparator",
    "FactType",
    "FactValue",
    "LabResult",
    "RejectedCandidate",
    "ResultStatus",
    "ReviewMark",
]


class Certainty(StrEnum):
    """How far a fact may go: into the chart, into answers, or to a person's eyes first."""

    VERIFIED = "verified"
    DOCUMENT_FACT = "document_fact"
    NEEDS_REVIEW = "needs_review"


class FactType(StrEnum):
    """Kinds of facts."""

    LAB_RESULT = "lab_result"
    VITAL_SIGN = "vital_sign"
    SUSCEPTIBILITY = "susceptibility"
    MEDICATION = "medication"
    ALLERGY = "allergy"
    PROBLEM = "problem"
    PROCEDURE = "procedure"
    IMMUNIZATION = "immunization"
    FAMILY_HISTORY = "family_history"
    SOCIAL_HISTORY = "social_history"
    CHIEF_CONCERN = "chief_concern"
    DEMOGRAPHIC = "demographic"
    REFERRAL = "referral"
    OTHER = "other"


class AbnormalFlag(StrEnum):
    """Result flags, in OpenEMR's `proc_res_abnormal` words (HL7 table 0078: N, A, H, L, HH, LL)."""

    NORMAL = "no"
    ABNORMAL = "yes"
    HIGH = "high"
    LOW = "low"
    CRITICAL_HIGH = "vhigh"
    CRITICAL_LOW = "vlow"


class ResultStatus(StrEnum):
    """FHIR R4 observation-status, from HL7 table 0085 (OBX-11) or the printed word."""

    REGISTERED = "registered"
    PRELIMINARY = "preliminary"
    FINAL = "final"
    CORRECTED = "corrected"
    CANCELLED = "cancelled"
    ENTERED_IN_ERROR = "entered-in-error"
    UNKNOWN = "unknown"


class Comparator(StrEnum):
    """FHIR R4 quantity-comparator codes."""

    LESS = "<"
    LESS_OR_EQUAL = "<="
    GREATER = ">"
    GREATER_OR_EQUAL = ">="


@dataclass(frozen=True, slots=True)
class LabResult:
    """One laboratory result as printed, with what could be derived safely beside it.

    Attributes:
        test_name: As printed.
        value: As printed: ``7.2``, ``<5``, ``1:80``, ``Positive``, ``See note``.
        unit: As printed; empty where none was printed.
        reference_range: As printed; empty where none was printed.
        flag_printed: The flag as printed (``H``, ``*``, ``HIGH``); empty where none was printed.
        abnormal_flag: Normalised flag; ``None`` where neither printed nor derivable.
        flag_derived: True where the flag was worked out from value and range, not printed.
        collection_date: When the specimen was taken.
        report_date: When the result was reported.
        panel: Panel heading as printed, empty where none.
        specimen: Specimen as printed, empty where none.
        comment: Comment or note text attached to the result, de-identified, empty where none.
        status: ``final``, ``preliminary``, ``corrected`` ... as printed, lower case; empty where none was printed.
        numeric: The number, exact decimals, for numeric values and for values with a comparator.
        comparator: ``<`` and so on, where printed.
        ucum: UCUM code where the printed unit maps to exactly one.
        loinc: LOINC code where the document gives it, or the curated table maps name and unit safely to exactly one.
        result_status: Normalised status; ``None`` where the document says nothing. ``entered-in-error`` withdraws an
            earlier result and is never a value for the chart.
        codes: Codes that the document itself gives for the test, in its order.
        value_codes: Codes that the document itself gives for a coded value.
    """

    test_name: str
    value: str
    unit: str = ""
    reference_range: str = ""
    flag_printed: str = ""
    abnormal_flag: AbnormalFlag | None = None
    flag_derived: bool = False
    collection_date: ClinicalDate | None = None
    report_date: ClinicalDate | None = None
    panel: str = ""
    specimen: str = ""
    comment: str = ""
    status: str = ""
    numeric: Decimal | None = None
    comparator: Comparator | None = None
    ucum: str | None = None
    loinc: str | None = None
    result_status: ResultStatus | None = None
    codes: tuple[Coding, ...] = ()
    value_codes: tuple[Coding, ...] = ()


#: What a fact's value can be; `domain.fact_value` says which kind of fact has which.
FactValue = LabResult | Susceptibility | Medication | Allergy | Problem | FamilyHistory | Statement


@dataclass(frozen=True, slots=True)
class ReviewMark:
    """What a person's decision did to a fact.

    Attributes:
        decision: `APPROVE`, `KEEP` or `REJECT`; `UNDO` where the decision could not be carried out.
        version: Of the decision that was applied.
        over: The chart's row that contradicts and that the person saw when approving; empty where none.
        paper: The value as it was read, where the person corrected it; ``None`` where the value is the paper's.
    """

    decision: ReviewWord
    version: int = 0
    over: str = ""
    paper: FactValue | None = None


@dataclass(frozen=True, slots=True)
class CitedFact:
    """A fact whose citation was made by grounding: the quote stands on the page.

    Attributes:
        fact_type: Kind.
        value: The structured value (real clinical dates, no names).
        fact_text: One short de-identified sentence for retrieval and display.
        citation: Where it stands; `Citation.box` is set only when proven.
        certainty: How far the fact alone may go; the identity gate comes after.
        confidence: 0-1, from evidence (OCR confidence, completeness, ambiguity).
        reasons: Why the certainty is what it is, as stable snake-case words such as ``unit_missing``.
        review: What a person decided; ``None`` where nobody did.
    """

    fact_type: FactType
    value: FactValue
    fact_text: DeidentifiedText
    citation: Citation
    certainty: Certainty
    confidence: float
    reasons: tuple[str, ...]
    seal: InitVar[Seal]
    review: ReviewMark | None = None

    def __post_init__(self, seal: Seal) -> None:
        require_seal(seal, FACT_SEAL)
        if not 0 <= self.confidence <= 1:
            raise ValueError("confidence lies between 0 and 1")
        # A person who looked at the page needs no box.
        if self.certainty is Certainty.VERIFIED and self.citation.box is None and not self.is_approved:
            raise ValueError("no proven box, no verified fact")

    @property
    def is_approved(self) -> bool:
        """Whether a person let it into the chart."""
        return self.review is not None and self.review.decision is ReviewWord.APPROVE

    @property
    def is_rejected(self) -> bool:
        """Whether a person said that it is not so."""
        return self.review is not None and self.review.decision is ReviewWord.REJECT

    @property
    def lab(self) -> LabResult | None:
        """The result of a `FactType.LAB_RESULT`; ``None`` for every other kind of fact."""
        return self.value if self.fact_type is FactType.LAB_RESULT and isinstance(self.value, LabResult) else None


#: Reason of a rejected candidate that stands for a whole page of which nothing, or not all, could be read.
PAGE_UNREAD: Final = "page_unread"


@dataclass(frozen=True, slots=True)
class RejectedCandidate:
    """Something that looked like a fact and was not taken, with its reason: visible, never silent.

    Attributes:
        page: 1-based.
        reason: Stable snake-case word.
        quote: The de-identified line it stood on.
    """

    page: int
    reason: str
    quote: DeidentifiedText
