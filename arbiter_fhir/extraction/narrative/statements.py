"""What is said in sentences and kept as said: chief concern, reason for referral, that no medications are taken."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Assertion, Statement
from arbiter_fhir.extraction.narrative.candidate import Candidate, reading_doubts
from arbiter_fhir.extraction.narrative.passages import Passage
from arbiter_fhir.extraction.narrative.sections import SectionKind

__all__ = ["find_statements"]

_EMPTY: Final = re.compile(r"^\W*(?:n/?a|none|unknown|see (?:above|below|attached))?\W*$", re.IGNORECASE)
_NO_MEDICATIONS: Final = re.compile(
    r"^\W*(?:none|no (?:current |regular |daily |home |known )?(?:medications?|meds|medicines)"
    r"(?: at this time| currently)?|"
    r"not (?:currently )?(?:taking|on) any(?: medications?)?|denies (?:any )?(?:medications?|meds))\W*$",
    re.IGNORECASE,
)


def find_statements(passages: Iterable[Passage]) -> tuple[Candidate, ...]:
    """Chief concern and reason for referral as printed, one for each paragraph; and the statement of no medications.

    Args:
        passages: From `read_passages`.
    """
    found: list[Candidate] = []
    for passage in passages:
        if passage.section is SectionKind.CHIEF_CONCERN and not _EMPTY.match(passage.whole.text):
            found.append(_said(passage, FactType.CHIEF_CONCERN, "chief_concern", Assertion.PRESENT))
        elif passage.section is SectionKind.REFERRAL_REASON and not _EMPTY.match(passage.whole.text):
            found.append(_said(passage, FactType.REFERRAL, "reason_for_referral", Assertion.PRESENT))
        elif passage.section is SectionKind.MEDICATIONS and _NO_MEDICATIONS.match(passage.whole.text):
            found.append(_said(passage, FactType.OTHER, "current_medications", Assertion.ABSENT))
    return tuple(found)


def _said(passage: Passage, fact_type: FactType, topic: str, assertion: Assertion) -> Candidate:
    run = passage.whole
    words = run.words
    match fact_type:
        case FactType.CHIEF_CONCERN:
            text = DeidentifiedText.compose("Chief concern: {}", run.clean())
        case FactType.REFERRAL:
            text = DeidentifiedText.compose("Reason for referral: {}", run.clean())
        case _:
            text = DeidentifiedText.compose("Current medications: {}", run.clean())
    return Candidate(
        fact_type=fact_type,
        value=Statement(topic, run.text.strip(), assertion),
        page=passage.page,
        words=words,
        text=text,
        section=passage.section,
        reasons=reading_doubts(words),
    )
