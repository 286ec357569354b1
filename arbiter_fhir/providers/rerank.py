"""Reranking by a remote model: Cohere's API, or another endpoint that speaks its form.

Used of the API (Cohere reference, v2 rerank): ``model``, ``query``, ``documents`` as texts, ``top_n``; answered by
``results``, each with the ``index`` of a document and a ``relevance_score`` of 0-1, best first.

What leaves this machine is a clean question and published texts; nothing of a chart is ever sent.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.providers.endpoint import ModelEndpoint
from arbiter_fhir.providers.exchange import JsonExchange, refused, unusable

__all__ = ["RERANK_REPLY_BYTES", "RemoteReranker"]

#: Longest answer that is read: an index and a number for each of a few passages.
RERANK_REPLY_BYTES: Final = 256 * 1024


class RemoteReranker:
    """Meets `ports.models.Reranker`; safe to share between threads.

    Args:
        endpoint: Base address, such as ``https://api.cohere.com/v2``.
        model: Name of the model, as the endpoint calls it.
        exchange: How it is reached; a question waits for it, so its deadline is short.
    """

    def __init__(self, endpoint: ModelEndpoint, model: str, *, exchange: JsonExchange) -> None:
        self._endpoint = endpoint
        self._model = model
        self._exchange = exchange

    @property
    def model_id(self) -> str:
        """What the endpoint calls it."""
        return self._model

    def rerank(self, question: DeidentifiedText, passages: Sequence[DeidentifiedText]) -> list[float]:
        """As `Reranker.rerank`; a passage that the endpoint leaves out makes its whole answer unusable.

        Raises:
            ProviderError: E_PROVIDER_TRANSPORT (retryable): no answer in time; E_PROVIDER_OUTPUT: refused, or not one
                score of 0-1 for each passage.
        """
        if not passages:
            return []
        body = {
            "model": self._model,
            "query": question.value,
            "documents": [passage.value for passage in passages],
            "top_n": len(passages),
        }
        response = self._exchange.post(self._endpoint.rerank_url, json.dumps(body).encode("ascii"))
        if response.status_code != 200:
            raise refused(response.status_code)
        return _scores(response.content, len(passages))


def _scores(content: bytes, expected: int) -> list[float]:
    """Scores in the order of the passages.

    Raises:
        ProviderError: E_PROVIDER_OUTPUT.
    """
    try:
        results = json.loads(content)["results"]
        scores = {_index(result["index"]): _score(result["relevance_score"]) for result in results}
    except (ValueError, KeyError, TypeError, RecursionError):
        raise unusable("is not of the API's shape") from None
    if len(results) != expected or sorted(scores) != list(range(expected)):
        raise unusable("does not score every passage once")
    return [scores[index] for index in range(expected)]


def _index(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("no index")
    return value


def _score(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value) or not 0 <= value <= 1:
        raise ValueError("no score")
    return float(value)
