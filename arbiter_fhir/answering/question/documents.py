"""Documents that a question names: "the intake form", "the last fax", "what did the consult say", "document 214".

*Source*: ``data/documents.tsv``.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from arbiter_fhir.answering.question.mentions import Kind, Mention, Phrases, phrase_table
from arbiter_fhir.answering.question.patterns import marked_pattern
from arbiter_fhir.answering.question.tables import read_question_table
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.question import AskedDocument

__all__ = ["asked_document", "document_mentions"]

_NUMBER: Final = re.compile(
    r"\b(?:doc(?:ument)?|file|scan)\s*(?:id|no\.?|number|#)?\s*#?\s*(?P<number>\d{1,9})\b", re.IGNORECASE
)
#: Who or what is said to say something: then its letter is meant.
_SPEAKS: Final = marked_pattern(
    r"(?P<who>\b(?:referral|consult|consultation|specialist|discharge|cardiolog(?:y|ist)|gi|gastroenterolog(?:y|ist)|"
    r"nephrolog(?:y|ist)|endocrinolog(?:y|ist)|endo|neurolog(?:y|ist)|oncolog(?:y|ist)|hematolog(?:y|ist)|pulmonolog(?:y|ist)|"
    r"pulm|rheumatolog(?:y|ist)|dermatolog(?:y|ist)|derm|urolog(?:y|ist)|ortho(?:pedics)?|surgeon|psychiatr(?:y|ist)|ent|"
    r"ophthalmolog(?:y|ist)|podiatr(?:y|ist)|ob|gyn|ob/?gyn|hospital)\b)"
    r"(?=\s+(?:say|says|said|recommend\w*|suggest\w*|mention\w*|think|thinks|thought|wants?|wanted|conclude\w*|advise\w*"
    r"|find|found)\b)"
    r"|\b(?:per|according to|in|from)\s+(?:the\s+|her\s+|his\s+|last\s+)*"
    r"(?P<what>referral|consult|consultation|specialist)\b"
)
#: "She reports" is no report.
_SAYS_SO: Final = re.compile(r"\b(?:patient|she|he|they|who|mother|father)\s+$", re.IGNORECASE)
_ALL: Final = re.compile(r"\b(?:all|any|every|each|both)\s+(?:of\s+)?(?:the\s+|her\s+|his\s+)?$", re.IGNORECASE)


@cache
def _phrases() -> Phrases:
    return phrase_table(
        (name, (row["doc_type"],)) for row in read_question_table("documents.tsv") for name in row["names"].split("|")
    )


def document_mentions(text: str) -> list[Mention]:
    """Documents that are named, by kind or by number."""
    numbered = [Mention(Kind.DOCUMENT, (f"#{match['number']}",), *match.span()) for match in _NUMBER.finditer(text)]
    for match in _SPEAKS.finditer(text):
        group = "who" if match["who"] else "what"
        numbered.append(Mention(Kind.DOCUMENT, (DocType.REFERRAL_DOCX.value,), *match.span(group)))
    taken = [(each.start, each.end) for each in numbered]
    named = [
        each
        for each in _phrases().find(text, Kind.DOCUMENT)
        if all(each.end <= start or end <= each.start for start, end in taken)
        and not (
            _SAYS_SO.search(text[: each.start]) and text[each.start : each.end].casefold() in {"report", "reports"}
        )
    ]
    return sorted([*numbered, *named], key=lambda each: each.start)


def asked_document(text: str, mentions: list[Mention]) -> AskedDocument | None:
    """The document that is asked about; ``None`` where none is named.

    Args:
        text: The text in which they stand.
        mentions: From `document_mentions`.
    """
    if not mentions:
        return None
    number = next((each for each in mentions if each.keys[0].startswith("#")), None)
    if number is not None:
        return AskedDocument(newest=False, number=int(number.keys[0][1:]))
    first = next((each for each in mentions if each.keys[0] != "any"), mentions[0])
    kind = None if first.keys[0] == "any" else DocType(first.keys[0])
    several = text[first.start : first.end].casefold().endswith("s") or bool(_ALL.search(text[: first.start]))
    return AskedDocument(doc_type=kind, newest=not several)
