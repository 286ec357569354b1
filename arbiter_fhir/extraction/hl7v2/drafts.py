"""Facts before they have their number in the document, and candidates that are none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedText
from arbiter_fhir.domain.fact import CitedFact, FactType, FactValue, RejectedCandidate
from arbiter_fhir.extraction.citing import Source, cite
from arbiter_fhir.extraction.grounding import quote_words
from arbiter_fhir.extraction.hl7v2.tree import Leaf, PageWords, SegmentView
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["Draft", "cite_drafts", "draft", "reject"]

#: Field paths of facts, by kind.
_FIELDS: Final = {
    FactType.LAB_RESULT: "results",
    FactType.VITAL_SIGN: "vital_signs",
    FactType.SUSCEPTIBILITY: "susceptibilities",
    FactType.MEDICATION: "medications",
    FactType.ALLERGY: "allergies",
    FactType.PROBLEM: "problems",
    FactType.PROCEDURE: "procedures",
    FactType.IMMUNIZATION: "immunizations",
    FactType.FAMILY_HISTORY: "family_history",
    FactType.SOCIAL_HISTORY: "social_history",
    FactType.CHIEF_CONCERN: "chief_concern",
    FactType.DEMOGRAPHIC: "demographics",
    FactType.REFERRAL: "referral",
    FactType.OTHER: "statements",
}

#: Longest quote of a rejected candidate, words.
_QUOTED_WORDS: Final = 60


@dataclass(slots=True)
class Draft:
    """A fact that waits for its citation.

    Attributes:
        page: The page that is cited.
        words: The words that say it, all of that page.
        place: Path of the field that matters most: ``OBX[3]-5``.
        reasons: Doubts; others may be added until it is cited.
        subject: For comparing results of one file; empty for other facts.
    """

    page: PageWords
    words: list[CleanWord]
    place: str
    fact_type: FactType
    value: FactValue
    fact_text: DeidentifiedText
    reasons: list[Reason] = field(default_factory=list)
    subject: tuple[str, ...] = ()


def draft(
    segment: SegmentView,
    leaves: Sequence[Leaf],
    *,
    lead: Leaf,
    fact_type: FactType,
    value: FactValue,
    fact_text: DeidentifiedText,
    reasons: Iterable[Reason] = (),
) -> Draft:
    """A fact that stands in some leaves.

    Args:
        segment: Where they stand.
        leaves: All that say it.
        lead: The leaf that matters most: its page is cited, with the words of the others that stand there too.
        fact_type: Kind.
        value: Value.
        fact_text: One short clean sentence.
        reasons: Doubts.
    """
    page = lead.stretches[0][0]
    words = [
        word
        for leaf in leaves
        for words_of, start, end in leaf.stretches
        if words_of is page
        for word in words_of.between(start, end)
    ]
    single = {leaf.repetition for leaf in leaves if leaf.number == lead.number} == {lead.repetition}
    again = f"[{lead.repetition}]" if single and len(segment.repetitions(lead.number)) > 1 else ""
    place = f"{segment.path}-{lead.number}{again}"
    return Draft(page, list(dict.fromkeys(words)), place, fact_type, value, fact_text, list(reasons))


def cite_drafts(drafts: Iterable[Draft], source: Source) -> list[CitedFact]:
    """The facts, numbered by kind in reading order."""
    used: Counter[str] = Counter()
    facts: list[CitedFact] = []
    for each in drafts:
        name = _FIELDS[each.fact_type]
        fact = cite(
            each.page.page,
            each.words,
            fact_type=each.fact_type,
            value=each.value,
            fact_text=each.fact_text,
            field=f"{name}[{used[name]}]",
            source=source,
            reasons=list(dict.fromkeys(each.reasons)),
            # The field that says it; the quote and its box hold the fields around it that belong to it.
            place=each.place,
        )
        facts.append(fact)
        used[name] += 1
    return facts


def reject(segment: SegmentView, reason: str, fields: Iterable[int] | None = None) -> RejectedCandidate:
    """A segment that was not taken, with its words on the page where it begins.

    Args:
        segment: Which.
        reason: Stable snake-case word.
        fields: The fields that are quoted; all where ``None``.
    """
    wanted = None if fields is None else frozenset(fields)
    page, start, end = segment.heading
    leaves = [leaf for leaf in segment.leaves if wanted is None or leaf.number in wanted]
    words = [
        word
        for leaf in leaves
        for words_of, first, last in leaf.stretches
        if words_of is page
        for word in words_of.between(first, last)
    ]
    quoted = list(dict.fromkeys(words))[:_QUOTED_WORDS] or list(page.between(start, end))
    return RejectedCandidate(page.page.number, reason, quote_words(page.page, quoted))
