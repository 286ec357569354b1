"""A reviewer at work on one patient: looks, decides, lets the worker carry it out, looks at what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.record_view import EVERY_DOCUMENT
from arbiter_fhir.domain.review import ReviewWord
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.pipelines.review_items import Decision, DecisionMade, ReviewItem
from arbiter_fhir.ports.access import Caller, KeyScope
from tests.functional.clinic import Clinic

__all__ = ["Desk", "sit_down"]


@dataclass
class Desk:
    """A reviewer at work on one patient."""

    clinic: Clinic
    patient: PatientId
    caller: Caller

    def items(self, kind: str | None = None) -> list[ReviewItem]:
        page = self.clinic.pipelines.review.waiting(self.patient, caller=self.caller, decided=False)
        return [item for item in page.items if kind is None or item.kind.value == kind]

    def counts(self) -> dict[str, int]:
        return dict(self.clinic.pipelines.review.waiting(self.patient, caller=self.caller).counts)

    def about(self, test: str) -> ReviewItem:
        """The item about a test, whether it waits or was decided."""
        page = self.clinic.pipelines.review.waiting(self.patient, caller=self.caller)
        (found,) = [item for item in page.items if item.fact and item.fact.text.startswith(test)]
        return found

    def fact(self, document: DocumentId, test: str) -> ReviewItem:
        """The item of any fact of a document, also of one that nobody asked about."""
        ((fact_id,),) = self.clinic.rows(
            "SELECT id FROM clinical_document_facts WHERE document_id = %s AND fact_text LIKE %s", document, f"{test}%"
        )
        return self.item(f"fact:{fact_id}")

    def only(self, document: DocumentId) -> ReviewItem:
        """The item of the one fact of a document that the last reading found."""
        ((fact_id,),) = self.clinic.rows(
            "SELECT id FROM clinical_document_facts WHERE document_id = %s AND retracted_at IS NULL", document
        )
        return self.item(f"fact:{fact_id}")

    def whose(self, document: DocumentId) -> ReviewItem:
        """The identity of a document of one part, whether somebody asked about it or not."""
        ((check,),) = self.clinic.rows(
            "SELECT id FROM clinical_document_identity_checks WHERE document_id = %s", document
        )
        return self.item(f"identity:{check}")

    def say(self, item: ReviewItem, word: ReviewWord, **said: object) -> DecisionMade:
        decision = Decision(item.item, item.version, word, **said)  # type: ignore[arg-type]
        return self.clinic.pipelines.review.decide(self.patient, decision, caller=self.caller)

    def settle(self, item: ReviewItem, word: ReviewWord, **said: object) -> DecisionMade:
        """Decide and let the worker carry it out."""
        made = self.say(item, word, **said)
        self.clinic.work()
        return made

    def read_again(self, *documents: DocumentId, times: int = 1) -> None:
        """Have documents read again that nobody decided about, as when something they leaned on has gone."""
        for _ in range(times):
            self.reopen(documents)
            self.clinic.work()

    def reopen(self, documents: Sequence[DocumentId]) -> None:
        """Make the documents' jobs due again, and let nobody work."""
        with self.clinic.pipelines.ingest._work.begin() as work:
            work.reopen_jobs(list(documents))

    def chart(self) -> dict[str, str]:
        return {lab.name: lab.value for lab in self.clinic.chart(self.patient)}

    def values(self) -> list[str]:
        return sorted(lab.value for lab in self.clinic.chart(self.patient))

    def entries(self) -> list[tuple[object, ...]]:
        """Title and activity of the patient's list entries, oldest first."""
        return self.clinic.site_rows("SELECT title, activity FROM lists WHERE pid = %s ORDER BY id", self.patient)

    def item(self, item: str) -> ReviewItem:
        """Any item by its name."""
        review = self.clinic.pipelines.review
        return review._view(self.patient, item, review._find(self.patient, EVERY_DOCUMENT, item, None))


def sit_down(clinic: Clinic, patient: PatientId, *, user: str = "users:7") -> Desk:
    """A reviewer before a patient."""
    return Desk(clinic, patient, Caller(user, clinic.pipelines.scope.site, frozenset({KeyScope.REVIEW})))
