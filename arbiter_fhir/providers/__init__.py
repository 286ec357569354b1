"""Models behind ports: local by default, remote where an operator configured one.

*Takes* de-identified text. *Gives* vectors (later: drafts, rerank scores). *Never* sees raw text or a placeholder map.
"""

from arbiter_fhir.providers.embedding import LocalEmbedder

__all__ = ["LocalEmbedder"]
