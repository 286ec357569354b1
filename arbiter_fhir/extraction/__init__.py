"""Clean pages in, cited facts out.

*Takes* a `DeidentifiedDocument` and what its category says it is. *Gives* facts with proven boxes, certainty and
reasons, and everything that looked like a fact and was not taken. *Never* sees raw text, guesses a digit, or certifies
what it cannot prove on the page.
"""

from arbiter_fhir.extraction.chart_terms import CuratedTerms
from arbiter_fhir.extraction.corrections import FieldCorrections
from arbiter_fhir.extraction.extractor import RuleExtractor
from arbiter_fhir.extraction.model import ModelAssistedExtractor

__all__ = ["CuratedTerms", "FieldCorrections", "ModelAssistedExtractor", "RuleExtractor"]
