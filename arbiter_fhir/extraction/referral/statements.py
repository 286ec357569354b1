"""What a letter says of the referral itself: reason, service, urgency, who refers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage, DeidentifiedText
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Statement
from arbiter_fhir.extraction.intake.cells import text_of
from arbiter_fhir.extraction.intake.ticks import TickState
from arbiter_fhir.extraction.narrative.candidate import Candidate, reading_doubts
from arbiter_fhir.extraction.narrative.sections import SectionKind
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.referral.blocks import Paragraph
from arbiter_fhir.extraction.referral.labels import spoken_in
from arbiter_fhir.extraction.referral.letter import Labelled, Letter

__all__ = ["referral_candidates"]

#: Topics that a letter states once; a sentence counts only where no label says it.
_ONCE: Final = ("reason", "requested_service", "urgency")
_PUNCTUATION: Final = ".,;: "
_PLACEHOLDER_ONLY: Final = re.compile(r"(?:\W*\[[A-Z]+_\d+\]\W*(?:MD|DO|NP|PA(?:-C)?|RN|Dr\.?)?)+", re.IGNORECASE)


def referral_candidates(letter: Letter) -> Iterator[Candidate]:
    """The statements of a letter: labelled ones first, sentences for what no label says."""
    told: set[str] = set()
    for labelled in letter.labelled:
        candidate = _of_label(labelled)
        if candidate is not None:
            told.add(labelled.topic)
            yield candidate
    for passage in letter.passages:
        if passage.is_row or passage.hidden:
            continue
        run = passage.whole
        for spoken in spoken_in(run.text):
            if spoken.topic in told or spoken.topic not in _ONCE:
                continue
            words = run.words_in(spoken.start, spoken.end)
            if words:
                told.add(spoken.topic)
                yield _statement(passage.page, spoken.topic, words, words).doubted(Reason.STATED_IN_PROSE)


def _of_label(labelled: Labelled) -> Candidate | None:
    answer: list[CleanWord] = []
    reasons: list[Reason] = []
    for paragraph in labelled.answer:
        chosen, unclear = _ticked(paragraph)
        answer += chosen
        if unclear:
            reasons.append(Reason.CHECKBOX_UNCLEAR)
    if not any(letter.isalnum() for word in answer for letter in word.text):
        return None
    topic = labelled.topic
    if topic == "requested_service" and _PLACEHOLDER_ONLY.fullmatch(" ".join(word.text for word in answer)):
        topic = "referred_to"
    return _statement(labelled.page, topic, (*labelled.label, *answer), answer).doubted(*reasons)


def _ticked(paragraph: Paragraph) -> tuple[list[CleanWord], bool]:
    """The words of an answer; of options with boxes, those that are ticked."""
    if not paragraph.ticks:
        return list(paragraph.words), False
    marks = {tick.words[0].start: tick for tick in paragraph.ticks}
    own = {word.start for tick in paragraph.ticks for word in tick.words}
    counts, unclear = False, False
    kept: list[CleanWord] = []
    for word in paragraph.words:
        tick = marks.get(word.start)
        if tick is not None:
            counts = tick.state is not TickState.EMPTY
            unclear = unclear or tick.state is TickState.UNCLEAR
        if counts and word.start not in own:
            kept.append(word)
    return kept, unclear


def _statement(
    page: DeidentifiedPage, topic: str, words: Sequence[CleanWord], answer: Sequence[CleanWord]
) -> Candidate:
    said = _trimmed(text_of(page, answer))
    match topic:
        case "reason":
            text = DeidentifiedText.compose("Reason for referral: {}", said)
        case "requested_service":
            text = DeidentifiedText.compose("Referred to: {}", said)
        case "urgency":
            text = DeidentifiedText.compose("Urgency of the referral: {}", said)
        case _:
            text = text_of(page, words)
    return Candidate(
        FactType.REFERRAL,
        Statement(topic, said.value),
        page,
        tuple(words),
        text,
        SectionKind.REFERRAL_REASON,
        reading_doubts((), names=answer),
    )


def _trimmed(text: DeidentifiedText) -> DeidentifiedText:
    """Without the punctuation that ends it in the letter."""
    end = len(text.value.rstrip(_PUNCTUATION))
    return text.slice(0, end) if end else text
