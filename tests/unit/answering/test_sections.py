"""What is missing, counted."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.answering.sections import abnormal, empty_sections, missing_sentences, unjudged
from arbiter_fhir.domain.answer import Section
from arbiter_fhir.domain.evidence import EvidenceScope
from arbiter_fhir.domain.fact import AbnormalFlag


def test_four_sections_in_their_order() -> None:
    assert list(empty_sections()) == [
        Section.PATIENT_FINDINGS,
        Section.NEEDS_REVIEW,
        Section.GUIDELINE_EVIDENCE,
        Section.MISSING,
    ]


@pytest.mark.parametrize(
    "scope, words",
    [
        (EvidenceScope(), []),
        (EvidenceScope(pending_documents=1), ["One document of this patient is still waiting"]),
        (EvidenceScope(failed_documents=2), ["2 documents of this patient could not be read"]),
        (EvidenceScope(documents_in_identity_review=3), ["3 documents are held back"]),
    ],
)
def test_a_complete_record_is_silent_and_an_incomplete_one_is_not(
    build: Any, scope: EvidenceScope, words: list[str]
) -> None:
    sentences = [sentence.value for sentence in missing_sentences(build.bundle(build.item(), scope=scope))]
    assert len(sentences) == len(words)
    assert all(sentence.startswith(start) for sentence, start in zip(sentences, words, strict=True))


def test_normal_is_not_abnormal_and_unknown_is_neither(build: Any) -> None:
    flags = [AbnormalFlag.NORMAL, None, AbnormalFlag.ABNORMAL, AbnormalFlag.CRITICAL_LOW]
    items = [build.item(flag=flag, number=index) for index, flag in enumerate(flags)]
    assert abnormal(items) == items[2:]
    assert unjudged(items) == [items[1]]
