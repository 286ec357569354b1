"""What a process does before its first question: the same way, over a record that is nobody's.

The first question of a process would otherwise pay for reading word lists, compiling rules and opening connections
(0.3 to 0.5 s here; more where the machine is busy). Nothing of it is stored, shown or audited.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from enum import StrEnum
from typing import Final

from arbiter_fhir.answering import compose_draft, finish, route, validate, words_of_questions
from arbiter_fhir.domain.chart_record import ChartEncounter
from arbiter_fhir.domain.document import DocumentPages, MediaType, Page, PageRoute
from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.domain.promotion import LIST_TABLE, ChartLab, ChartListEntry, ChartLists, ListKind
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.errors import ArbiterError
from arbiter_fhir.ports.documents import Deidentifier
from arbiter_fhir.ports.models import Embedder
from arbiter_fhir.retrieval import CleanedText, PatientRecord, Vocabulary, gather_patient_evidence
from arbiter_fhir.telemetry import log_event

__all__ = ["Rehearsal", "Warmth", "Warmup"]

#: One of each kind; between them they pass all rules that a question is read by.
_QUESTIONS: Final = (
    "most recent A1c?",
    "A1c trend since January",
    "current medications, allergies and problems?",
    "what deserves attention?",
    "who ordered the last A1c?",
    "what changed since the last visit?",
    "any pending labs?",
    "does the foot hurt",
)
_NOBODY: Final = PatientId(0)
_PAGE_POINTS: Final = (612.0, 792.0)


class Warmth(StrEnum):
    """How far it is."""

    COLD = "cold"  # nobody asked for it: a command that answers one question, a worker
    WARMING = "warming"
    WARM = "warm"


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """Asks a record that is nobody's.

    Attributes:
        deidentifier: As for questions.
        embedder: The configured model.
        terms: The curated vocabularies.
        today: The site's day.
    """

    deidentifier: Deidentifier
    embedder: Embedder
    terms: Vocabulary
    today: Callable[[], date]

    def __call__(self) -> None:
        """Ask one question of each kind, from the text to the finished answer.

        Raises:
            ArbiterError: A model is away.
        """
        today = self.today()
        for question in _QUESTIONS:
            self._ask(question, today)

    def _ask(self, text: str, today: date) -> None:
        patient = ChartPatient(_NOBODY, "", "", "", "", None, "", "")
        asked = self.deidentifier.deidentify_question(
            text, patient=patient, today=today, words=words_of_questions(self.terms)
        )
        routed = route(asked, today=today, terms=self.terms)
        bundle = gather_patient_evidence(
            routed, _record(today), clean=lambda page: self._clean(page, patient), terms=self.terms, today=today
        ).bundle
        self.embedder.embed([routed.search_text])
        outcome = validate(
            compose_draft(bundle),
            bundle,
            leaks=lambda said: bool(self.deidentifier.identifiers_in(said, patient=patient)),
        )
        if outcome.answer is not None:
            finish(outcome.answer, bundle.question)

    def _clean(self, text: str, patient: ChartPatient) -> CleanedText:
        page = Page(1, text, (), PageRoute.NATIVE, *_PAGE_POINTS)
        made = self.deidentifier.deidentify(DocumentPages(MediaType.TEXT, (page,)), patient=patient, clinicians=())
        return CleanedText(made.pages[0].text)


def _record(today: date) -> PatientRecord:
    """A result, an entry of each list and a visit: a sentence of each kind."""
    at = datetime.combine(today, time(9))
    lab = ChartLab(0, 0, _NOBODY, "4548-4", "Hemoglobin A1c", "7.1", "%", "4.0-5.6", "high", at, at, "final", None)
    titles = {
        ListKind.MEDICATION: "Metformin 500 mg",
        ListKind.ALLERGY: "Penicillin",
        ListKind.PROBLEM: "Hypertension",
    }
    entries = tuple(
        ChartListEntry(
            LIST_TABLE, 0, _NOBODY, kind, title, "", (), active=True, verification="", taken_back=False, began=today
        )
        for kind, title in titles.items()
    )
    visit = ChartEncounter(0, 0, _NOBODY, at, "Follow-up", "Office visit")
    return PatientRecord(_NOBODY, labs=(lab,), lists=ChartLists(entries), encounters=(visit,))


class Warmup:
    """Runs once beside whatever else the process does.

    Args:
        steps: What to do, in order. One that fails leaves its work to the first question, which says what is away.
    """

    def __init__(self, steps: Sequence[Callable[[], object]]) -> None:
        self._steps = tuple(steps)
        self._warmth = Warmth.COLD

    @property
    def warmth(self) -> Warmth:
        """How far it is."""
        return self._warmth

    def start(self) -> threading.Thread:
        """Run in the background; the thread ends with the process."""
        self._warmth = Warmth.WARMING
        thread = threading.Thread(target=self.run, name="warmup", daemon=True)
        thread.start()
        return thread

    def run(self) -> None:
        """Take all steps."""
        self._warmth = Warmth.WARMING
        try:
            for step in self._steps:
                self._take(step)
        finally:
            self._warmth = Warmth.WARM

    def _take(self, step: Callable[[], object]) -> None:
        try:
            step()
        except ArbiterError as error:
            log_event("serve.warmup_step_failed", error_code=error.code.value)
