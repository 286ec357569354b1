"""Holds interviews in a clinic and writes down what was seen; judging is the rubrics' business."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from arbiter_fhir.errors import ArbiterError
from arbiter_fhir.evals.answers.cases import PERSON, FiledDocument, Interview
from arbiter_fhir.evals.answers.clinic import AnsweringClinic
from arbiter_fhir.evals.answers.evidence import InterviewObservation
from arbiter_fhir.evals.answers.seen import Reply, reply_of
from arbiter_fhir.evals.answers.sources import Sources
from arbiter_fhir.evals.answers.truth import chart_records, document_records, records_by_key
from arbiter_fhir.evals.cases import EvalCase
from arbiter_fhir.evals.output_capture import capture_output
from arbiter_fhir.telemetry import configure_logging

__all__ = ["GoldenSources", "hold_interview"]


@dataclass(frozen=True, slots=True)
class GoldenSources:
    """Golden documents by file name: their bytes, and what they say."""

    contents: Mapping[str, bytes]
    cases: Mapping[str, EvalCase]


@dataclass(slots=True)
class _Talk:
    """One interview being held."""

    clinic: AnsweringClinic
    golden: GoldenSources
    patient: int = 0
    places: dict[str, str] = field(default_factory=dict)
    replies: dict[str, Reply] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def prepare(self, interview: Interview) -> None:
        self.patient = self.clinic.register(interview.patient)
        self.places[PERSON] = f"patient_data:{self.patient}"
        self.places |= self.clinic.enter_chart(self.patient, interview.clinician, interview.chart)
        self._store([document for document in interview.documents if document.read])
        self.clinic.work()
        self._store([document for document in interview.documents if not document.read])
        self.clinic.notice()

    def _store(self, documents: Sequence[FiledDocument]) -> None:
        for document in documents:
            content = self.golden.contents[document.source]
            number = self.clinic.upload(self.patient, content, name=document.source, doc_type=document.doc_type)
            self.clinic.redate(number, document.stored)
            self.places[document.key] = f"documents:{number}"

    def answered(self, interview: Interview) -> list[str]:
        """The first questions that were answered from the record."""
        asked = [each for each in interview.questions if each.key in self.replies and not each.follows]
        return [each.text for each in asked if self.replies[each.key].statements][:REWORDED]

    def ask(self, interview: Interview) -> None:
        before: str | None = None
        for question in interview.questions:
            started = time.perf_counter()
            request_id, answer = self.clinic.answer(self.patient, question.text, before if question.follows else None)
            self.seconds[question.key] = time.perf_counter() - started
            self.replies[question.key] = reply_of(request_id, answer)
            before = request_id


#: Answers that a language model is asked to reword, of each interview; what it is sent is looked at, not what it says.
REWORDED = 2


def hold_interview(interview: Interview, clinic: AnsweringClinic, golden: GoldenSources) -> InterviewObservation:
    """Enter the person, ask everything, look at what is left behind.

    A fault of the line ends the interview and is noted by its class, never raised: the others go on.
    """
    talk = _Talk(clinic, golden)
    failure = stored = prompts = ""
    filed = passages = {}
    started = time.perf_counter()
    with capture_output() as captured:
        configure_logging()
        try:
            passages = dict(clinic.passages())
            talk.prepare(interview)
            talk.ask(interview)
            filed = dict(clinic.filed_rows(talk.patient))
            prompts = clinic.prompts(talk.patient, talk.answered(interview))
            stored = clinic.stored_texts(talk.patient)
        except ArbiterError as error:
            failure = error.code.value
        except Exception as error:  # noqa: BLE001  a fault of the line is a failed interview, not the end of the run
            failure = type(error).__name__
    # The stream that the log led into is gone.
    configure_logging(silent=True)
    records = [*chart_records(interview)]
    for document in interview.documents:
        records += document_records(document, golden.cases.get(document.source))
    keys = {place: key for key, place in talk.places.items()}
    sources = Sources(
        keys,
        dict.fromkeys(talk.places, ()) | dict(records_by_key(records)),
        {place: row for place, row in filed.items() if place not in keys},
        passages,
    )
    return InterviewObservation(
        interview.id,
        talk.replies,
        sources,
        failure,
        captured.text,
        stored,
        prompts,
        time.perf_counter() - started,
        talk.seconds,
    )
