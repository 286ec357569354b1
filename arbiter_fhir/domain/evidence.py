"""Evidence: what may be said, each item with its citation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from arbiter_fhir.domain.chart_record import ChartEncounter, ChartOrder, ChartPart
from arbiter_fhir.domain.citation import Citation
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import FactValue, LabResult
from arbiter_fhir.domain.guideline import GuidelinePassage
from arbiter_fhir.domain.question import RoutedQuestion, Topic
from arbiter_fhir.domain.tenant import DocumentId, FactId

__all__ = [
    "Conflict",
    "ConflictKind",
    "EvidenceBundle",
    "EvidenceItem",
    "EvidenceKind",
    "EvidenceScope",
    "EvidenceWords",
    "ItemValue",
    "Passage",
    "PlaceholderOrigin",
    "UnreadDocument",
    "WordRole",
]


class EvidenceKind(StrEnum):
    """Where an item comes from, and how it may be used."""

    CHART = "chart"
    DOCUMENT_FACT = "document_fact"
    REVIEW_FINDING = "review_finding"
    PASSAGE = "passage"


class WordRole(StrEnum):
    """What a detail beside the name says."""

    STRENGTH = "strength"
    DOSE = "dose"
    ROUTE = "route"
    FREQUENCY = "frequency"
    INDICATION = "indication"
    REACTION = "reaction"
    SEVERITY = "severity"
    RELATION = "relation"
    SPECIMEN = "specimen"
    INTERPRETATION = "interpretation"
    COMMENT = "comment"
    TOPIC = "topic"
    PERSON = "person"  # a placeholder such as [PERSON_2]; see EvidenceBundle.placeholders
    DRUG = "drug"  # that a susceptibility is about
    CATEGORY = "category"  # of a visit: "Office visit"
    AGE = "age"  # of a relative at onset, as a number of years


@dataclass(frozen=True, slots=True)
class EvidenceWords:
    """The words of an item that a sentence may use, as clean text; empty where the item has none.

    They are cut out of text that passed de-identification, so a sentence made of them needs no second gate. What the
    name is, and which details sentences are made of, for each kind of value:

    | value          | name                      | details                                          |
    |----------------|---------------------------|--------------------------------------------------|
    | LabResult      | test or vital sign        | specimen, comment                                |
    | Medication     | drug                      | strength, dose, route, frequency, indication,    |
    |                |                           | person (who prescribed, where the chart says)    |
    | Allergy        | substance                 | reaction, severity                               |
    | Problem        | condition or procedure    |                                                  |
    | FamilyHistory  | condition                 | relation, age                                    |
    | Statement      | the text, or the vaccine  |                                                  |
    | Susceptibility | organism                  | drug, specimen (`value` and `unit`: MIC or zone) |
    | ChartEncounter | reason, may be empty      | category, person                                 |
    | ChartOrder     | its tests parted by ", "  | person                                           |
    | Passage        | empty                     |                                                  |

    Attributes:
        name: Test, drug, substance, condition, vaccine, or the text of a statement.
        value: Of a result or a vital sign; for other kinds empty.
        unit: The same.
        reference_range: The same.
        details: What else is said, in the order in which a sentence would say it; no role twice, none empty.
    """

    name: DeidentifiedText
    value: DeidentifiedText
    unit: DeidentifiedText
    reference_range: DeidentifiedText
    details: tuple[tuple[WordRole, DeidentifiedText], ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """A window of a document's clean text, where no fact says it.

    Attributes:
        text: The sentences that may be quoted.
    """

    text: DeidentifiedText


#: What an item can be about: a fact of a document, or a row of the chart in the same shape.
ItemValue = FactValue | ChartEncounter | ChartOrder | Passage


@dataclass(frozen=True, slots=True)
class EvidenceItem:
    """One retrieved item.

    Attributes:
        topic: Part of the record.
        subject: Stable name of what it is about: analyte (`domain.analyte`), ingredient, allergen, condition. Items of
            one subject are compared with each other.
        value: The fact, or the chart's row in the same shape.
        words: Its words as clean text.
        observed: The clinical date, where known.
        citation: Where it stands.
        also: Other places that say the same: the chart row that a document's fact went into, a second document.
        fact_id: Our fact, where it is one.
        document_id: The source document, where there is one.
        score: Retrieval score; larger is better, comparable within one bundle only.
        review_reasons: For review findings: why they need a person.
        beside: Not asked for: it is here as the other side of a contradiction, which has to be cited.
        by_asked: The chart names one of the clinicians for it that the question names (`RoutedQuestion.by`).
    """

    kind: EvidenceKind
    topic: Topic
    subject: str
    value: ItemValue
    words: EvidenceWords
    observed: ClinicalDate | None
    citation: Citation
    fact_id: FactId | None
    document_id: DocumentId | None
    score: float
    also: tuple[Citation, ...] = ()
    review_reasons: tuple[str, ...] = ()
    beside: bool = False
    by_asked: bool = False

    @property
    def lab(self) -> LabResult | None:
        """The laboratory result or vital sign; ``None`` for every other kind of item."""
        return self.value if isinstance(self.value, LabResult) else None

    @property
    def result(self) -> LabResult:
        """As `lab`, where it is known to be one.

        Raises:
            TypeError: It is none.
        """
        if not isinstance(self.value, LabResult):
            raise TypeError("the item is no measured result")
        return self.value


class ConflictKind(StrEnum):
    """How two sources contradict each other; both are shown, and a person decides."""

    VALUES_DIFFER = "values_differ"  # one test at one time, two values
    ALLERGY_AND_NONE_KNOWN = "allergy_and_none_known"  # an allergy here, NKDA there
    ALLERGY_DENIED = "allergy_denied"
    PRESENT_AND_ABSENT = "present_and_absent"  # a condition here, denied there
    ACTIVE_AND_STOPPED = "active_and_stopped"  # a drug taken here, stopped there
    DOSE_DIFFERS = "dose_differs"
    DRUG_AND_ALLERGY = "drug_and_allergy"  # a listed drug whose ingredient is a listed allergen


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two items of the bundle that contradict each other."""

    kind: ConflictKind
    one: EvidenceItem
    other: EvidenceItem


@dataclass(frozen=True, slots=True)
class UnreadDocument:
    """A document of the patient that an answer cannot lean on, and why.

    Attributes:
        why: Stable word: ``pending``, ``running``, ``failed``, ``identity_review``, ``pages_unread``, or ``read_again``
            of a document that was read and counts, and is read once more.
        pages: For ``pages_unread``: how many.
    """

    document_id: DocumentId
    why: str
    pages: int = 0


@dataclass(frozen=True, slots=True)
class EvidenceScope:
    """How complete the record behind the evidence is, so that an answer can say what was not read.

    Attributes:
        read_documents: Documents of the patient that were read and count.
        unread: The others, each with its reason, and documents with pages that could not be read.
        facts_in_review: Facts of the patient that wait for a person, on any topic.
        closed_parts: Parts of the chart that the question needs and that may not be read at this site.
        withheld_visits: Visits marked as sensitive, of which nothing is told: who asks may lack the permission.
        closed_categories: Whether there are categories of documents that who asks may not open; nothing of this
            patient: whether there is a document in one of them is not told.
        parts_closed_to_caller: Parts of the chart that the question needs and that OpenEMR closes to who asks.
    """

    pending_documents: int = 0
    failed_documents: int = 0
    documents_in_identity_review: int = 0
    read_documents: int = 0
    unread: tuple[UnreadDocument, ...] = ()
    facts_in_review: int = 0
    closed_parts: tuple[ChartPart, ...] = ()
    withheld_visits: int = 0
    closed_categories: bool = False
    parts_closed_to_caller: tuple[ChartPart, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceholderOrigin:
    """What a placeholder of a bundle stood for where it came from.

    Attributes:
        document_id: The document whose placeholder map knows it; ``None`` for a name that the chart itself gave.
        label: Its label there, such as ``[PERSON_1]``.
    """

    document_id: DocumentId | None
    label: str


@dataclass(frozen=True, slots=True)
class EvidenceBundle:
    """All evidence for one question about one patient.

    Attributes:
        findings: What may be said, newest first. All results of the tests asked about within the span of time: which of
            them is the newest, the nearest to a day or the one before is for the composer to choose.
        review: What waits for a person and touches the question.
        not_found: Analyte or group keys, or topics, that were asked for and have no finding.
        conflicts: Contradictions among findings and review findings.
        guidelines: Passages above the threshold, best first; empty where none was asked for or none cleared it.
        guidelines_searched: Whether the corpus was asked at all.
        placeholders: Label as used in this bundle to where it comes from; each label stands for one person or value.
        today: The site's day on which the question is asked.
    """

    question: RoutedQuestion
    findings: tuple[EvidenceItem, ...]
    review: tuple[EvidenceItem, ...]
    not_found: tuple[str, ...]
    scope: EvidenceScope
    conflicts: tuple[Conflict, ...] = ()
    guidelines: tuple[GuidelinePassage, ...] = ()
    guidelines_searched: bool = False
    placeholders: Mapping[str, PlaceholderOrigin] = field(default_factory=dict, repr=False)
    today: date | None = None
