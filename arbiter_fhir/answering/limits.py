"""How much one answer shows, and what it says of the rest: counted, never silently cut."""

from __future__ import annotations

import re
from collections.abc import Sequence

from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem, Passage
from arbiter_fhir.domain.fact import AbnormalFlag
from arbiter_fhir.domain.question import AskedFlag, Intent, RoutedQuestion

__all__ = [
    "LISTED",
    "PASSAGES",
    "REVIEWED",
    "TABLE_ROWS",
    "abnormal",
    "asked_words",
    "critical_first",
    "is_flagged",
    "judged_results",
    "passages_shown",
    "unjudged",
]

#: Sentences about results, and about entries, that one answer lists; more are counted, not shown.
LISTED = 40
#: Unsure findings that one answer lists.
REVIEWED = 40
#: Passages of documents that one answer quotes.
PASSAGES = 3
#: So many facts say what a document says; with fewer its passages are quoted beside them.
FACTS_ENOUGH = 5
#: Rows of a table: the newest.
TABLE_ROWS = 24

_CRITICAL = frozenset({AbnormalFlag.CRITICAL_HIGH, AbnormalFlag.CRITICAL_LOW})


def abnormal(items: Sequence[EvidenceItem]) -> list[EvidenceItem]:
    """The results that are flagged or out of range."""
    return [item for item in items if item.result.abnormal_flag not in {None, AbnormalFlag.NORMAL}]


def unjudged(items: Sequence[EvidenceItem]) -> list[EvidenceItem]:
    """The results of which nothing says whether they are abnormal."""
    return [item for item in items if item.result.abnormal_flag is None]


def judged_results(items: Sequence[EvidenceItem]) -> list[EvidenceItem]:
    """The results of which somebody, or their own range, says whether they are abnormal."""
    return [item for item in items if item.result.abnormal_flag is not None]


def is_flagged(item: EvidenceItem, flag: AskedFlag) -> bool:
    """Whether a result was judged as a question asks; "abnormal" is everything but normal."""
    found = item.result.abnormal_flag
    match flag:
        case AskedFlag.NORMAL:
            return found is AbnormalFlag.NORMAL
        case AskedFlag.HIGH:
            return found in {AbnormalFlag.HIGH, AbnormalFlag.CRITICAL_HIGH}
        case AskedFlag.LOW:
            return found in {AbnormalFlag.LOW, AbnormalFlag.CRITICAL_LOW}
        case AskedFlag.CRITICAL:
            return found in _CRITICAL
        case AskedFlag.ABNORMAL:
            return found not in {None, AbnormalFlag.NORMAL}


def critical_first(items: Sequence[EvidenceItem]) -> list[EvidenceItem]:
    """Critical results before others, each part in the order that it had."""
    return sorted(items, key=lambda item: item.result.abnormal_flag not in _CRITICAL)


def passages_shown(bundle: EvidenceBundle) -> int:
    """How many passages are quoted: none where enough facts of the same documents say it."""
    facts = sum(not isinstance(item.value, Passage) for item in bundle.findings)
    enough = bundle.question.intent in {Intent.DOCUMENT, Intent.CHANGES} and facts >= FACTS_ENOUGH
    return 0 if enough else PASSAGES


def asked_words(question: RoutedQuestion) -> tuple[str, ...]:
    """Words of the question that can find the sentence of a passage that is about it."""
    return tuple(re.findall(r"[a-z0-9]{4,}", question.text.value.casefold()))
