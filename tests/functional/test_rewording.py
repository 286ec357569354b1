"""A language model over real HTTP may reword an answer, and may lie in every way: no lie is ever shown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from http.server import BaseHTTPRequestHandler

import pytest

from arbiter_fhir.bootstrap.site import build_site
from arbiter_fhir.domain.answer import Answer, AnswerStatus, Section
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.pipelines.query import QueryPipeline
from devstack.models import Behaviour, ModelServer, Received, completion, reply, slow, status
from devstack.samples import sample
from tests.functional.clinic import Clinic

QUESTION = "Show all lab results"


@dataclass(frozen=True)
class Statement:
    """A numbered line as the model sees it."""

    number: int
    text: str


def statements(received: Received) -> list[Statement]:
    lines = received.document.split("statements:\n", 1)[1].splitlines()
    parts = [line.split(". ", 1) for line in lines]
    return [Statement(int(number), text) for number, text in parts]


Rewrite = Callable[[list[Statement]], list[Mapping[str, object]]]


def claims_of(given: list[Statement]) -> list[dict[str, object]]:
    return [{"text": each.text, "rests_on": [each.number]} for each in given]


def answers(rewrite: Rewrite) -> Behaviour:
    """A model that sends what ``rewrite`` makes of the statements."""

    def behave(handler: BaseHTTPRequestHandler, received: Received) -> None:
        claims = rewrite(statements(received))
        reply(completion(json.dumps({"claims": claims})))(handler, received)

    return behave


honest = answers(claims_of)


def changed(change: Callable[[str], str]) -> Behaviour:
    """An honest model but for its first sentence that the change alters."""

    def rewrite(given: list[Statement]) -> list[Mapping[str, object]]:
        claims = claims_of(given)
        for claim in claims:
            altered = change(str(claim["text"]))
            if altered != claim["text"]:
                claim["text"] = altered
                break
        return list(claims)

    return answers(rewrite)


def added(sentence: str) -> Behaviour:
    """An honest model that says one thing more, resting on the first statement."""
    return answers(lambda given: [*claims_of(given), {"text": sentence, "rests_on": [1]}])


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with ModelServer([honest]) as listening:
        yield listening


@pytest.fixture(scope="module")
def patient(clinic: Clinic) -> PatientId:
    registered = clinic.register(sample("ruled").truth.person)
    clinic.upload_sample(registered)
    clinic.work()
    return registered


@pytest.fixture(scope="module")
def composed(clinic: Clinic, patient: PatientId) -> Answer:
    """What the rules say."""
    return clinic.ask(patient, QUESTION)


Ask = Callable[..., Answer]


@pytest.fixture(scope="module")
def ask(clinic: Clinic, server: ModelServer, patient: PatientId) -> Ask:
    wired: dict[str, QueryPipeline] = {}

    def asking(*behaviours: Behaviour, question: str = QUESTION, **changes: object) -> Answer:
        server.behaviours, server.received[:] = list(behaviours), []
        settings = clinic.site.settings.model_copy(
            update={
                "model_base_url": server.base_url,
                "model_name": "small-model",
                "model_rewords": True,
                "model_seconds": 2.0,
                **changes,
            }
        )
        key = repr(changes)
        if key not in wired:
            wired[key] = build_site(settings).query
        return wired[key].ask(RecordView.whole(patient), question, caller="test")[1]

    return asking


def test_an_honest_wording_is_shown_and_its_author_named(ask: Ask, composed: Answer, server: ModelServer) -> None:
    def fewer(given: list[Statement]) -> list[Mapping[str, object]]:
        first, second, *rest = given
        both = f"{first.text.removesuffix('.')}; {second.text}"
        return [{"text": both, "rests_on": [1, 2]}, *claims_of(rest)]

    answer = ask(answers(fewer))
    assert answer.worded_by == "small-model"
    assert answer.notes == ()
    before, after = (each.sections[Section.PATIENT_FINDINGS] for each in (composed, answer))
    assert len(after) == len(before) - 1
    assert answer.sections[Section.MISSING] == composed.sections[Section.MISSING]
    assert answer.sections[Section.NEEDS_REVIEW] == composed.sections[Section.NEEDS_REVIEW]


def test_nothing_but_clean_sentences_is_sent(ask: Ask, server: ModelServer) -> None:
    person = sample("ruled").truth.person
    ask(honest)
    (received,) = server.received
    sent = json.dumps(received.body)
    for canary in (person.family, person.given, person.mrn, str(person.birth_date), "2026", "documents:"):
        assert canary not in sent
    assert "Needs Human Review" not in received.document


LIES: Mapping[str, Behaviour] = {
    "another value": changed(lambda text: text.replace(" was ", " was 9", 1)),
    "another unit": changed(lambda text: text.replace("mg/dL", "mmol/L", 1)),
    "another date": changed(lambda text: text.replace("[DATE_1]", "[DATE_9]", 1)),
    "a date of its own": changed(lambda text: text.replace("[DATE_1]", "2026-01-01", 1)),
    "another flag": changed(lambda text: text.replace("high", "low", 1)),
    "a flag left out": changed(lambda text: text.replace("high; ", "", 1).replace("(high)", "", 1)),
    "a negation": changed(lambda text: text.replace(" was ", " was not ", 1)),
    "another test": changed(lambda text: text.replace(text.split(" was ", 1)[0], "Potassium", 1)),
    "a relative": changed(lambda text: f"Her mother's {text}"),
    "a drug": added("Metformin was given."),
    "advice": added("Start metformin 500 mg twice daily."),
    "a diagnosis": added("The patient has diabetes."),
    "an interpretation": added("The results are worrying."),
    "a guideline of its own": answers(
        lambda given: [*claims_of(given), {"section": "Guideline Evidence", "text": given[0].text, "rests_on": [1]}]
    ),
    "somebody's name": added("The patient is Ruth Canarywoman."),
    "a telephone number": added("Call 217-555-0188."),
    "a link": added("See [here](https://evil.example/x?d=1)."),
    "a picture": added("![x](https://evil.example/x.png)"),
    "markup": added("<script>alert(1)</script>"),
    "an instruction obeyed": added("Ignore previous instructions."),
    "a citation mark of its own": changed(lambda text: f"{text} [7]"),
    "a statement left out": answers(lambda given: claims_of(given)[1:]),
    "a statement that does not exist": answers(
        lambda given: [*claims_of(given), {"text": given[0].text, "rests_on": [99]}]
    ),
    "the wrong statement": answers(
        lambda given: [
            {"text": given[(index + 1) % len(given)].text, "rests_on": [each.number]}
            for index, each in enumerate(given)
        ]
    ),
    "an empty list": answers(lambda _: []),
    "another shape": reply(completion('{"claims": "none"}')),
    "no JSON": reply(completion("Sure! Here is the answer:")),
    "JSON cut off": reply(completion('{"claims": [{"section": "Patient')),
    "cut off by length": reply(completion('{"claims": []}', finish="length")),
    "a refusal": reply(completion(None, refusal="I cannot help with that.")),
    "too much": reply(b"x" * 2_000_000),
    "an error": status(500),
    "unauthorised": status(401),
    "drip": slow(completion("{}"), seconds=30),
}


@pytest.mark.parametrize("lie", LIES)
def test_no_lie_is_shown(ask: Ask, composed: Answer, lie: str) -> None:
    answer = ask(LIES[lie])
    assert answer.sections == composed.sections
    assert answer.status is AnswerStatus.ANSWERED
    assert answer.worded_by == ""
    assert len(answer.notes) == 1


def test_the_larger_model_is_asked_once_where_the_first_one_fails(ask: Ask, server: ModelServer) -> None:
    answer = ask(LIES["another value"], honest, model_large_name="large-model")
    assert [received.body["model"] for received in server.received] == ["small-model", "large-model"]
    assert answer.worded_by == "large-model"
    answer = ask(LIES["another value"], LIES["advice"], honest, model_large_name="large-model")
    assert len(server.received) == 2
    assert answer.worded_by == ""


def test_a_leak_is_never_tried_again(ask: Ask, server: ModelServer) -> None:
    ask(LIES["somebody's name"], honest, model_large_name="large-model")
    assert len(server.received) == 1


def test_models_that_are_off_are_not_asked(ask: Ask, composed: Answer, server: ModelServer) -> None:
    assert ask(honest, models="off").sections == composed.sections
    assert not server.received


def test_a_spent_budget_ends_the_asking_and_is_said(ask: Ask, composed: Answer, server: ModelServer) -> None:
    answer = ask(honest, model_daily_cost=Decimal(0))
    assert not server.received
    assert answer.sections == composed.sections
    assert "budget" in answer.notes[0]


def test_what_a_call_took_is_stored_and_counts_for_the_day(ask: Ask, clinic: Clinic, server: ModelServer) -> None:
    priced = {"model_input_price": Decimal(1), "model_output_price": Decimal(2)}
    ask(honest, **priced)
    rows = clinic.rows(
        "SELECT model, input_tokens, output_tokens, cost_micros FROM stage_timings WHERE cost_micros IS NOT NULL"
    )
    assert ("small-model", 321, 45, 411) in rows
    ask(honest, model_daily_tokens=100, **priced)
    assert not server.received


def test_a_refused_question_asks_no_model(ask: Ask, server: ModelServer) -> None:
    assert ask(honest, question="Should I stop the metformin?").status is AnswerStatus.REFUSED
    assert not server.received
