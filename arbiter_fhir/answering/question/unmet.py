"""Restrictions in a question that no answer can apply: a time that nothing dates, a clinician by name, a place.

The answer says that they were not applied, instead of seeming to have applied them.
"""

from __future__ import annotations

import re
from typing import Final

from arbiter_fhir.answering.question.clinicians import clinician_words
from arbiter_fhir.answering.question.reading import ReadQuestion
from arbiter_fhir.answering.question.selections import unknown_exclusions
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.question import Unmet, UnmetKind

__all__ = ["unmet_parts", "words_in_clean"]

_PLACE: Final = re.compile(
    r"\b(?:from|at|by|in|through)\s+(?:the\s+)?(?:last\s+)?(?:hospital|er|ed|emergency (?:room|department)|urgent care"
    r"|quest|labcorp|outside lab\w*|outside clinic|nursing home|rehab|icu|pharmacy|other (?:clinic|hospital|office))\b",
    re.IGNORECASE,
)


#: What a document says is told without looking whether the chart says it too.
_NOT_CHARTED: Final = re.compile(
    r"\b(?:that |which )?(?:is |are )?(?:not|isn't|aren't|missing)\s+(?:yet )?(?:in|on|from)\s+(?:the |her |his )*"
    r"(?:chart|emr|ehr)\b",
    re.IGNORECASE,
)
#: Units into which nothing is converted here.
_UNIT: Final = re.compile(r"\bin (?:stones?|ounces|oz|grains|kelvin)\b", re.IGNORECASE)
#: Kinds of visits, of allergies and the like, by which nothing is told apart here.
_KIND: Final = re.compile(
    r"\b(?:hospitali[sz]ations?|hospitali[sz]ed|(?:hospital )?admissions?|admitted|(?:er|ed|emergency) visits?"
    r"|(?:wellness|telehealth|annual|specialist) visits?|(?:food|drug|environmental|seasonal) allerg(?:y|ies)"
    r"|side effects?|(?:patient|self)[- ]reported|what (?:the patient|she|he) reported|by urgency|in order of \w+"
    r"|\w*(?:nephro|hepato|oto|cardio)toxic|qt[- ]prolong\w+|anticholinergic|teratogenic|sedating"
    r"|(?:that|which) (?:raises?|lowers?|affects?|increases?|decreases?|causes?|can|could|may|might) \w+)\b",
    re.IGNORECASE,
)


def unmet_parts(read: ReadQuestion) -> tuple[Unmet, ...]:
    """What was not applied, each with its words as they stand in the clean question."""
    parts = [(UnmetKind.TIME, words) for words in read.time.uncomputed]
    parts += [(UnmetKind.CLINICIAN, words) for words in clinician_words(read.asked.text)]
    if read.document is not None:
        parts = [part for part in parts if part[0] is not UnmetKind.CLINICIAN]
    elif not read.time.uncomputed:
        parts += [(UnmetKind.PLACE, match[0]) for match in _PLACE.finditer(read.asked.text)]
    if read.document is None and not read.time.uncomputed:
        parts += [(UnmetKind.THING, match[0]) for match in _KIND.finditer(read.asked.text)]
    if read.document is not None:
        parts += [(UnmetKind.THING, match[0]) for match in _NOT_CHARTED.finditer(read.asked.text)]
    parts += [(UnmetKind.THING, match[0]) for match in _UNIT.finditer(read.asked.text)]
    parts += [(UnmetKind.THING, words) for words in unknown_exclusions(read.asked)]
    return tuple(Unmet(kind, words_in_clean(read.clean, words)) for kind, words in parts)


def words_in_clean(clean: DeidentifiedText, words: str) -> DeidentifiedText:
    """The words as they were written; the whole question where shorthand or a slip stood in them."""
    spaced = r"\.?\s+".join(re.escape(word) for word in words.split())
    match = re.search(spaced, clean.value, re.IGNORECASE)
    return clean.slice(*match.span()) if match is not None else clean
