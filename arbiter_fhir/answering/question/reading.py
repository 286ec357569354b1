"""A question read: plain, without instructions, slips put right, shorthand written out, and every name and time marked.

Everything else of this room works on what stands here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from arbiter_fhir.answering.question.abbreviations import written_out
from arbiter_fhir.answering.question.acts import Acts, read_acts
from arbiter_fhir.answering.question.dates import AskedTime, find_time
from arbiter_fhir.answering.question.documents import asked_document, document_mentions
from arbiter_fhir.answering.question.instructions import without_instructions
from arbiter_fhir.answering.question.known_words import speller_of
from arbiter_fhir.answering.question.mentions import Kind, Marked, Mention, mark
from arbiter_fhir.answering.question.plain import plain_text
from arbiter_fhir.answering.question.spelling import Correction, Speller
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.question import AskedDocument, AskedQuestion, ReadAs
from arbiter_fhir.ports.terminology import TermMentions

__all__ = ["ReadQuestion", "read_question"]


@dataclass(frozen=True, slots=True)
class ReadQuestion:
    """What stands in a question.

    Attributes:
        clean: The question as it was handed over.
        whole: All of it, instructions included: what must be refused is looked for here.
        asked: Without instructions: what is asked for.
        ignored: Whether there were instructions.
        time: What it says about time.
        document: The document that it names.
        acts: What it asks to be done.
        read_as: Words that were taken for others.
        today: The site's day.
        people: Labels of people in it to the names that were typed.
    """

    clean: DeidentifiedText
    whole: Marked
    asked: Marked
    ignored: bool
    time: AskedTime
    document: AskedDocument | None
    acts: Acts
    read_as: tuple[ReadAs, ...]
    today: date
    people: Mapping[str, str] = field(default_factory=dict, repr=False)


_ALSO = re.compile(r"(?:and|what about|how about|also|or)\b", re.IGNORECASE)


def read_question(asked: AskedQuestion, *, today: date, terms: TermMentions, follows: bool = False) -> ReadQuestion:
    """Read a question.

    Args:
        asked: The clean question with its dates.
        today: The site's day.
        terms: The curated vocabularies.
        follows: There is a question before it, so that "and last visit?" says when, not what.
    """
    speller = speller_of(terms.words())
    plain = plain_text(asked.text.value)
    remainder = without_instructions(plain)
    beside = follows and bool(_ALSO.match(plain))
    whole, _ = _marked(plain, asked, today, speller, terms, beside=beside)
    words, corrections = speller.correct(remainder.text)
    rest, time = _marked(words, asked, today, speller, terms, beside=beside)
    document = asked_document(rest.text, list(rest.of(Kind.DOCUMENT)))
    return ReadQuestion(
        clean=asked.text,
        whole=whole,
        asked=rest,
        ignored=remainder.ignored,
        time=time,
        document=document,
        acts=read_acts(rest.marks),
        read_as=_read_as(asked.text, corrections),
        today=today,
        people=asked.people,
    )


def _marked(
    text: str, asked: AskedQuestion, today: date, speller: Speller, terms: TermMentions, *, beside: bool
) -> tuple[Marked, AskedTime]:
    words = written_out(speller.correct(text)[0])
    documents = document_mentions(words)
    names = mark(words, terms, times=(), documents=documents).mentions
    beside = beside or any(not _is_visit(each) for each in names)
    time = find_time(words, asked.dates, today, beside=beside)
    return mark(words, terms, times=time.spans, documents=_outside(documents, time)), time


def _is_visit(mention: Mention) -> bool:
    return mention.kind is Kind.TOPIC and mention.keys[0] == "encounters"


def _outside(documents: list[Mention], time: AskedTime) -> list[Mention]:
    return [each for each in documents if all(each.end <= start or end <= each.start for start, end in time.spans)]


def _read_as(clean: DeidentifiedText, corrections: tuple[Correction, ...]) -> tuple[ReadAs, ...]:
    """Each corrected word as it stands in the clean text."""
    found: dict[str, ReadAs] = {}
    for each in corrections:
        match = re.search(rf"\b{re.escape(each.written)}\b", clean.value)
        if match is not None:
            found.setdefault(each.written, ReadAs(clean.slice(*match.span()), each.meant))
    return tuple(found.values())
