"""A language model may put a validated answer into better words; the result is validated again, or the first one stays.

Two tiers at most: where the small model's wording is refused, the large one is asked once. A wording in which the
de-identification finds an identifier is never tried again. Whatever a model does, the composer's own answer stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.answering import (
    DraftingRequest,
    ask_for_draft,
    estimate_tokens,
    merge_proposals,
    parse_proposals,
    validate,
)
from arbiter_fhir.domain.answer import Draft, ValidatedAnswer
from arbiter_fhir.domain.evidence import EvidenceBundle
from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.errors import ErrorCode, ProviderError
from arbiter_fhir.ports.documents import Deidentifier
from arbiter_fhir.ports.models import ModelReply, StructuredModel
from arbiter_fhir.telemetry import Stopwatch, log_event

__all__ = ["LEAST_STATEMENTS", "Reworded", "Rewording"]

#: One finding is a sentence already.
LEAST_STATEMENTS: Final = 2
#: Room for a request, tokens: fits the smallest context windows in use (8,192) beside the answer.
MOST_TOKENS: Final = 6000

_NOT_ASKED: Final = {
    ErrorCode.PROVIDER_BUDGET: "Today's budget for language models is spent; this answer is in the words of the rules.",
}
_AWAY: Final = "The language model gave no usable answer; this answer is in the words of the rules."
_REFUSED: Final = "A language model's wording was refused ({}); this answer is in the words of the rules."


@dataclass(frozen=True, slots=True)
class Reworded:
    """How it went.

    Attributes:
        answer: The validated wording to show: the model's, or the composer's.
        model_id: Whose words they are; empty for the composer's.
        notes: What the caller is told about it; sentences of our own.
        problems: Stable words: why wordings were refused, in order.
    """

    answer: ValidatedAnswer
    model_id: str = ""
    notes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


class Rewording:
    """Asks models for a wording.

    Args:
        tiers: One or two models, the one to ask first first.
        deidentifier: Looks at everything that a model says.
    """

    def __init__(self, tiers: Sequence[StructuredModel], *, deidentifier: Deidentifier) -> None:
        self._tiers = tuple(tiers)
        self._deidentifier = deidentifier

    def reword(
        self, composed: ValidatedAnswer, bundle: EvidenceBundle, *, patient: ChartPatient, watch: Stopwatch
    ) -> Reworded:
        """Try each tier until a wording passes; never raises for what a model does."""
        base = composed.draft
        asked = ask_for_draft(base, bundle.question.text, count_tokens=estimate_tokens, most_tokens=MOST_TOKENS)
        if asked is None or len(asked.statements) < LEAST_STATEMENTS:
            return Reworded(composed)
        problems: list[str] = []
        for model in self._tiers:
            try:
                reply = model.complete(asked.request)
            except ProviderError as error:
                log_event("model.failed", error_code=error.code.value, stage="reword")
                return Reworded(composed, notes=(_NOT_ASKED.get(error.code, _AWAY),), problems=(*problems, error.code))
            watch.note_model("reword", reply.use)
            answer, problem = self._checked(reply, base, asked, bundle, patient)
            if answer is not None:
                return Reworded(answer, reply.model_id, _left_out(asked), tuple(problems))
            log_event("model.wording_refused", model=reply.model_id, status=problem, stage="reword")
            problems.append(problem)
            if problem == "phi_leak":
                break
        return Reworded(composed, notes=(_REFUSED.format(problems[-1].replace("_", " ")),), problems=tuple(problems))

    def _checked(
        self,
        reply: ModelReply,
        base: Draft,
        asked: DraftingRequest,
        bundle: EvidenceBundle,
        patient: ChartPatient,
    ) -> tuple[ValidatedAnswer | None, str]:
        proposals = parse_proposals(reply.text)
        if proposals is None:
            return None, "not_of_the_shape"
        merged = merge_proposals(base, asked, proposals)
        leaks = self._leaks(patient)
        if merged.draft is None:
            return None, "phi_leak" if merged.foreign and leaks(merged.foreign) else merged.problem
        return _validated(merged.draft, bundle, leaks=leaks)

    def _leaks(self, patient: ChartPatient) -> Callable[[str], bool]:
        return lambda text: bool(self._deidentifier.identifiers_in(text, patient=patient))


def _validated(
    draft: Draft, bundle: EvidenceBundle, *, leaks: Callable[[str], bool]
) -> tuple[ValidatedAnswer | None, str]:
    outcome = validate(draft, bundle, leaks=leaks)
    if outcome.validation.phi_leak:
        return None, "phi_leak"
    if outcome.answer is None:
        return None, "not_grounded" if outcome.validation.cites_evidence else "cites_wrongly"
    return outcome.answer, ""


def _left_out(asked: DraftingRequest) -> tuple[str, ...]:
    if not asked.left_out:
        return ()
    shown, whole = len(asked.statements), len(asked.statements) + asked.left_out
    return (f"The language model was shown {shown} of {whole} findings; the others are in the words of the rules.",)
