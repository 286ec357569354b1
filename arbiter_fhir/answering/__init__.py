"""From a question to a route, and from evidence to a validated answer or a refusal.

*Takes* a de-identified question, an evidence bundle, and a look for identifiers that the de-identification room lends.
*Gives* the route with its reason, a draft, the outcome of its validation, the finished answer or the refusal.
*Never* looks anything up, never shows a draft that failed a check, never follows an instruction that stands in a text.
"""

from arbiter_fhir.answering.draft import compose_draft
from arbiter_fhir.answering.drafting import (
    DraftingRequest,
    ask_for_draft,
    estimate_tokens,
    merge_proposals,
    parse_proposals,
)
from arbiter_fhir.answering.finish import finish, placeholders_in
from arbiter_fhir.answering.question.known_words import words_of_questions
from arbiter_fhir.answering.refuse import refusal_for, refuse
from arbiter_fhir.answering.supervisor import route
from arbiter_fhir.answering.validate import ValidationOutcome, validate

__all__ = [
    "DraftingRequest",
    "ValidationOutcome",
    "ask_for_draft",
    "compose_draft",
    "estimate_tokens",
    "finish",
    "merge_proposals",
    "parse_proposals",
    "placeholders_in",
    "refusal_for",
    "refuse",
    "route",
    "validate",
    "words_of_questions",
]
