"""Short questions in Spanish."""

from __future__ import annotations

import pytest

from arbiter_fhir.answering import words_of_questions
from arbiter_fhir.domain.question import Intent, Topic
from tests.unit.answering.question.asking import TERMS, ask

WORDS = words_of_questions(TERMS)


@pytest.mark.parametrize(
    "typed, read",
    [
        ("\u00bfCu\u00e1l es su \u00faltimo potasio?", "what is her last potassium?"),
        ("cual fue la ultima presion arterial", "what was the last blood pressure"),
        ("alergias?", "allergies?"),
        ("medicamentos actuales", "current medications"),
        ("\u00bftiene alergia a la penicilina?", "is she allergic to the penicillin?"),
        ("\u00bfdebo suspender la metformina?", "should I stop the metformin?"),
    ],
)
def test_every_word_is_known(typed: str, read: str) -> None:
    assert WORDS.in_english(typed) == read


@pytest.mark.parametrize(
    "typed",
    [
        "potasio de Velterop",
        "alergias antes de la cirug\u00eda",
        "her last potassium",
        "La A1c",
        "what is the de Quervain for",
        "peso of Zanabria",
    ],
)
def test_with_any_other_word_it_stays_as_it_was_typed(typed: str) -> None:
    assert WORDS.in_english(typed) == typed


@pytest.mark.parametrize(
    "typed, intent, topic",
    [
        ("\u00bfcu\u00e1l es la \u00faltima creatinina?", Intent.FACTUAL_LOOKUP, Topic.LABS),
        ("qu\u00e9 vacunas tiene", Intent.LIST, Topic.IMMUNIZATIONS),
        ("resultados anormales", Intent.ABNORMAL_LIST, Topic.LABS),
    ],
)
def test_it_goes_its_way(typed: str, intent: Intent, topic: Topic) -> None:
    routed = ask(WORDS.in_english(typed))
    assert (routed.intent, routed.topics) == (intent, (topic,))


def test_advice_is_refused_in_spanish_too() -> None:
    assert ask(WORDS.in_english("\u00bfdebo aumentar la insulina?")).intent is Intent.UNSAFE
