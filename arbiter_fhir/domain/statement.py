"""What documents say besides laboratory results: medications, allergies, problems, histories and plain statements.

Every text field holds clean words as they stand in the document (names of people only as placeholders); codes stand
beside them where a curated table or the document itself gives exactly one.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from arbiter_fhir.domain.clinical_date import ClinicalDate

__all__ = [
    "Allergy",
    "Assertion",
    "Coding",
    "FamilyHistory",
    "Medication",
    "MedicationStatus",
    "NoKnownAllergies",
    "Problem",
    "ProblemStatus",
    "Statement",
    "Susceptibility",
    "SusceptibilityInterpretation",
]


class Assertion(StrEnum):
    """What a text claims about a condition (ConText: Harkema et al., J Biomed Inform 2009, 42:839-851)."""

    PRESENT = "present"
    ABSENT = "absent"
    POSSIBLE = "possible"
    HYPOTHETICAL = "hypothetical"
    HISTORICAL = "historical"
    FAMILY = "family"
    OTHER_EXPERIENCER = "other_experiencer"


@dataclass(frozen=True, slots=True)
class Coding:
    """A code as the document gives it, or as a curated table gives it.

    Attributes:
        system: FHIR system URI (``http://loinc.org``, ``http://snomed.info/sct``,
            ``http://www.nlm.nih.gov/research/umls/rxnorm``, ``http://hl7.org/fhir/sid/icd-10-cm``), or the printed
            HL7 table 0396 word for a local system (``L``, ``99LAB``).
        code: The code.
        display: Its text; may be empty.
    """

    system: str
    code: str
    display: str = ""


class MedicationStatus(StrEnum):
    """Whether the patient takes it, as the document says (FHIR R4 medication-statement-status)."""

    ACTIVE = "active"
    STOPPED = "stopped"
    ON_HOLD = "on-hold"
    NOT_TAKEN = "not-taken"
    INTENDED = "intended"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Medication:
    """A medication as listed.

    Attributes:
        name: As printed (brand or ingredient).
        ingredient: Normalised ingredient of the curated table; empty where the name is not in it.
        strength: ``500 mg``, ``100 units/mL``: as printed, empty where none.
        dose: Amount taken: ``1 tablet``, ``10 units``; empty where none.
        form: ``tablet``, ``inhaler``; empty where none.
        route: As printed (``PO``, ``by mouth``); empty where none.
        frequency: As printed (``BID``, ``twice daily``); empty where none.
        as_needed: PRN.
        indication: What for, empty where none.
        status: What the document says.
        started: Where a start date is printed.
        stopped: Where an end date is printed.
        rxnorm: RxNorm ingredient code of the curated table (or of the document), where exactly one.
        codes: Codes that the document itself gives.
    """

    name: str
    ingredient: str = ""
    strength: str = ""
    dose: str = ""
    form: str = ""
    route: str = ""
    frequency: str = ""
    as_needed: bool = False
    indication: str = ""
    status: MedicationStatus = MedicationStatus.UNKNOWN
    started: ClinicalDate | None = None
    stopped: ClinicalDate | None = None
    rxnorm: str | None = None
    codes: tuple[Coding, ...] = ()


class NoKnownAllergies(StrEnum):
    """A statement that there are none: a fact of its own (SNOMED CT 716186003, 409137002)."""

    ALLERGIES = "no_known_allergies"
    DRUG_ALLERGIES = "no_known_drug_allergies"
    FOOD_ALLERGIES = "no_known_food_allergies"


@dataclass(frozen=True, slots=True)
class Allergy:
    """An allergy or intolerance as listed, or the statement that there are none.

    Attributes:
        substance: As printed; the words of the statement where `none_known` is set.
        allergen: Normalised name of the curated table; empty where the substance is not in it.
        reaction: As printed; empty where none.
        severity: As printed (``mild``, ``severe``, ``anaphylaxis`` is a reaction); empty where none.
        none_known: Set for "NKDA" and the like.
        assertion: `PRESENT`, or what the text says instead (denied, possible, historical).
        onset: Where a date is printed.
        rxnorm: RxNorm code of the curated table, where exactly one.
        codes: Codes that the document itself gives.
    """

    substance: str
    allergen: str = ""
    reaction: str = ""
    severity: str = ""
    none_known: NoKnownAllergies | None = None
    assertion: Assertion = Assertion.PRESENT
    onset: ClinicalDate | None = None
    rxnorm: str | None = None
    codes: tuple[Coding, ...] = ()


class ProblemStatus(StrEnum):
    """FHIR R4 condition-clinical, as the document says."""

    ACTIVE = "active"
    RESOLVED = "resolved"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Problem:
    """A diagnosis, problem or past condition of the patient.

    Attributes:
        name: As printed.
        assertion: What the text claims.
        status: Active or resolved, where the document says so.
        onset: Where a date or year is printed.
        icd10: Code printed beside it, or of the curated table where exactly one.
        codes: All codes that the document gives.
    """

    name: str
    assertion: Assertion = Assertion.PRESENT
    status: ProblemStatus = ProblemStatus.UNKNOWN
    onset: ClinicalDate | None = None
    icd10: str | None = None
    codes: tuple[Coding, ...] = ()


@dataclass(frozen=True, slots=True)
class FamilyHistory:
    """A condition of a relative: never the patient's own.

    Attributes:
        relation: As printed (``mother``, ``paternal grandfather``); empty where only "family history of" stands.
        condition: As printed.
        assertion: `FAMILY`, or `ABSENT` for "no family history of".
        age_at_onset: Age in years as printed; empty where none.
        deceased: Whether the relative died (of it), where said.
    """

    relation: str
    condition: str
    assertion: Assertion = Assertion.FAMILY
    age_at_onset: str = ""
    deceased: bool = False


@dataclass(frozen=True, slots=True)
class Statement:
    """Something said in words or as label and value: chief concern, social history, referral data, demographics.

    Attributes:
        topic: Stable snake-case word: ``chief_concern``, ``smoking``, ``requested_service``, ``birth_date``.
        text: What is said, as printed.
        assertion: What the text claims.
    """

    topic: str
    text: str
    assertion: Assertion = Assertion.PRESENT


class SusceptibilityInterpretation(StrEnum):
    """HL7 table 0078 / CLSI M100 categories."""

    SUSCEPTIBLE = "S"
    SUSCEPTIBLE_DOSE_DEPENDENT = "SDD"
    INTERMEDIATE = "I"
    RESISTANT = "R"
    NONSUSCEPTIBLE = "NS"


@dataclass(frozen=True, slots=True)
class Susceptibility:
    """How one organism of a culture answers to one drug.

    Attributes:
        organism: As printed.
        drug: Antimicrobial as printed.
        interpretation: Category; ``None`` where it could not be read.
        value: MIC or zone as printed (``<=0.25``); empty where none.
        numeric: The number, exact decimals.
        unit: As printed; empty where none.
        specimen: As printed; empty where none.
        collection_date: When the specimen was taken.
        loinc: Code of the document, where given.
    """

    organism: str
    drug: str
    interpretation: SusceptibilityInterpretation | None
    value: str = ""
    numeric: Decimal | None = None
    unit: str = ""
    specimen: str = ""
    collection_date: ClinicalDate | None = None
    loinc: str | None = None
