"""A question after the supervisor has looked at it: what it asks for, about what, and of when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import DocType

__all__ = ["AskedDocument", "AskedQuestion", "DateWindow", "Intent", "RoutedQuestion", "Topic"]


class Intent(StrEnum):
    """What a question asks for (design section 7)."""

    FACTUAL_LOOKUP = "factual_lookup"
    VALUE_AT = "value_at"
    LIST = "list"
    ABNORMAL_LIST = "abnormal_list"
    TREND = "trend"
    CHANGES = "changes"
    DOCUMENT = "document"
    ORDERED_BY = "ordered_by"
    MISSING = "missing"
    INTERPRETATION = "interpretation"
    GUIDELINE = "guideline"
    UNSAFE = "unsafe"
    OTHER_PATIENT = "other_patient"
    OUT_OF_SCOPE = "out_of_scope"


class Topic(StrEnum):
    """Which part of the record a question, or a piece of evidence, is about."""

    LABS = "labs"
    CULTURES = "cultures"
    VITALS = "vitals"
    MEDICATIONS = "medications"
    ALLERGIES = "allergies"
    PROBLEMS = "problems"
    PROCEDURES = "procedures"
    IMMUNIZATIONS = "immunizations"
    FAMILY_HISTORY = "family_history"
    SOCIAL_HISTORY = "social_history"
    CONCERN = "concern"
    DEMOGRAPHICS = "demographics"
    REFERRALS = "referrals"
    ENCOUNTERS = "encounters"
    ORDERS = "orders"
    DOCUMENTS = "documents"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question as de-identification hands it over.

    Attributes:
        text: The clean question.
        dates: Label of each date placeholder in it, such as ``[DATE_1]``, to the date that was written. Read on this
            machine by rules, so that a window of time is computed and never guessed. Unreadable dates are absent.
    """

    text: DeidentifiedText
    dates: Mapping[str, ClinicalDate] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class DateWindow:
    """A span of days, in the site's local time.

    Attributes:
        start: First day, inclusive; ``None`` for open.
        end: Last day, inclusive; ``None`` for open.
        around: One day was named ("at", "around"): the nearest result is asked for, and how far away it lies is said.
    """

    start: date | None = None
    end: date | None = None
    around: date | None = None

    def holds(self, day: date) -> bool:
        """Whether a day lies in the span."""
        return (self.start is None or self.start <= day) and (self.end is None or day <= self.end)


@dataclass(frozen=True, slots=True)
class AskedDocument:
    """A document that a question names: "the intake form", "the last lab report", "the fax".

    Attributes:
        doc_type: Its kind; ``None`` where only "the document" was said.
        newest: The newest of its kind is meant, not all of them.
        number: OpenEMR's id of it, where the question gives it (``document 123``).
    """

    doc_type: DocType | None = None
    newest: bool = True
    number: int | None = None


@dataclass(frozen=True, slots=True)
class RoutedQuestion:
    """The supervisor's decision.

    Attributes:
        text: De-identified question.
        intent: What it asks for.
        analytes: Canonical analyte keys or group keys that it names (`domain.analyte`), empty for "any".
        reason: Stable word: why this route.
        latest_only: Only the newest result of each analyte is asked for.
        topics: Parts of the record asked about; empty where the question names none.
        subjects: Normalised names of drugs, allergens, conditions, vaccines that it names, lower case.
        when: The span of time asked about.
        steps_back: 1 for "the one before that", 2 for the one before that one.
        document: A document that it asks about.
        unit: UCUM code of the unit that the answer is wanted in ("in mmol/L"); empty where none was named.
        follows: It leans on the question before it.
    """

    text: DeidentifiedText
    intent: Intent
    analytes: tuple[str, ...]
    reason: str
    latest_only: bool = False
    topics: tuple[Topic, ...] = ()
    subjects: tuple[str, ...] = ()
    when: DateWindow | None = None
    steps_back: int = 0
    document: AskedDocument | None = None
    unit: str = ""
    follows: bool = False
