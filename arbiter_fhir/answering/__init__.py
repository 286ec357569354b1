"""From a question to a route, and from evidence to a validated answer or a refusal.

*Takes* a de-identified question, an evidence bundle, and a look for identifiers that the de-identification room lends.
*Gives* the route with its reason, a draft, the outcome of its validation, the finished answer or the refusal.
*Never* looks anything up, never shows a draft that failed a check, never follows an instruction that stands in a text.
"""

from arbiter_fhir.answering.draft import compose_draft
from arbiter_fhir.answering.finish import finish
from arbiter_fhir.answering.refuse import refusal_for, refuse
from arbiter_fhir.answering.supervisor import route
from arbiter_fhir.answering.validate import ValidationOutcome, validate

__all__ = ["ValidationOutcome", "compose_draft", "finish", "refusal_for", "refuse", "route", "validate"]
