"""Union of findings: no fragment survives, and strong kinds keep their stretch."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.spans import merge_spans
from arbiter_fhir.domain.deid import IdentifierKind

TEXT = "Martha Graves, 04/10/2026 at 12 Elm St. mail m.graves@mail.example now 555-0142"

findings = st.builds(
    lambda start, length, kind, strength, score: Finding(
        start, min(len(TEXT), start + length), kind, strength, "test", score
    ),
    st.integers(0, len(TEXT) - 1),
    st.integers(1, 30),
    st.sampled_from(list(IdentifierKind)),
    st.sampled_from(list(Strength)),
    st.floats(0.1, 1.0),
)


def finding(part: str, kind: IdentifierKind, strength: Strength = Strength.PATTERN, score: float = 0.8) -> Finding:
    start = TEXT.index(part)
    return Finding(start, start + len(part), kind, strength, "test", score)


@given(st.lists(findings, max_size=12))
def test_every_letter_and_digit_found_is_covered_and_spans_are_disjoint(found: list[Finding]) -> None:
    spans = merge_spans(found, TEXT)
    covered = {index for span in spans for index in range(span.start, span.end)}
    wanted = {index for each in found for index in range(each.start, each.end) if TEXT[index].isalnum()}
    assert wanted <= covered
    assert covered <= {index for each in found for index in range(each.start, each.end)}
    assert all(left.end <= right.start for left, right in pairwise(spans))


def test_overlapping_names_are_one() -> None:
    spans = merge_spans(
        [finding("Martha", IdentifierKind.PERSON), finding("Martha Graves", IdentifierKind.PERSON)], TEXT
    )
    assert [TEXT[span.start : span.end] for span in spans] == ["Martha Graves"]


def test_a_date_inside_a_models_name_stays_a_date() -> None:
    spans = merge_spans(
        [
            finding("Graves, 04/10/2026", IdentifierKind.PERSON, Strength.MODEL),
            finding("04/10/2026", IdentifierKind.DATE),
        ],
        TEXT,
    )
    assert [(TEXT[span.start : span.end], span.lead.kind) for span in spans] == [
        ("Graves", IdentifierKind.PERSON),
        ("04/10/2026", IdentifierKind.DATE),
    ]


def test_a_name_in_an_address_of_mail_is_part_of_it() -> None:
    spans = merge_spans(
        [
            finding("m.graves@mail.example", IdentifierKind.EMAIL),
            finding("graves", IdentifierKind.PERSON, Strength.CHART, 1.0),
        ],
        TEXT,
    )
    assert [span.lead.kind for span in spans] == [IdentifierKind.EMAIL]


def test_the_stronger_evidence_names_the_kind() -> None:
    spans = merge_spans(
        [
            finding("555-0142", IdentifierKind.PHONE),
            finding("555-0142", IdentifierKind.MRN, Strength.LABELLED, 0.5),
        ],
        TEXT,
    )
    assert [span.lead.kind for span in spans] == [IdentifierKind.MRN]
