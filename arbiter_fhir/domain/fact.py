"""Facts: what was read, how sure we are, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import InitVar, asdict, dataclass
from decimal import Decimal
from enum import StrEnum

from arbiter_fhir.domain.citation import Citation
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.seal import FACT_SEAL, Seal, require_seal

__all__ = [
    "AbnormalFlag",
    "Certainty",
    "CitedFact",
    "Comparator",
    "FactType",
    "LabResult",
    "RejectedCandidate",
]


class Certainty(StrEnum):
    """How far a fact may go: into the chart, into answers, or to a person's eyes first."""

    VERIFIED = "verified"
    DOCUMENT_FACT = "document_fact"
    NEEDS_REVIEW = "needs_review"


class FactType(StrEnum):
    """Kinds of facts."""

    LAB_RESULT = "lab_result"


class AbnormalFlag(StrEnum):
    """Result flags, in OpenEMR's `proc_res_abnormal` words (HL7 table 0078: N, A, H, L, HH, LL)."""

    NORMAL = "no"
    ABNORMAL = "yes"
    HIGH = "high"
    LOW = "low"
    CRITICAL_HIGH = "vhigh"
    CRITICAL_LOW = "vlow"


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
        loinc: LOINC code where the curated table maps name and unit safely to exactly one.
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

    def as_json(self) -> dict[str, object]:
        """A JSON-ready mapping: dates ISO with the printed precision, the number as a string of exact decimals."""
        plain: dict[str, object] = asdict(self)
        plain["collection_date"] = self.collection_date.iso if self.collection_date else None
        plain["report_date"] = self.report_date.iso if self.report_date else None
        plain["numeric"] = str(self.numeric) if self.numeric is not None else None
        return plain

    @staticmethod
    def from_json(plain: Mapping[str, object]) -> LabResult:
        """Read back what `as_json` wrote.

        Raises:
            KeyError: A field is missing.
            ValueError: A field does not parse.
        """

        def text(key: str) -> str:
            return str(plain[key])

        def when(key: str) -> ClinicalDate | None:
            return ClinicalDate.parse_iso(str(plain[key])) if plain[key] else None

        return LabResult(
            test_name=text("test_name"),
            value=text("value"),
            unit=text("unit"),
            reference_range=text("reference_range"),
            flag_printed=text("flag_printed"),
            abnormal_flag=AbnormalFlag(text("abnormal_flag")) if plain["abnormal_flag"] else None,
            flag_derived=bool(plain["flag_derived"]),
            collection_date=when("collection_date"),
            report_date=when("report_date"),
            panel=text("panel"),
            specimen=text("specimen"),
            comment=text("comment"),
            status=text("status"),
            numeric=Decimal(text("numeric")) if plain["numeric"] is not None else None,
            comparator=Comparator(text("comparator")) if plain["comparator"] else None,
            ucum=text("ucum") if plain["ucum"] else None,
            loinc=text("loinc") if plain["loinc"] else None,
        )


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
    """

    fact_type: FactType
    value: LabResult
    fact_text: DeidentifiedText
    citation: Citation
    certainty: Certainty
    confidence: float
    reasons: tuple[str, ...]
    seal: InitVar[Seal]

    def __post_init__(self, seal: Seal) -> None:
        require_seal(seal, FACT_SEAL)
        if not 0 <= self.confidence <= 1:
            raise ValueError("confidence lies between 0 and 1")
        if self.certainty is Certainty.VERIFIED and self.citation.box is None:
            raise ValueError("no proven box, no verified fact")


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
