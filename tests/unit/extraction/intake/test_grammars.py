"""The grammars under one signature."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.extraction.intake.grammars import ALL, OF_SECTION
from arbiter_fhir.extraction.narrative.passages import passage_of
from arbiter_fhir.extraction.narrative.sections import SectionKind
from tests.unit.extraction.clean_forms import form_page


@pytest.mark.parametrize(
    ("section", "text", "kind"),
    [
        (SectionKind.MEDICATIONS, "Metformin 500 mg twice daily", FactType.MEDICATION),
        (SectionKind.ALLERGIES, "Penicillin - hives", FactType.ALLERGY),
        (SectionKind.PAST_HISTORY, "Asthma", FactType.PROBLEM),
        (SectionKind.FAMILY_HISTORY, "Mother: stroke", FactType.FAMILY_HISTORY),
        (SectionKind.SURGICAL_HISTORY, "Appendectomy", FactType.PROCEDURE),
        (SectionKind.SOCIAL_HISTORY, "Former smoker", FactType.SOCIAL_HISTORY),
        (SectionKind.VITAL_SIGNS, "Weight: 92.5 kg", FactType.VITAL_SIGN),
    ],
)
def test_each_section_has_the_grammar_of_its_facts(section: SectionKind, text: str, kind: FactType) -> None:
    page = form_page([text])
    passage = passage_of(page, page.words, section)
    assert {candidate.fact_type for candidate in OF_SECTION[section]([passage], {})} == {kind}
    assert any(candidate.fact_type is kind for grammar in ALL for candidate in grammar([passage], {}))
