"""The model's sentences in the place of the composer's: complete, cited, and nothing uncertain lost."""

from __future__ import annotations

import pytest

from arbiter_fhir.answering.drafting import ProposedClaim, merge_proposals
from tests.unit.answering.drafting.composed import BASE, FINDINGS, GUIDELINE, MISSING, REVIEW, asked, words

BOTH = "Glucose was 105 mg/dL on [DATE_1], then 99 mg/dL on [DATE_2]."


def proposed(sentence: str, *numbers: int) -> ProposedClaim:
    return ProposedClaim(sentence, numbers)


def test_what_does_not_fit_stays_in_the_composers_words() -> None:
    whole = words(asked().request.instructions) + words(asked().request.document.value)
    request = asked(whole - 2)
    assert request.left_out == 1
    draft = merge_proposals(BASE, request, [proposed(BASE.claims[0].text.value, 1)]).draft
    assert draft is not None
    assert BASE.claims[1] in draft.claims


def test_the_models_sentences_carry_the_citations_of_what_they_rest_on() -> None:
    merged = merge_proposals(
        BASE,
        asked(),
        [proposed(BOTH, 1, 2)],
    )
    draft = merged.draft
    assert merged.problem == ""
    assert draft is not None
    assert [(claim.section, claim.citations) for claim in draft.claims] == [
        (FINDINGS, (0, 1)),
        (REVIEW, (2,)),
        (GUIDELINE, (3,)),
        (MISSING, ()),
    ]


@pytest.mark.parametrize(
    ("claims", "problem"),
    [
        ([proposed(BASE.claims[0].text.value, 1)], "statement_left_out"),
        ([proposed("All is well.")], "claim_without_statement"),
        ([proposed("Glucose was 105.", 1, 9)], "statement_unknown"),
        ([proposed("Glucose was 105.", 0)], "statement_unknown"),
        ([], "statement_left_out"),
        ([proposed("Glucose was 106.", 1)], "word_of_its_own"),
        ([proposed("Glucose was 105 on [DATE_1].", 1)], "words_left_out"),
        ([proposed("Glucose was 99.", 1)], "word_of_its_own"),
    ],
)
def test_claims_that_rest_on_the_wrong_things_are_refused(claims: list[ProposedClaim], problem: str) -> None:
    merged = merge_proposals(BASE, asked(), claims)
    assert (merged.draft, merged.problem) == (None, problem)
