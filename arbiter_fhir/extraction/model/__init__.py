"""Extraction with a language model, for pages that the rules cannot read.

*Takes* clean pages (and redacted pictures of them). *Gives* facts whose every word was found again on the page; never a
verified one. *Never* sends anything but clean text and redacted pictures, and never believes an answer.
"""

from arbiter_fhir.extraction.model.assisted import ModelAssistedExtractor

__all__ = ["ModelAssistedExtractor"]
