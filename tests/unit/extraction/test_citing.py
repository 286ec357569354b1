from __future__ import annotations

import dataclasses

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.deid import DeidentifiedPage
from arbiter_fhir.domain.fact import Certainty, CitedFact, FactType
from arbiter_fhir.domain.region import Region, RegionKind, RegionMark
from arbiter_fhir.domain.statement import Allergy
from arbiter_fhir.extraction.citing import Source, cite
from arbiter_fhir.extraction.grounding import quote_words
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines

SOURCE = Source(SourceType.INTAKE_FORM, "documents:9")


def cited(page: DeidentifiedPage, first: int, last: int, *reasons: Reason) -> CitedFact:
    words = page.words[first:last]
    return cite(
        page,
        words,
        fact_type=FactType.ALLERGY,
        value=Allergy("Penicillin"),
        fact_text=quote_words(page, words),
        field="allergies[0]",
        source=SOURCE,
        reasons=reasons,
    )


def test_a_fact_quotes_its_own_words_where_nothing_else_stands_in_the_box() -> None:
    page = write_lines("Allergies: Penicillin hives").pages[0]
    fact = cited(page, 1, 3)
    assert fact.citation.quote.value == "Penicillin hives"
    assert fact.certainty is Certainty.VERIFIED
    assert fact.citation.page_or_section == "page 1"


def test_a_statement_over_two_lines_is_quoted_by_whole_lines() -> None:
    page = write_lines("He is allergic to", "penicillin since childhood").pages[0]
    fact = cited(page, 2, 5)
    assert fact.citation.quote.value == "He is allergic to penicillin since childhood"
    assert fact.citation.box is not None


def test_a_doubt_lowers_certainty() -> None:
    page = write_lines("Penicillin hives").pages[0]
    assert cited(page, 0, 2, Reason.INSTRUCTION_IN_DOCUMENT).certainty is Certainty.NEEDS_REVIEW


def test_words_struck_out_are_a_question_and_their_neighbours_are_not() -> None:
    page = write_lines("Penicillin hives", "Codeine nausea").pages[0]
    struck = Region(RegionKind.NOTE, "struck text 1", ((0, len("Penicillin")),), marks=(RegionMark.HIDDEN,))
    page = dataclasses.replace(page, regions=(struck,))
    first, second = cited(page, 0, 2), cited(page, 2, 4)
    assert first.certainty is Certainty.NEEDS_REVIEW
    assert first.reasons == (Reason.HIDDEN_TEXT.value,)
    assert second.certainty is Certainty.VERIFIED
