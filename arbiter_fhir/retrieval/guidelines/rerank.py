"""The local reranker: how probable is it that a passage answers a question, from words, their order, and vectors.

Two logistic models over a few features that can be read off a question and a passage. Weights and threshold are fitted
by `scripts/calibrate_guidelines.py` on the questions of the corpus folder and stored beside this module; the same
script measures them on questions that were kept back.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from arbiter_fhir.ports.guidelines import IndexedChunk, TermStatistics
from arbiter_fhir.retrieval.guidelines.terms import QuestionTerms, is_general

__all__ = ["CALIBRATED_MODEL", "Calibration", "Features", "Weights", "calibration", "features_of"]

#: Embedding model with which the weights were fitted: cosines of another one lie elsewhere.
CALIBRATED_MODEL: Final = "minilm-l6-int8@8199be6f699a"

#: A general word counts this share of a word that names a topic.
GENERAL_SHARE: Final = 0.25
#: Two words of a question stand together where so many words or fewer lie between them in the passage.
NEAR: Final = 6
#: Terms by which a question or a passage names its purpose: to find a disease, or to treat one.
PURPOSES: Final = (
    frozenset({"screen"}),
    frozenset({"treat", "therapy", "dose", "regimen", "manag", "medicat", "drug", "injection", "surgery"}),
)
#: BM25's usual saturation and length values (Robertson and Zaragoza, 2009).
K1: Final = 1.2
B: Final = 0.75
#: Length of a typical passage in terms, for BM25.
TYPICAL_TERMS: Final = 45


@dataclass(frozen=True, slots=True)
class Features:
    """What is known of a question and a passage; each 0-1 unless said otherwise.

    Attributes:
        coverage: Weighted share of the question's terms that the passage has, in its heading or its text.
        subject: Weighted share of the passage's heading that the question names: what the passage is about.
        rarest: Weight of the question's rarest term that the passage has, as a share of its rarest term of all.
        lexical: BM25, as a share of the most that the question can reach.
        unknown: Weighted share of the question's terms that no passage has.
        together: Share of the question's neighbouring terms that stand together in the passage.
        similarity: Cosine of question and passage, -1 to 1; 0 where vectors were not compared.
        lead: By how much that cosine exceeds the mean of all candidates.
        population: Whether it speaks of people of the age and sex that the question names, -1 to 1.
        purpose: Whether it speaks of screening or of treating where the question does, -1 to 1.
    """

    coverage: float
    subject: float
    rarest: float
    lexical: float
    unknown: float
    together: float
    similarity: float
    lead: float
    population: float
    purpose: float


@dataclass(frozen=True, slots=True)
class Weights:
    """A logistic model over `Features`.

    Attributes:
        by_feature: Feature name to weight.
        bias: Added to the weighted sum.
    """

    by_feature: Mapping[str, float]
    bias: float

    def probability(self, features: Features) -> float:
        """0-1."""
        named = fields(features)
        score = self.bias + sum(self.by_feature[field.name] * getattr(features, field.name) for field in named)
        return 1 / (1 + math.exp(-max(min(score, 40.0), -40.0)))


@dataclass(frozen=True, slots=True)
class Calibration:
    """The fitted reranker: which passage is the best, and whether the best is good enough, are two questions.

    Attributes:
        order: Fitted on all candidates: puts passages in order.
        gate: Fitted on the first candidates alone, those of questions outside of the corpus among them: how probable it
            is that a passage which looks best answers at all.
        threshold: Of the gate; a passage below it is not given.
    """

    order: Weights
    gate: Weights
    threshold: float


def features_of(
    question: QuestionTerms,
    passage: IndexedChunk,
    statistics: TermStatistics,
    *,
    population: float,
    similarity: float | None,
    mean_similarity: float | None,
) -> Features:
    """Read the features off a question and a passage.

    Args:
        question: Its terms.
        passage: With its terms.
        statistics: How common each term is in the corpus.
        population: Of `population_fit`.
        similarity: Cosine of both; ``None`` where vectors were not compared.
        mean_similarity: Of all candidates of the question.
    """
    weights = {term: _weight(term, statistics) for term in question.terms}
    total = sum(weights.values())
    if not total:
        return Features(*(0.0 for _ in fields(Features)))
    heading = frozenset(passage.heading_terms)
    has = {term: weight for term, weight in weights.items() if term in heading or term in passage.body_terms}
    titles = {term: _weight(term, statistics) for term in heading}
    return Features(
        coverage=sum(has.values()) / total,
        subject=sum(titles[term] for term in heading & weights.keys()) / (sum(titles.values()) or 1.0),
        rarest=max(has.values(), default=0.0) / max(weights.values()),
        lexical=_bm25(weights, passage) / (total * (K1 + 1)),
        unknown=sum(weights[term] for term in question.unknown) / total,
        together=_together(question.terms, passage.body_terms),
        similarity=similarity or 0.0,
        lead=(similarity or 0.0) - (mean_similarity or 0.0),
        population=population,
        purpose=_purpose(question.terms, heading.union(passage.body_terms)),
    )


@cache
def calibration(*, with_vectors: bool) -> Calibration:
    """The fitted reranker that goes with or without vectors."""
    name = "rerank_with_vectors.tsv" if with_vectors else "rerank_words_only.tsv"
    text = files("arbiter_fhir.retrieval.guidelines").joinpath("data", name).read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    order, gate = ({row[0]: float(row[column]) for row in rows[1:]} for column in (1, 2))
    biases, threshold = (order.pop("bias"), gate.pop("bias")), gate.pop("threshold")
    order.pop("threshold")
    if set(order) != {field.name for field in fields(Features)}:
        raise ValueError(f"{name} is of another set of features; run scripts/calibrate_guidelines.py --write")
    return Calibration(
        Weights(MappingProxyType(order), biases[0]), Weights(MappingProxyType(gate), biases[1]), threshold
    )


def _weight(term: str, statistics: TermStatistics) -> float:
    """Inverse document frequency; a topic that no passage has counts as the rarest, a general word not at all."""
    holding = statistics.holding.get(term, 0)
    if not holding and is_general(term):
        return 0.0
    rarity = math.log(1 + (statistics.chunks - holding + 0.5) / (holding + 0.5))
    return rarity * (GENERAL_SHARE if is_general(term) else 1.0)


def _purpose(terms: Sequence[str], passage: frozenset[str]) -> float:
    """For each purpose that the question names: 1 where the passage names it too, -1 where it does not; their mean."""
    verdicts = [1.0 if purpose & passage else -1.0 for purpose in PURPOSES if not purpose.isdisjoint(terms)]
    return sum(verdicts) / len(verdicts) if verdicts else 0.0


def _bm25(weights: Mapping[str, float], passage: IndexedChunk) -> float:
    """BM25 over heading and text, with the weights above in place of plain idf."""
    terms = (*passage.heading_terms, *passage.body_terms)
    length = 1 - B + B * len(terms) / TYPICAL_TERMS
    score = 0.0
    for term, weight in weights.items():
        frequency = terms.count(term)
        score += weight * frequency * (K1 + 1) / (frequency + K1 * length)
    return score


def _together(terms: Sequence[str], body: Sequence[str]) -> float:
    """Share of pairs of neighbouring terms of the question that stand near each other in the text."""
    pairs = [(one, other) for one, other in pairwise(terms) if one != other]
    if not pairs:
        return 1.0 if terms and terms[0] in body else 0.0
    places: dict[str, list[int]] = {}
    for place, term in enumerate(body):
        places.setdefault(term, []).append(place)
    near = sum(
        any(abs(a - b) <= NEAR + 1 for a in places.get(one, ()) for b in places.get(other, ())) for one, other in pairs
    )
    return near / len(pairs)
