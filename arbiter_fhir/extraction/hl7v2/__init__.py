"""HL7 v2 messages: facts read from fields, never from where words stand on a page.

*Takes* a clean document whose regions say which words are which field. *Gives* cited facts, and for every observation
that is none of them a rejected candidate with its reason. *Never* guesses what a field means that the standard leaves
open, and reads nothing from local segments.

*Source*: HL7 v2.5.1 chapters 3, 4 and 7, with the later status codes of 2.7 and 2.8.
"""

from arbiter_fhir.extraction.hl7v2.reader import read_hl7v2_messages

__all__ = ["read_hl7v2_messages"]
