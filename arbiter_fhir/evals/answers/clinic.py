"""What an interview needs of an installation, beside what a scenario needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Protocol

from arbiter_fhir.domain.answer import Answer
from arbiter_fhir.evals.answers.charts import ChartLine
from arbiter_fhir.evals.answers.sources import FiledRow
from arbiter_fhir.evals.clinic import ClinicUnderTest

__all__ = ["AnsweringClinic"]


class AnsweringClinic(ClinicUnderTest, Protocol):
    """A clinic in which charts have many kinds of lines, guidelines are indexed, and answers are seen whole."""

    def enter_chart(self, patient: int, clinician: tuple[str, str], chart: Sequence[ChartLine]) -> Mapping[str, str]:
        """Enter lines of a chart; gives the ``source_id`` of each by its key."""
        ...

    def redate(self, document: int, stored: date) -> None:
        """Set the day that the EHR shows for a document."""
        ...

    def notice(self) -> None:
        """Let the watch see new documents, and nobody read them."""
        ...

    def filed_rows(self, patient: int) -> Mapping[str, FiledRow]:
        """Rows of results and lists in the chart, by their ``source_id``."""
        ...

    def passages(self) -> Mapping[str, str]:
        """Index the guidelines if that was not done yet; gives the text of each chunk by its id."""
        ...

    def answer(self, patient: int, question: str, follows: str | None) -> tuple[str, Answer]:
        """Ask about one patient; gives the request's id and the whole answer."""
        ...

    def stored_texts(self, patient: int) -> str:
        """All text that the product's own tables hold about a patient, but what is encrypted."""
        ...

    def prompts(self, patient: int, questions: Sequence[str]) -> str:
        """All that is sent to a language model when these are asked where one may reword answers."""
        ...
