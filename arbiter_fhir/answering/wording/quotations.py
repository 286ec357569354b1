"""Quotations: passages of documents and of guidelines, whole sentences only and in their own words.

A sentence is never cut: what is left out of "no sign of diabetes" would turn it round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from arbiter_fhir.answering.wording.vocabulary import SOURCES, in_quotes, own
from arbiter_fhir.domain.citation import Citation
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceItem, Passage
from arbiter_fhir.domain.guideline import GuidelinePassage

__all__ = [
    "QUOTED_CHARS",
    "attribution",
    "excerpt",
    "guideline_sentence",
    "is_whole_quote",
    "passage_intro",
    "passage_sentence",
    "sentences_of",
]

#: Passages of guidelines up to this length are told whole.
GUIDELINE_CHARS = 1000
#: A line of at least so many characters was broken for want of room.
FULL_LINE_CHARS = 50
#: A quotation grows sentence by sentence up to this length; a longer single sentence stands whole.
QUOTED_CHARS = 420
#: The end of a sentence: its sign, then space, then what can begin another. A figure's point and "Dr." are none.
_END = re.compile(
    r"(?<=[.!?])(?<!\b(?:Dr|Mr|Ms|vs|No)\.)(?<!\b(?:Mrs|e\.g|i\.e)\.)\s+(?=[\"'“(\[]?[A-Z0-9•])|\n[ \t]*\n"
)


def sentences_of(text: DeidentifiedText) -> tuple[DeidentifiedText, ...]:
    """The sentences of a text, each on one line."""
    found: list[DeidentifiedText] = []
    start = 0
    for match in [*_END.finditer(text.value), None]:
        end = match.start() if match else len(text.value)
        if (sentence := _on_one_line(text.slice(start, end))).value:
            found.append(sentence)
        start = match.end() if match else end
    return tuple(found)


def _on_one_line(text: DeidentifiedText) -> DeidentifiedText:
    """A sentence without its line breaks: a full line goes on in the next, a short one ends in a stroke.

    The lines of a form or a table are things of their own; run together they would say what nobody wrote.
    """
    pieces: list[DeidentifiedText] = []
    full = False
    for line in re.finditer(r"[^\n]+", text.value):
        words = [text.slice(match.start(), match.end()) for match in _word_of(line)]
        if words:
            if pieces:
                pieces.append(own(" " if full else " / "))
            pieces.append(DeidentifiedText.join(" ", words))
            full = len(line[0].strip()) >= FULL_LINE_CHARS
    return DeidentifiedText.join("", pieces)


def _word_of(line: re.Match[str]) -> Iterator[re.Match[str]]:
    return re.compile(r"\S+").finditer(line.string, line.start(), line.end())


def excerpt(text: DeidentifiedText, words: Sequence[str] = ()) -> tuple[DeidentifiedText, bool]:
    """Whole sentences of a text, those about the words asked for first, and whether anything was left out.

    Args:
        text: A passage.
        words: Words of the question, lower case.
    """
    sentences = sentences_of(text)
    if not sentences:
        return own(""), False
    hits = [sum(word in sentence.value.casefold() for word in words) for sentence in sentences]
    start = hits.index(max(hits))
    chosen = [sentences[start]]
    for sentence in sentences[start + 1 :]:
        if sum(len(each) + 1 for each in chosen) + len(sentence) > QUOTED_CHARS:
            break
        chosen.append(sentence)
    return DeidentifiedText.join(" ", chosen), len(chosen) < len(sentences)


def is_whole_quote(quote: str, text: DeidentifiedText, *, marked: bool = True) -> bool:
    """Whether a quotation is a run of whole sentences of a text.

    Args:
        quote: Without its marks.
        text: What is quoted.
        marked: It stands in quotation marks, so that those inside of it were made plain.
    """
    sentences = [in_quotes(each).value[1:-1] if marked else each.value for each in sentences_of(text)]
    runs = (
        " ".join(sentences[start:end])
        for start in range(len(sentences))
        for end in range(start + 1, len(sentences) + 1)
    )
    return quote in runs


def passage_intro(place: Citation) -> str:
    """Where a passage stands: ``The intake form, page 2, says``."""
    page = f", page {place.page}" if place.page is not None else ""
    return f"The {SOURCES[place.source_type]}{page}, says"


def passage_sentence(item: EvidenceItem, words: Sequence[str] = ()) -> DeidentifiedText:
    """``The intake form, page 2, says: “…”``."""
    if not isinstance(item.value, Passage):
        raise TypeError("the item is no passage")
    quote, _ = excerpt(item.value.text, words)
    return DeidentifiedText.compose("{}: {}.", own(passage_intro(item.citation)), in_quotes(quote))


def attribution(passage: GuidelinePassage) -> str:
    """Title, organisation, year, section and grade: what a reader needs to find the passage."""
    chunk = passage.chunk
    parts = [f"{chunk.title} ({chunk.organisation}, {chunk.year})"]
    if chunk.section:
        numbered = chunk.section[0].isdigit()
        parts.append(f"section {chunk.section}" if numbered else chunk.section)
    if chunk.grade:
        parts.append(f"grade {chunk.grade}")
    return ", ".join(parts)


def guideline_sentence(passage: GuidelinePassage, words: Sequence[str] = ()) -> DeidentifiedText:
    """``Title (Organisation, year), section 6, grade A: …``; quoted where the words are the source's own.

    A passage of usual length stands whole: its sentences lean on each other.
    """
    text = passage.chunk.text
    whole = DeidentifiedText.join(" ", sentences_of(text))
    said = whole if len(whole) <= GUIDELINE_CHARS else excerpt(text, words)[0]
    if passage.chunk.quoted:
        return DeidentifiedText.compose("{}: {}", own(attribution(passage)), in_quotes(said))
    return DeidentifiedText.compose("{}, in summary: {}", own(attribution(passage)), said)
