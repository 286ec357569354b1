"""What a finder hands over: a value, the words that say it, and every doubt; and the way from there to a cited fact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage, DeidentifiedText
from arbiter_fhir.domain.fact import CitedFact, FactType, FactValue
from arbiter_fhir.domain.statement import Allergy, FamilyHistory, Medication, Problem
from arbiter_fhir.extraction.citing import Source, cite
from arbiter_fhir.extraction.injection import speaks_to_machine
from arbiter_fhir.extraction.narrative.lost_amounts import lost_amounts
from arbiter_fhir.extraction.narrative.sections import SectionKind
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["NAME_OCR_CONFIDENCE", "Candidate", "reading_doubts", "to_facts"]

#: A name read optically with less confidence (0-100) than this is a question for a person (design: OCR threshold 75).
NAME_OCR_CONFIDENCE: Final = 75.0
#: A word with digits in it (a strength, a dose) is certified only above this; as for laboratory values.
NUMBER_OCR_CONFIDENCE: Final = 90.0

_FIELDS: Final = {
    FactType.MEDICATION: "medications",
    FactType.ALLERGY: "allergies",
    FactType.PROBLEM: "problems",
    FactType.FAMILY_HISTORY: "family_history",
    FactType.SOCIAL_HISTORY: "social_history",
    FactType.CHIEF_CONCERN: "chief_concern",
    FactType.PROCEDURE: "procedures",
    FactType.IMMUNIZATION: "immunizations",
    FactType.VITAL_SIGN: "vital_signs",
    FactType.REFERRAL: "referral",
    FactType.DEMOGRAPHIC: "demographics",
    FactType.LAB_RESULT: "results",
    FactType.SUSCEPTIBILITY: "susceptibilities",
    FactType.OTHER: "other",
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that a finder read, not yet cited.

    Attributes:
        fact_type: Its kind.
        value: Its value; every text in it stands in the words.
        page: The page of all words.
        words: The words that say it, in reading order, at least one.
        text: One short clean sentence for display and retrieval.
        section: The section that it stands in.
        reasons: Every doubt.
    """

    fact_type: FactType
    value: FactValue
    page: DeidentifiedPage
    words: tuple[CleanWord, ...]
    text: DeidentifiedText
    section: SectionKind = SectionKind.UNKNOWN
    reasons: tuple[Reason, ...] = ()

    def doubted(self, *reasons: Reason) -> Candidate:
        """The same with more doubts."""
        return replace(self, reasons=tuple(dict.fromkeys((*self.reasons, *reasons))))


def reading_doubts(words: Iterable[CleanWord], *, names: Iterable[CleanWord] = ()) -> tuple[Reason, ...]:
    """Doubts from optical reading: a name or a number read with too little confidence, an amount that may be lost.

    Args:
        words: All words that say the fact.
        names: Those of them that name the medicine or substance.
    """
    words = tuple(words)
    numbers = [word for word in words if word.placeholder is None and any(char.isdigit() for char in word.text)]
    weak = _any_below(names, NAME_OCR_CONFIDENCE) or _any_below(numbers, NUMBER_OCR_CONFIDENCE)
    return (*((Reason.VALUE_READ_DOUBTFUL,) if weak else ()), *lost_amounts(words))


def _any_below(words: Iterable[CleanWord], least: float) -> bool:
    return any(word.confidence is not None and word.confidence < least for word in words)


def to_facts(candidates: Iterable[Candidate], source: Source) -> tuple[CitedFact, ...]:
    """Cited facts of candidates, numbered by kind in the order given.

    A candidate whose words stand on a line that speaks to a machine goes to a person.

    Args:
        candidates: In reading order.
        source: What is cited.
    """
    numbers: Counter[str] = Counter()
    facts = []
    for candidate in _told_apart(tuple(candidates)):
        name = _FIELDS[candidate.fact_type]
        reasons = candidate.reasons
        if speaks_to_machine(_lines_of(candidate)):
            reasons = (*reasons, Reason.INSTRUCTION_IN_DOCUMENT)
        facts.append(
            cite(
                candidate.page,
                candidate.words,
                fact_type=candidate.fact_type,
                value=candidate.value,
                fact_text=candidate.text,
                field=f"{name}[{numbers[name]}]",
                source=source,
                reasons=reasons,
            )
        )
        numbers[name] += 1
    return tuple(facts)


def _told_apart(candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    """The candidates; where one sentence says several things ("denies cough or fever"), each with the one it is."""
    said = Counter((each.fact_type, each.page.number, each.words, each.text.value) for each in candidates)
    for candidate in candidates:
        key = (candidate.fact_type, candidate.page.number, candidate.words, candidate.text.value)
        name = _name_of(candidate.value)
        at = candidate.text.value.find(name) if name else -1
        if said[key] < 2 or at < 0:
            yield candidate
            continue
        text = candidate.text
        own = DeidentifiedText.compose("{} (of these: {})", text, text.slice(at, at + len(name)))
        yield replace(candidate, text=own)


def _name_of(value: FactValue) -> str:
    """What a value is about, as printed."""
    match value:
        case Problem() | Medication():
            return value.name
        case Allergy():
            return value.substance
        case FamilyHistory():
            return value.condition
        case _:
            return ""


def _lines_of(candidate: Candidate) -> str:
    lines = {word.line for word in candidate.words}
    return " ".join(word.text for word in candidate.page.words if word.line in lines)
