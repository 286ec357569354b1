"""What a scenario needs of an installation: a chart to fill, documents to store, questions to ask, eyes to look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.evals.scenario_cases import ScenarioPatient

__all__ = ["ChartRow", "ClinicUnderTest", "Decision", "SeenAnswer"]


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A row as the chart shows it; kind is ``lab`` or a type of OpenEMR's lists."""

    kind: str
    name: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided about a fact, as it stands in the promotions."""

    kind: str
    name: str
    value: str
    outcome: str
    reason: str


@dataclass(frozen=True, slots=True)
class SeenAnswer:
    """What came back to a question.

    Attributes:
        refusal: The reason; empty where there is an answer.
        sources: ``source_id`` of every citation.
        unmarked: Sentences of patient findings that bear no citation mark.
    """

    text: str
    refusal: str
    sources: tuple[str, ...]
    unmarked: int


class ClinicUnderTest(Protocol):
    """A clinic with the product installed. Patients and documents are known by their numbers in the EHR."""

    def register(self, patient: ScenarioPatient) -> int:
        """Enter a patient with what the chart holds; gives the number."""
        ...

    def upload(self, patient: int, content: bytes, *, name: str, doc_type: DocType | None) -> int:
        """Store a document in the category that is read as this type, or in one that is not; gives its number."""
        ...

    def delete(self, document: int) -> None:
        """Delete it in the EHR."""
        ...

    def undelete(self, document: int) -> None:
        """Take the deletion back."""
        ...

    def move(self, document: int, patient: int) -> None:
        """Move it to another patient."""
        ...

    def work(self) -> None:
        """Let watch and worker do all that is due."""
        ...

    def ask(self, patient: int, question: str) -> SeenAnswer:
        """Ask about one patient."""
        ...

    def identity(self, document: int) -> Sequence[str]:
        """States of the active checks of its parts, in order."""
        ...

    def job(self, document: int) -> str:
        """State of its newest job, empty where there is none."""
        ...

    def decisions(self, document: int) -> Sequence[Decision]:
        """Active decisions on its facts."""
        ...

    def chart(self, patient: int) -> Sequence[ChartRow]:
        """What the chart shows as current."""
        ...

    def left_of(self, document: int) -> Mapping[str, int]:
        """Places where something of a document still counts."""
        ...
