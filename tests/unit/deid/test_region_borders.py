"""Findings end at cells' borders, and guesses end where clinical vocabulary begins."""

from __future__ import annotations

from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.folding import fold
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.deid.region_borders import cut_at_borders, kept_among_terms, kept_from_codes, parted_at_borders
from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.domain.region import RegionKind
from tests.unit.deid.regioned_pages import Holding, regioned_page


def found(start: int, end: int, strength: Strength = Strength.PATTERN, score: float = 0.6, **more: object) -> Finding:
    kind = more.get("kind", IdentifierKind.PERSON)
    assert isinstance(kind, IdentifierKind)
    return Finding(start, end, kind, strength, "x", score)


def test_a_finding_over_two_cells_is_two_pieces_of_one() -> None:
    page = regioned_page(
        "Ildiko   Reyes, x",
        Holding("A!A1", ("Ildiko",), kind=RegionKind.CELL),
        Holding("A!B1", ("Reyes, x",), kind=RegionKind.CELL),
    )
    folded = fold(page.text)
    pieces = cut_at_borders([found(0, 12)], page, folded, Reading(folded.text))
    assert [page.text[each.start : each.end] for each in pieces] == ["Ildiko", "Reyes"]
    assert pieces[0].group == pieces[1].group != ""


def test_paragraphs_have_no_borders() -> None:
    page = regioned_page("Ildiko Reyes", Holding("paragraph 1", ("Ildiko",), kind=RegionKind.PARAGRAPH))
    folded = fold(page.text)
    assert cut_at_borders([found(0, 12)], page, folded, Reading(folded.text)) == [found(0, 12)]


def test_guesses_do_not_count_among_terms() -> None:
    clinical = ((4, 8), (12, 20))
    assert kept_among_terms([found(5, 7)], clinical) == []
    assert kept_among_terms([found(0, 14)], clinical) == [found(0, 4), found(8, 12)]
    assert kept_among_terms([found(5, 7, Strength.CHART)], clinical) == [found(5, 7, Strength.CHART)]
    assert kept_among_terms([found(5, 7, Strength.CHART)], clinical, chart=False) == []
    whole = found(13, 19, score=0.9, kind=IdentifierKind.DATE)
    assert kept_among_terms([whole], clinical) == [whole]
    assert kept_among_terms([found(13, 19, kind=IdentifierKind.DATE)], clinical) == []


def test_cells_are_parted_by_tabs_and_offsets_stay() -> None:
    page = regioned_page(
        "Dr. Ildiko   Reason is\nnone",
        Holding("A!A1", ("Dr. Ildiko",), kind=RegionKind.CELL),
        Holding("A!B1", ("Reason is",), kind=RegionKind.CELL),
    )
    assert parted_at_borders(page, fold(page.text)) == "Dr. Ildiko\tReason is\nnone"


def test_object_identifiers_and_codes_of_one_letter_are_nobody() -> None:
    text = "LN 2.16.840.1.113883.6.1 F Reyes"
    clinical = ((0, 24), (25, 26))
    chart = found(9, 15, Strength.CHART)
    assert kept_from_codes([chart], clinical, Reading(text)) == []
    assert kept_from_codes([chart], (), Reading(text)) == [chart]
    name = found(25, 32, Strength.CHART)
    assert kept_from_codes([name], clinical, Reading(text)) == [name.at(27, 32)]
    declared = found(25, 26, Strength.DECLARED)
    assert kept_from_codes([declared], clinical, Reading(text)) == [declared]


def test_segments_of_messages_are_nobody() -> None:
    for text in ("OBR[1] Order", "NTE[n]-3 Comment"):
        assert kept_from_codes([found(0, 3, Strength.LABELLED)], (), Reading(text)) == []
    assert kept_from_codes([found(0, 3)], (), Reading("Lee [1]")) == [found(0, 3)]
