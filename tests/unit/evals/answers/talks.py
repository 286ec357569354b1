"""A small interview, answers to it that are right, and everything to spoil them with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime

from arbiter_fhir.domain.answer import (
    Answer,
    AnswerStatus,
    AnswerTable,
    AnswerTableRow,
    Refusal,
    RefusalReason,
    Section,
)
from arbiter_fhir.domain.citation import Citation, SourceType
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.evals.answers.cases import ExpectedClaim, Interview, InterviewQuestion, QuestionKind
from arbiter_fhir.evals.answers.charts import ChartLine, IssueLine, LabLine, OrderLine, PanelLine, VisitLine
from arbiter_fhir.evals.answers.seen import Reply, reply_of
from arbiter_fhir.evals.answers.sources import FiledRow, Sources
from arbiter_fhir.evals.answers.truth import chart_records, records_by_key
from arbiter_fhir.evals.scenario_cases import ScenarioPatient
from tests.unit.evals.pretend_clinic import PretendClinic

#: The first names every laboratory row of the chart; the second is the guideline of the pretended corpus.
PLACES = {
    "old": "procedure_order:1",
    "old.a1c": "procedure_result:1",
    "new": "procedure_order:2",
    "new.a1c": "procedure_result:2",
    "new.k": "procedure_result:3",
    "visit": "form_encounter:1",
    "visit.signs": "form_vitals:1",
    "penicillin": "lists:1",
    "due": "procedure_order:3",
}
CHUNK = "ada.goal"
PASSAGES = {CHUNK: "An A1C goal below 7% suits many adults. Standards of Care; ADA, 2025; Recommendation 6.3; "}


def a1c(key: str, value: str) -> LabLine:
    return LabLine(key=key, name="Hemoglobin A1c", value=value, unit="%", range="4.0-5.6", flag="high")


CHART: tuple[ChartLine, ...] = (
    PanelLine(key="old", name="A1c", at=datetime.fromisoformat("2025-03-01T09:00"), results=(a1c("old.a1c", "8.2"),)),
    PanelLine(
        key="new",
        name="Metabolic panel",
        at=datetime.fromisoformat("2026-03-01T09:00"),
        results=(a1c("new.a1c", "7.1"), LabLine(key="new.k", name="Potassium", value="4.4", flag="no")),
    ),
    VisitLine(
        key="visit", at=datetime.fromisoformat("2026-03-02T09:00"), reason="Check", signs={"bps": "132", "bpd": "80"}
    ),
    IssueLine(key="penicillin", kind="allergy", title="Penicillin", recorded=date(2020, 1, 1), reaction="hives"),
    OrderLine(key="due", tests=("Lipid panel",), at=datetime.fromisoformat("2026-03-02T09:00")),
)
LATEST = ExpectedClaim(
    subject=("A1c",), value="7.1", unit="%", date="2026-03-01", words=("high",), sources=("new.a1c",)
)
PERSON = ScenarioPatient(
    key="own",
    given="Ondine",
    middle="",
    family="Castlebury",
    birth_date=date(1950, 5, 5),
    sex="Female",
    mrn="A-77120",
    street="1 Lane",
    city="Town",
    state="IA",
    postal_code="50000",
    phone="319-555-0100",
)


def question(key: str = "a1c", kind: QuestionKind = QuestionKind.LATEST_VALUE, **fields: object) -> InterviewQuestion:
    given = {"key": key, "kind": kind, "text": "latest A1c?", "claims": (LATEST,), **fields}
    if given.get("refused") or given.get("guidelines"):
        given["claims"] = ()
    return InterviewQuestion.model_validate(given)


def interview(*questions: InterviewQuestion, **fields: object) -> Interview:
    return Interview.model_validate(
        {
            "id": "talk",
            "title": "a talk",
            "patient": PERSON,
            "clinician": ("Ysolde", "Marchbanks"),
            "marker": "Ledderhose",
            "chart": CHART,
            "questions": questions or (question(),),
            **fields,
        }
    )


def sources(**filed: str) -> Sources:
    records = records_by_key([*chart_records(interview())])
    rows = {place.replace("_result_", "_result:"): FiledRow(name) for place, name in filed.items()}
    return Sources({place: key for key, place in PLACES.items()}, records, rows, PASSAGES)


def clean(text: str) -> DeidentifiedText:
    return DeidentifiedText(text, DEID_SEAL)


def cite(key: str) -> Citation:
    place = PLACES.get(key, key)
    if key == CHUNK:
        return Citation(SourceType.GUIDELINE, "ada", "section", CHUNK, clean("quote"))
    return Citation(SourceType.CHART, place, "results", "result", clean("quote"))


def answer(
    *sentences: str, cites: Sequence[str] = ("new.a1c",), section: Section = Section.PATIENT_FINDINGS, **more: object
) -> Answer:
    """An answer of these sentences in one section; ``cites`` are numbered from 1."""
    whole = Answer(
        "q", AnswerStatus.ANSWERED, {section: tuple(sentences)}, tuple(cite(key) for key in cites), None, None
    )
    return replace(whole, **more)  # type: ignore[arg-type]


def refusal(reason: RefusalReason, message: str = "No.") -> Answer:
    return Answer("q", AnswerStatus.REFUSED, {}, (), None, Refusal(reason, message))


def reply(*sentences: str, **more: object) -> Reply:
    return reply_of("r1", answer(*sentences, **more))  # type: ignore[arg-type]


RIGHT = "Hemoglobin A1c was 7.1 % (high; reference 4.0-5.6) on 2026-03-01 09:00 [1]."


def table() -> AnswerTable:
    rows = (
        AnswerTableRow(("2025-03-01 09:00", "8.2 %", "high"), (1,)),
        AnswerTableRow(("2026-03-01 09:00", "7.1 %", "high"), (2,)),
    )
    return AnswerTable(Section.PATIENT_FINDINGS, "Hemoglobin A1c", ("Date", "Value", "Flag"), rows)


class PretendAnswers(PretendClinic):
    """A clinic in memory that answers what it is told to."""

    def __init__(self, *answers: Answer) -> None:
        super().__init__()
        self.answers = list(answers)
        self.asked: list[tuple[str, str | None]] = []
        self.dated: dict[int, date] = {}
        self.noticed = 0
        self.stored = ""

    def enter_chart(self, patient: int, clinician: tuple[str, str], chart: Sequence[ChartLine]) -> Mapping[str, str]:
        return PLACES if chart else {}

    def redate(self, document: int, stored: date) -> None:
        self.dated[document] = stored

    def notice(self) -> None:
        self.noticed += 1

    def filed_rows(self, patient: int) -> Mapping[str, FiledRow]:
        return {"procedure_result:2": FiledRow("entered by hand"), "procedure_result:9": FiledRow("Potassium", "4.4")}

    def passages(self) -> Mapping[str, str]:
        return PASSAGES

    def answer(self, patient: int, question: str, follows: str | None) -> tuple[str, Answer]:
        self.asked.append((question, follows))
        return f"request-{len(self.asked)}", self.answers.pop(0)

    def stored_texts(self, patient: int) -> str:
        return self.stored

    def prompts(self, patient: int, questions: Sequence[str]) -> str:
        return "\n".join(questions)
