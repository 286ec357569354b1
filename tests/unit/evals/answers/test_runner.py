from datetime import date

from arbiter_fhir.domain.answer import Answer
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.errors import ErrorCode, StoreError
from arbiter_fhir.evals.answers.cases import FiledDocument
from arbiter_fhir.evals.answers.runner import GoldenSources, hold_interview
from tests.unit.evals.answers.talks import RIGHT, PretendAnswers, answer, interview, question

GOLDEN = GoldenSources({"x.pdf": b""}, {})
REPORT = FiledDocument(key="report", source="x.pdf", doc_type=DocType.LAB_PDF, stored=date(2026, 1, 2), read=False)


def test_questions_follow_each_other_and_all_is_noted() -> None:
    clinic = PretendAnswers(answer(RIGHT), answer(RIGHT), answer(RIGHT))
    talk = interview(question(), question("two", follows=True), question("three"), documents=(REPORT,))
    seen = hold_interview(talk, clinic, GOLDEN)
    assert [follows for _, follows in clinic.asked] == [None, "request-1", None]
    assert (seen.failure, set(seen.replies), set(seen.answer_seconds)) == (
        "",
        {"a1c", "two", "three"},
        set(seen.replies),
    )
    assert seen.sources.keys["documents:1"] == "report"
    assert set(seen.sources.filed) == {"procedure_result:9"}
    assert clinic.dated == {1: date(2026, 1, 2)}
    assert seen.prompts == "latest A1c?\nlatest A1c?"
    assert (clinic.worked, clinic.noticed) == (1, 1)


def test_a_fault_ends_the_interview_and_not_the_run() -> None:
    class Failing(PretendAnswers):
        def answer(self, patient: int, question: str, follows: str | None) -> tuple[str, Answer]:
            if self.asked:
                raise StoreError(ErrorCode.STORE_UNAVAILABLE, "away")
            return super().answer(patient, question, follows)

    seen = hold_interview(interview(question(), question("two")), Failing(answer(RIGHT)), GOLDEN)
    assert seen.failure == ErrorCode.STORE_UNAVAILABLE.value
    assert set(seen.replies) == {"a1c"}
    crashed = hold_interview(interview(), PretendAnswers(), GOLDEN)
    assert crashed.failure == "IndexError"
