"""Models behind ports: local by default, remote where an operator configured one.

*Takes* de-identified text. *Gives* vectors, and answers of language models. *Never* sees raw text or a placeholder map.
"""

from arbiter_fhir.providers.embedding import LocalEmbedder
from arbiter_fhir.providers.endpoint import ModelEndpoint
from arbiter_fhir.providers.structured_model import ModelAccess, OpenAICompatibleModel

__all__ = ["LocalEmbedder", "ModelAccess", "ModelEndpoint", "OpenAICompatibleModel"]
