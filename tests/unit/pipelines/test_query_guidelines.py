"""Guidance beside evidence: about what, and how often our own questions are embedded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceScope
from arbiter_fhir.domain.question import Intent, RoutedQuestion
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.pipelines import query_guidelines
from arbiter_fhir.pipelines.query_guidelines import GuidelineSearch
from arbiter_fhir.retrieval import GuidelineModels


class Embedder:
    """Counts."""

    model_id = "counted"

    def __init__(self) -> None:
        self.texts: list[str] = []

    def embed(self, texts: Sequence[DeidentifiedText]) -> list[bytes]:
        self.texts += [text.value for text in texts]
        return [bytes(1536) for _ in texts]


def bundle(intent: Intent, *analytes: str, subjects: tuple[str, ...] = ()) -> EvidenceBundle:
    question = RoutedQuestion(DeidentifiedText("x", DEID_SEAL), intent, analytes, "test", subjects=subjects)
    return EvidenceBundle(question, (), (), (), EvidenceScope())


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the two searches are asked, in place of them; each embeds its question as the real ones do."""
    calls: list[Any] = []

    def about(keys: Sequence[str], *, models: GuidelineModels, **_: object) -> tuple[()]:
        calls.append(list(keys))
        for key in keys:
            models.embedder.embed([DeidentifiedText(f"about {key}", DEID_SEAL)])
        return ()

    def search(text: DeidentifiedText, **_: object) -> tuple[()]:
        calls.append(text.value)
        return ()

    monkeypatch.setattr(query_guidelines, "search_guidelines_about", about)
    monkeypatch.setattr(query_guidelines, "search_guidelines", search)
    monkeypatch.setattr(query_guidelines, "_VECTORS", {})
    return calls


def searching(embedder: Embedder) -> GuidelineSearch:
    index: Any = None
    return GuidelineSearch(index, GuidelineModels(embedder))


@pytest.mark.parametrize("intent", Intent)
def test_guidance_belongs_to_questions_about_it_and_to_interpretations(intent: Intent) -> None:
    wanted = intent in {Intent.GUIDELINE, Intent.INTERPRETATION}
    assert searching(Embedder()).is_wanted(bundle(intent)) is wanted


def test_a_guideline_is_asked_for_in_the_questions_own_words(asked: list[Any]) -> None:
    made = searching(Embedder()).beside(bundle(Intent.GUIDELINE, "hba1c"))
    assert asked == ["x"]
    assert made.guidelines_searched


def test_an_interpretation_is_about_the_tests_that_are_asked_for(asked: list[Any]) -> None:
    search = searching(Embedder())
    search.beside(bundle(Intent.INTERPRETATION, "hba1c", "group:ldl", subjects=("vital:blood_pressure", "gout")))
    search.beside(bundle(Intent.INTERPRETATION))
    assert asked[0][0] == "hba1c"
    assert "cholesterol_ldl" in asked[0]
    assert asked[0][-1] == "blood_pressure"
    assert asked[1] == []


def test_our_own_questions_are_embedded_once(asked: list[Any]) -> None:
    embedder = Embedder()
    for _ in range(3):
        searching(embedder).beside(bundle(Intent.INTERPRETATION, "hba1c", "tsh"))
    assert embedder.texts == ["about hba1c", "about tsh"]
    other = Embedder()
    other.model_id = "another"
    searching(other).beside(bundle(Intent.INTERPRETATION, "hba1c"))
    assert other.texts == ["about hba1c"]
    assert len(asked) == 4
