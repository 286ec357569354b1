"""What flags, statuses, assertions and sources are called: one list for those who write and those who check."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from arbiter_fhir.domain.analyte import display_name, group_spellings, known_analytes
from arbiter_fhir.domain.citation import Citation, SourceType
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.drug_class import class_display, drug_classes
from arbiter_fhir.domain.evidence import EvidenceItem
from arbiter_fhir.domain.fact import AbnormalFlag
from arbiter_fhir.domain.question import Topic
from arbiter_fhir.domain.statement import (
    Assertion,
    MedicationStatus,
    NoKnownAllergies,
    ProblemStatus,
    SusceptibilityInterpretation,
)
from arbiter_fhir.domain.vital_sign import vital_display, vital_signs

__all__ = [
    "DERIVED_FLAGS",
    "FLAGS",
    "INTERPRETATIONS",
    "MEDICATION_STATUSES",
    "NONE_KNOWN",
    "PASSAGES",
    "PROBLEM_STATUSES",
    "RESULT_STATUSES",
    "SOURCES",
    "TOPICS",
    "UNCERTAIN",
    "at_beginning",
    "in_quotes",
    "own",
    "places",
    "source_names",
    "subject_words",
    "thing_words",
]

FLAGS: Final = MappingProxyType(
    {
        AbnormalFlag.NORMAL: "normal",
        AbnormalFlag.ABNORMAL: "abnormal",
        AbnormalFlag.HIGH: "high",
        AbnormalFlag.LOW: "low",
        AbnormalFlag.CRITICAL_HIGH: "critically high",
        AbnormalFlag.CRITICAL_LOW: "critically low",
    }
)
#: Worked out by us from value and range: said in other words than a flag that somebody set.
DERIVED_FLAGS: Final = MappingProxyType(
    {
        AbnormalFlag.NORMAL: "within the range",
        AbnormalFlag.HIGH: "above the range",
        AbnormalFlag.LOW: "below the range",
    }
)
#: Result statuses that a reader must know about.
RESULT_STATUSES: Final = MappingProxyType(
    {
        "preliminary": "preliminary",
        "prelim": "preliminary",
        "p": "preliminary",
        "corrected": "corrected",
        "correct": "corrected",
        "c": "corrected",
        "amended": "amended",
    }
)
MEDICATION_STATUSES: Final = MappingProxyType(
    {
        MedicationStatus.ACTIVE: "active",
        MedicationStatus.STOPPED: "stopped",
        MedicationStatus.ON_HOLD: "on hold",
        MedicationStatus.NOT_TAKEN: "not taken",
        MedicationStatus.INTENDED: "planned",
        MedicationStatus.UNKNOWN: "status not stated",
    }
)
PROBLEM_STATUSES: Final = MappingProxyType(
    {ProblemStatus.ACTIVE: "active", ProblemStatus.RESOLVED: "resolved", ProblemStatus.UNKNOWN: ""}
)
NONE_KNOWN: Final = MappingProxyType(
    {
        NoKnownAllergies.ALLERGIES: "No known allergies",
        NoKnownAllergies.DRUG_ALLERGIES: "No known drug allergies",
        NoKnownAllergies.FOOD_ALLERGIES: "No known food allergies",
    }
)
#: What must be said of anything that is not simply claimed to be so.
UNCERTAIN: Final = MappingProxyType(
    {
        Assertion.PRESENT: "",
        Assertion.ABSENT: "denied or absent",
        Assertion.POSSIBLE: "only possible",
        Assertion.HYPOTHETICAL: "only hypothetical",
        Assertion.HISTORICAL: "in the past",
        Assertion.FAMILY: "in the family, not the patient",
        Assertion.OTHER_EXPERIENCER: "of another person, not the patient",
    }
)
INTERPRETATIONS: Final = MappingProxyType(
    {
        SusceptibilityInterpretation.SUSCEPTIBLE: "susceptible",
        SusceptibilityInterpretation.SUSCEPTIBLE_DOSE_DEPENDENT: "susceptible, dose-dependent",
        SusceptibilityInterpretation.INTERMEDIATE: "intermediate",
        SusceptibilityInterpretation.RESISTANT: "resistant",
        SusceptibilityInterpretation.NONSUSCEPTIBLE: "nonsusceptible",
    }
)
SOURCES: Final = MappingProxyType(
    {
        SourceType.CHART: "chart",
        SourceType.LAB_PDF: "lab report",
        SourceType.INTAKE_FORM: "intake form",
        SourceType.REFERRAL_DOCX: "referral letter",
        SourceType.CLINICAL_WORKBOOK: "workbook",
        SourceType.FAX_PACKET: "fax",
        SourceType.HL7V2_MESSAGE: "HL7 message",
        SourceType.GUIDELINE: "guideline",
    }
)
#: One passage of a document, and several.
PASSAGES: Final = ("passage of a document", "passages of documents")
#: One entry and several of each part of the record.
TOPICS: Final = MappingProxyType(
    {
        Topic.LABS: ("laboratory result", "laboratory results"),
        Topic.CULTURES: ("culture result", "culture results"),
        Topic.VITALS: ("vital sign", "vital signs"),
        Topic.MEDICATIONS: ("medication", "medications"),
        Topic.ALLERGIES: ("allergy entry", "allergy entries"),
        Topic.PROBLEMS: ("problem", "problems"),
        Topic.PROCEDURES: ("procedure", "procedures"),
        Topic.IMMUNIZATIONS: ("immunization", "immunizations"),
        Topic.FAMILY_HISTORY: ("family history entry", "family history entries"),
        Topic.SOCIAL_HISTORY: ("social history entry", "social history entries"),
        Topic.CONCERN: ("concern", "concerns"),
        Topic.DEMOGRAPHICS: ("demographic entry", "demographic entries"),
        Topic.REFERRALS: ("referral entry", "referral entries"),
        Topic.ENCOUNTERS: ("visit", "visits"),
        Topic.ORDERS: ("order", "orders"),
        Topic.DOCUMENTS: ("document", "documents"),
        Topic.OTHER: ("other statement", "other statements"),
    }
)


def own(words: str) -> DeidentifiedText:
    """Words of our own vocabularies as clean text; never for text of a document or of the chart."""
    return DeidentifiedText.compose(words.replace("{", "(").replace("}", ")"))


def at_beginning(name: DeidentifiedText) -> DeidentifiedText:
    """A name as a sentence begins with it: a word of small letters gets a capital, ``eGFR`` stays as it is."""
    first = name.value.split(" ", 1)[0]
    if not (first.isascii() and first.isalpha() and first.islower()):
        return name
    return DeidentifiedText.compose("{}{}", own(first[0].upper()), name.slice(1, len(name)))


def in_quotes(text: DeidentifiedText) -> DeidentifiedText:
    """A text of a document in quotation marks; marks of its own become plain ones: it cannot end the quotation."""
    cuts = [match.start() for match in re.finditer("[“”]", text.value)]
    starts, ends = [0, *(cut + 1 for cut in cuts)], [*cuts, len(text)]
    inside = DeidentifiedText.join("'", [text.slice(start, end) for start, end in zip(starts, ends, strict=True)])
    return DeidentifiedText.compose("“{}”", inside)


def subject_words(key: str) -> str:
    """Our own words for a subject of a question: a vital sign, a class of drugs, or the name itself."""
    if key in vital_signs():
        return vital_display(key)
    return class_display(key) if key in drug_classes() else key.replace("_", " ")


def thing_words(key: str) -> str:
    """Our own words for any key of a question: a test or a group of tests, or as `subject_words`."""
    known = key in known_analytes() or key in group_spellings()
    return display_name(key) if known else subject_words(key)


def places(item: EvidenceItem) -> tuple[Citation, ...]:
    """All places that say the item, the one shown first."""
    return item.citation, *item.also


def source_names(item: EvidenceItem) -> tuple[str, ...]:
    """What the item's sources are called, each once."""
    return tuple(dict.fromkeys(SOURCES[place.source_type] for place in places(item)))
