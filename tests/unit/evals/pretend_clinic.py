"""A clinic in memory that does everything right, to be spoiled by the tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.evals.clinic import ChartRow, Decision, SeenAnswer
from arbiter_fhir.evals.scenario_cases import ScenarioPatient


class PretendClinic:
    """Every document says LDL 148; it counts until it is deleted."""

    def __init__(self) -> None:
        self.patients: list[ScenarioPatient] = []
        self.owner: dict[int, int] = {}
        self.deleted: set[int] = set()
        self.worked = 0

    def register(self, patient: ScenarioPatient) -> int:
        self.patients.append(patient)
        return len(self.patients)

    def upload(self, patient: int, content: bytes, *, name: str, doc_type: DocType | None) -> int:
        number = len(self.owner) + 1
        self.owner[number] = patient
        return number

    def delete(self, document: int) -> None:
        self.deleted.add(document)

    def undelete(self, document: int) -> None:
        self.deleted.discard(document)

    def move(self, document: int, patient: int) -> None:
        self.owner[document] = patient

    def work(self) -> None:
        self.worked += 1

    def _active(self, patient: int) -> list[int]:
        return [number for number, owner in self.owner.items() if owner == patient and number not in self.deleted]

    def ask(self, patient: int, question: str) -> SeenAnswer:
        if not self._active(patient):
            return SeenAnswer("", "no_evidence", (), 0)
        return SeenAnswer("LDL 148 [1]", "", tuple(f"documents:{number}" for number in self._active(patient)), 0)

    def identity(self, document: int) -> Sequence[str]:
        return ["identity_verified"]

    def job(self, document: int) -> str:
        return "retracted" if document in self.deleted else "succeeded"

    def decisions(self, document: int) -> Sequence[Decision]:
        outcome = "promoted" if document == min(self.owner) else "duplicate_skipped"
        return [] if document in self.deleted else [Decision("lab_result", "LDL", "148", outcome, "")]

    def chart(self, patient: int) -> Sequence[ChartRow]:
        return [ChartRow("lab", "LDL", "148")] if self._active(patient) else []

    def left_of(self, document: int) -> Mapping[str, int]:
        return {} if document in self.deleted else {"facts": 1}
