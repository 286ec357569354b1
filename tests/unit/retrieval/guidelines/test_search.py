"""From a question to passages, or to none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.errors import ErrorCode, ProviderError
from arbiter_fhir.retrieval import GuidelineModels, passage_text, search_guidelines, search_guidelines_about
from arbiter_fhir.retrieval.guidelines.rerank import CALIBRATED_MODEL, calibration
from arbiter_fhir.retrieval.guidelines.search import PASSAGES
from tests.unit.retrieval.guidelines.conftest import MemoryIndex, chunk_of, clean


@dataclass
class Embedder:
    model_id: str = CALIBRATED_MODEL
    seen: list[str] = field(default_factory=list)

    def embed(self, texts: Sequence[DeidentifiedText]) -> list[bytes]:
        self.seen += [text.value for text in texts]
        return [bytes(1536) for _ in texts]


@dataclass
class Reranker:
    """Scores passages by a word; or fails."""

    word: str = "twice"
    fails: bool = False
    model_id: str = "rerank-test"
    seen: list[tuple[str, list[str]]] = field(default_factory=list)

    def rerank(self, question: DeidentifiedText, passages: Sequence[DeidentifiedText]) -> list[float]:
        self.seen.append((question.value, [passage.value for passage in passages]))
        if self.fails:
            raise ProviderError(ErrorCode.PROVIDER_TRANSPORT, "away", retryable=True)
        return [0.9 if self.word in passage.value else 0.001 for passage in passages]


def found(index: MemoryIndex, question: str, models: GuidelineModels | None = None) -> list[str]:
    passages = search_guidelines(clean(question), index=index, models=models or GuidelineModels(Embedder()))
    return [passage.chunk.chunk_id for passage in passages]


def test_a_question_gets_the_passages_that_answer_it_with_their_citation(index: MemoryIndex) -> None:
    index.vectors_of = CALIBRATED_MODEL
    passages = search_guidelines(clean("A1c goal for adults"), index=index, models=GuidelineModels(Embedder()))
    best = passages[0]
    assert best.chunk.chunk_id == "ada.a1c-goal"
    assert best.score >= calibration(with_vectors=True).threshold
    assert best.citation.source_type is SourceType.GUIDELINE
    assert (best.citation.source_id, best.citation.field_or_chunk_id) == ("ada", "ada.a1c-goal")
    assert best.citation.quote == best.chunk.text
    assert (best.lexical_rank, best.dense_rank) == (1, 1)


@pytest.mark.parametrize(
    "question",
    ["guideline for gout", "COPD inhalers", "rabies in bats", "who won the cup", "what does it say", "", "???"],
)
def test_outside_of_the_corpus_nothing_is_found(index: MemoryIndex, question: str) -> None:
    index.vectors_of = CALIBRATED_MODEL
    assert found(index, question) == []


def test_a_question_of_general_words_asks_nobody(index: MemoryIndex) -> None:
    embedder = Embedder()
    assert search_guidelines(clean("what is recommended"), index=index, models=GuidelineModels(embedder)) == ()
    assert embedder.seen == []
    assert index.asked == []


def test_an_empty_index_gives_nothing() -> None:
    assert found(MemoryIndex(), "A1c goal") == []


def test_placeholders_reach_neither_model_nor_index(index: MemoryIndex) -> None:
    embedder, reranker = Embedder(), Reranker()
    search_guidelines(
        clean("[PERSON_1] asks: A1c goal since [DATE_2]?"), index=index, models=GuidelineModels(embedder, reranker)
    )
    sent = " ".join([*embedder.seen, *(question for question, _ in reranker.seen)])
    assert "A1c goal" in sent
    assert "[" not in sent
    assert not any("person" in term for terms, _, _ in index.asked for term in terms)


def test_vectors_of_another_model_are_not_believed(index: MemoryIndex) -> None:
    """They were not calibrated, so words decide, by a threshold of their own."""
    index.vectors_of = "endpoint:other"
    words = found(index, "A1c goal for adults")
    assert words == found(index, "A1c goal for adults", GuidelineModels(Embedder("endpoint:other")))
    assert words[0] == "ada.a1c-goal"


def test_age_decides_between_passages_of_one_topic(index: MemoryIndex) -> None:
    assert found(index, "breast cancer screening with mammography at 42")[0] == "uspstf.mammography"
    assert found(index, "breast cancer screening at 80")[0] == "uspstf.older"


def test_a_remote_reranker_orders_what_passed_and_drops_what_it_finds_irrelevant(index: MemoryIndex) -> None:
    question = "A1c in diabetes"
    here = found(index, question)
    assert here[:2] == ["ada.a1c-goal", "ada.a1c-frequency"]
    reranker = Reranker(word="twice")
    assert found(index, question, GuidelineModels(Embedder(), reranker)) == ["ada.a1c-frequency"]
    assert reranker.seen[0][1] == [chunk_of(chunk_id).text.value for chunk_id in here]


def test_a_remote_reranker_brings_nothing_back(index: MemoryIndex) -> None:
    reranker = Reranker(word="")
    assert found(index, "guideline for gout", GuidelineModels(Embedder(), reranker)) == []
    assert reranker.seen == []


def test_where_the_remote_reranker_fails_the_local_order_stands(index: MemoryIndex) -> None:
    models = GuidelineModels(Embedder(), Reranker(fails=True))
    assert found(index, "A1c in diabetes", models) == found(index, "A1c in diabetes")


def test_no_more_passages_than_a_reader_takes_in(index: MemoryIndex) -> None:
    assert len(found(index, "A1c goal eGFR mammography zoster vaccine diabetes CKD")) <= PASSAGES


def test_topics_of_several_tests_are_searched_one_by_one(index: MemoryIndex) -> None:
    passages = search_guidelines_about(["hba1c", "egfr", "zinc"], index=index, models=GuidelineModels(Embedder()))
    ids = [passage.chunk.chunk_id for passage in passages]
    assert "ada.a1c-goal" in ids
    assert len(ids) == len(set(ids))
    assert [passage.score for passage in passages] == sorted((passage.score for passage in passages), reverse=True)
    assert len(index.asked) == 2


def test_without_a_topic_nothing_is_searched(index: MemoryIndex) -> None:
    assert search_guidelines_about(["zinc"], index=index, models=GuidelineModels(Embedder())) == ()
    assert index.asked == []


def test_a_passage_is_seen_with_its_heading() -> None:
    assert passage_text(chunk_of("kdigo.stages")).startswith("CKD guideline. GFR categories. CKD stages")
