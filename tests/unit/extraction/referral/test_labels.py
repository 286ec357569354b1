"""Labels of referrals, and sentences that say the same."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction.referral.labels import read_referral_label, spoken_in


@pytest.mark.parametrize(
    ("text", "topic", "rest"),
    [
        ("Reason for referral: chest pain", "reason", "chest pain"),
        ("Requested service", "requested_service", ""),
        ("Referral to: Neurology", "requested_service", "Neurology"),
        ("Priority: Urgent", "urgency", "Urgent"),
        ("Referred by: [PERSON_2]", "referring_clinician", "[PERSON_2]"),
        ("Sincerely, [PERSON_2]", "referring_clinician", "[PERSON_2]"),
        ("Practice: Sandhill Internal Medicine", "referring_organization", "Sandhill Internal Medicine"),
    ],
)
def test_labels(text: str, topic: str, rest: str) -> None:
    label = read_referral_label(text)
    assert label is not None
    assert (label.topic, text[label.end :]) == (topic, rest)


@pytest.mark.parametrize("text", ["Hypertension", "Allergies: none", "The reason is unclear to us all, as I said", ""])
def test_other_texts_are_none(text: str) -> None:
    assert read_referral_label(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "I am referring this patient to Cardiology for evaluation of exertional chest pain.",
            {"requested_service": "Cardiology", "reason": "evaluation of exertional chest pain"},
        ),
        ("Please arrange an urgent appointment.", {"urgency": "urgent"}),
        ("Sandhill Internal Medicine: request for Cardiology consultation", {"requested_service": "Cardiology"}),
        ("He takes aspirin for his heart.", {}),
        ("Routine labs were normal.", {}),
    ],
)
def test_sentences(text: str, expected: dict[str, str]) -> None:
    assert {spoken.topic: text[spoken.start : spoken.end] for spoken in spoken_in(text)} == expected
