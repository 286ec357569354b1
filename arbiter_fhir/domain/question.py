"""A question after the supervisor has looked at it: what it asks for, about what, and of when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import DocType

__all__ = [
    "AskedDetail",
    "AskedDocument",
    "AskedFlag",
    "AskedQuestion",
    "AskedResponse",
    "AskedSource",
    "AskedState",
    "DateAnchor",
    "DateWindow",
    "Intent",
    "NamedClinician",
    "Pick",
    "ReadAs",
    "RoutedQuestion",
    "Topic",
    "Unmet",
    "UnmetKind",
    "ValueBound",
]


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
        people: Label of each person in it, such as ``[PERSON_1]``, to the name as it was typed: what "prescribed by
            Dr. X" is compared with. For this one question, in memory; never kept.
    """

    text: DeidentifiedText
    dates: Mapping[str, ClinicalDate] = field(default_factory=dict, repr=False)
    people: Mapping[str, str] = field(default_factory=dict, repr=False)


class AskedDetail(StrEnum):
    """What of the things found is asked for, where it is not simply the things themselves."""

    DATE = "date"  # when was the last A1c, when was metformin started
    DOSE = "dose"  # what dose of lisinopril is she on: a fact that stands in the record, never advice
    REACTION = "reaction"
    INDICATION = "indication"  # what is he taking gabapentin for
    STOP_REASON = "stop_reason"  # why was lisinopril stopped
    FLAG = "flag"  # was that high, is the potassium normal
    REFERENCE_RANGE = "reference_range"
    COUNT = "count"
    SOURCE = "source"  # where does that come from
    PRESENCE = "presence"  # is she on a statin, any history of stroke


class Pick(StrEnum):
    """Which one of several measured values is asked for, where it is not the newest."""

    HIGHEST = "highest"
    LOWEST = "lowest"
    OLDEST = "oldest"
    MEAN = "mean"


class AskedFlag(StrEnum):
    """Which results are asked for by how they were judged: "last abnormal creatinine", "how often was K high"."""

    ABNORMAL = "abnormal"
    NORMAL = "normal"
    HIGH = "high"
    LOW = "low"
    CRITICAL = "critical"


class AskedResponse(StrEnum):
    """Which drugs are asked for by what an organism answers to them: "which antibiotics is it resistant to"."""

    RESISTANT = "resistant"
    INTERMEDIATE = "intermediate"
    SUSCEPTIBLE = "susceptible"


class AskedState(StrEnum):
    """Which entries of a list are asked for: "current meds", "resolved problems", "refused vaccines"."""

    CURRENT = "current"
    ENDED = "ended"
    BEGUN = "begun"  # in the span that the question names: "meds started this year"
    REFUSED = "refused"  # of vaccines
    CANCELLED = "cancelled"  # of orders


class AskedSource(StrEnum):
    """Whose word is asked for: "allergies per chart", "meds from the documents only"."""

    CHART = "chart"
    DOCUMENTS = "documents"
    NOT_CHART = "not_chart"  # what documents say and the chart does not: "meds not in the chart"


class DateAnchor(StrEnum):
    """A day that only the record knows; the retriever puts it into the window, see `DateWindow.anchored`."""

    SINCE_LAST_VISIT = "since_last_visit"
    AT_LAST_VISIT = "at_last_visit"
    BEFORE_LAST_VISIT = "before_last_visit"


@dataclass(frozen=True, slots=True)
class DateWindow:
    """A span of days, in the site's local time.

    Attributes:
        start: First day, inclusive; ``None`` for open.
        end: Last day, inclusive; ``None`` for open.
        around: One day was named ("at", "around"): the nearest result is asked for, and how far away it lies is said.
        anchor: The span hangs on a day of the record. Until the retriever has called `anchored`, it holds every day.
    """

    start: date | None = None
    end: date | None = None
    around: date | None = None
    anchor: DateAnchor | None = None

    def holds(self, day: date) -> bool:
        """Whether a day lies in the span."""
        return (self.start is None or self.start <= day) and (self.end is None or day <= self.end)

    def anchored(self, last_visit: date) -> DateWindow:
        """The span with the day of the last visit put in; itself where it hangs on no such day.

        Args:
            last_visit: The day of the newest encounter up to today.
        """
        match self.anchor:
            case None:
                return self
            case DateAnchor.SINCE_LAST_VISIT:
                return DateWindow(start=last_visit, end=self.end)
            case DateAnchor.AT_LAST_VISIT:
                return DateWindow(around=last_visit)
            case DateAnchor.BEFORE_LAST_VISIT:
                return DateWindow(start=self.start, end=last_visit - timedelta(days=1))


@dataclass(frozen=True, slots=True)
class ValueBound:
    """Which values are asked for: "A1c over 9", "K below 3.5".

    Attributes:
        comparator: ``>``, ``>=``, ``<``, ``<=``, or ``=`` for "the creatinine of 2.08".
        value: In the unit that the results have; the question names none, or the one of `RoutedQuestion.unit`.
    """

    comparator: str
    value: Decimal

    def holds(self, value: Decimal) -> bool:
        """Whether a value is asked for."""
        match self.comparator:
            case ">":
                return value > self.value
            case ">=":
                return value >= self.value
            case "<":
                return value < self.value
            case "=":
                return value == self.value
            case _:
                return value <= self.value


@dataclass(frozen=True, slots=True)
class ReadAs:
    """A word that was taken for another one, so that the answer can say so.

    Attributes:
        written: As it stands in the clean question.
        meant: The word of the vocabulary, such as ``potassium``.
    """

    written: DeidentifiedText
    meant: str


@dataclass(frozen=True, slots=True)
class NamedClinician:
    """A clinician whom a question names: what the chart's own names are compared with.

    Attributes:
        label: As it stands in the clean question, such as ``[PERSON_1]``.
        name: As it was typed; for this one question, in memory.
    """

    label: str
    name: str = field(repr=False)


class UnmetKind(StrEnum):
    """What kind of restriction a question makes that an answer cannot apply."""

    TIME = "time"  # before the surgery, when she was a child
    CLINICIAN = "clinician"  # ordered by Dr. X
    PLACE = "place"  # from the hospital
    THING = "thing"  # besides what no vocabulary knows


@dataclass(frozen=True, slots=True)
class Unmet:
    """A restriction in the question that was not applied: the answer says so instead of seeming to have applied it."""

    kind: UnmetKind
    words: DeidentifiedText


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
        subjects: Normalised names of drugs, allergens, conditions, vaccines, procedures that it names, lower case; a
            class of drugs as ``class:statins`` (`domain.drug_class`), a vital sign as ``vital:blood_pressure``
            (`domain.vital_sign`). Any of them is asked for, not all.
        relations: Relatives whose history is asked about, such as ``mother``.
        when: The span of time asked about.
        steps_back: 1 for "the one before that", 2 for the one before that one.
        document: A document that it asks about.
        unit: UCUM code of the unit that the answer is wanted in ("in mmol/L"); empty where none was named.
        follows: It leans on the question before it.
        leans_on: That question's words, for a search by meaning; `search_text` joins them.
        detail: What of the things found is asked for.
        pick: Which of several values, where not the newest.
        newest_count: 3 for "last three"; 0 where no number was named.
        bound: Which values.
        flagged: Which results by their flags.
        response: Which drugs of a culture.
        state: Which entries of lists of medications, problems and allergies.
        source: Whose word.
        excluded: Normalised names and keys of what is to be left out: "besides penicillin".
        by: The clinicians who prescribed, ordered or saw the patient: "prescribed by [PERSON_1]". Never kept.
        read_as: Words that were taken for others.
        unmet: Restrictions that were not applied.
        instructions_ignored: Instructions to the machine stood in it, and were treated as words.
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
    relations: tuple[str, ...] = ()
    leans_on: DeidentifiedText | None = None
    detail: AskedDetail | None = None
    pick: Pick | None = None
    newest_count: int = 0
    bound: ValueBound | None = None
    flagged: AskedFlag | None = None
    response: AskedResponse | None = None
    state: AskedState | None = None
    source: AskedSource | None = None
    excluded: tuple[str, ...] = ()
    by: tuple[NamedClinician, ...] = ()
    read_as: tuple[ReadAs, ...] = ()
    unmet: tuple[Unmet, ...] = ()
    instructions_ignored: bool = False

    @property
    def search_text(self) -> DeidentifiedText:
        """What to search by meaning for: the question, after the one that it leans on."""
        return DeidentifiedText.join(" ", [self.leans_on, self.text]) if self.leans_on is not None else self.text
