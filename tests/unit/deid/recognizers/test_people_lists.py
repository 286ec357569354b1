"""Names in lists of people and beside callings, one rule by one, with near misses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.deid.recognizers.people_lists import behind_degree, in_list, serving, specialist

Rule = Callable[[Sequence[Token], int, Lexicon], int]


@pytest.mark.parametrize(
    ("rule", "text", "word", "length"),
    [
        (specialist, "Consultants: Strong (Nephrology), Bond (ID)", "Strong", 1),
        (specialist, "Consultants: Strong (Nephrology), Bond (ID)", "Bond", 1),
        (specialist, "Consultants: Yoon (Nephrology), Colles (ID), Lee (PT).", "Colles", 1),
        (specialist, "Lee (ID), Paget (Wound care).", "Paget", 1),
        (specialist, "asthma (mild), Crohn (ileal)", "Crohn", 0),
        (specialist, "Crohn (GI)", "Crohn", 0),
        (specialist, "Jo visiting. Wells (intern) computed it", "Wells", 1),
        (specialist, "Edema (Cardiology aware)", "Edema", 0),
        (specialist, "Lasix (PT aware)", "Lasix", 0),
        (serving, "cardiologist Merry; endocrinologist", "Merry", 1),
        (serving, "PCP Pigg; cardiologist", "Pigg", 1),
        (serving, "seen by cardiologist Tuesday.", "Tuesday", 0),
        (behind_degree, "notified RN Cool at 0812", "Cool", 1),
        (behind_degree, "Sleep/CRNA Waters", "Waters", 1),
        (behind_degree, "the PT Eval was done", "Eval", 0),
        (behind_degree, "RT Chest views", "Chest", 0),
        (behind_degree, "OT Goals Met", "Goals", 0),
        (in_list, "Visitors allowed: Zen, Journey, Ty.", "Zen", 1),
        (in_list, "Visitors allowed: Zen, Journey, Ty.", "Journey", 1),
        (in_list, "Siblings: Poppy (12), Chip (9)", "Chip", 1),
        (in_list, "Absent: fever. Topic: sepsis", "Topic", 0),
        (in_list, "Present: Cough, Fever", "Cough", 0),
        (in_list, "Siblings: Poppy. Asthma in both", "Asthma", 0),
        (in_list, "Tumor board: attendees Gray, Low", "Gray", 1),
    ],
)
def test_a_name_stands_there_or_none(rule: Rule, text: str, word: str, length: int) -> None:
    reading = Reading(text)
    at = next(index for index, token in enumerate(reading.tokens) if token.text == word)
    assert rule(reading.tokens, at, reading.lexicon) - at == length
