"""Models behind ports: local by default, remote where an operator configured one.

*Takes* de-identified text. *Gives* vectors, and answers of language models. *Never* sees raw text or a placeholder map.
"""

from arbiter_fhir.providers.budget import BudgetedModel, DailyBudget
from arbiter_fhir.providers.endpoint import ModelEndpoint
from arbiter_fhir.providers.exchange import ExchangeAccess, JsonExchange
from arbiter_fhir.providers.local_embedding import LocalEmbedder, bundled_model, model_in
from arbiter_fhir.providers.remote_embedding import RemoteEmbedder
from arbiter_fhir.providers.rerank import RERANK_REPLY_BYTES, RemoteReranker
from arbiter_fhir.providers.structured_model import ModelAccess, OpenAICompatibleModel

__all__ = [
    "RERANK_REPLY_BYTES",
    "BudgetedModel",
    "DailyBudget",
    "ExchangeAccess",
    "JsonExchange",
    "LocalEmbedder",
    "ModelAccess",
    "ModelEndpoint",
    "OpenAICompatibleModel",
    "RemoteEmbedder",
    "RemoteReranker",
    "bundled_model",
    "model_in",
]
