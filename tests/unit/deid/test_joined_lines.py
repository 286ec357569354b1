"""Cells and paragraphs of several lines are read as their author wrote them."""

from __future__ import annotations

from arbiter_fhir.deid import PresidioDeidentifier
from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.folding import fold
from arbiter_fhir.deid.joined_lines import join_lines
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.domain.document import MediaType
from arbiter_fhir.domain.region import DeclaredContent, RegionKind
from tests.unit.deid.regioned_pages import Holding, regioned_document, regioned_page

TABLE = regioned_page(
    "Referred by Dr. Thaddeus      Reason for referral is\nVandermolen last month        chronic cough",
    Holding("table 1, row 1, column 1", ("Referred by Dr. Thaddeus", "Vandermolen last month"), kind=RegionKind.CELL),
    Holding("table 1, row 1, column 2", ("Reason for referral is", "chronic cough"), kind=RegionKind.CELL),
)


def test_a_name_over_two_lines_of_a_cell_is_one_person(deidentifier: PresidioDeidentifier) -> None:
    made = deidentifier.deidentify(regioned_document(TABLE, media_type=MediaType.DOCX), patient=None)
    assert made.pages[0].text.value == (
        "Referred by Dr. [PERSON_1] Reason for referral is\n[PERSON_1] last month chronic cough"
    )
    assert made.phi.values["[PERSON_1]"] == ("Vandermolen", "Thaddeus")


def test_pieces_are_carried_back_with_one_group() -> None:
    folded = fold(TABLE.text)
    joined = join_lines(TABLE.regions, folded, Reading(folded.text))
    assert joined is not None
    assert joined.reading.text.split("\n")[1] == "Reason for referral is chronic cough"
    start = joined.reading.text.index("Thaddeus")
    finding = Finding(start, start + len("Thaddeus Vandermolen"), IdentifierKind.PERSON, Strength.PATTERN, "x", 1.0)
    back = list(joined.carried_back([finding], 1))
    assert [TABLE.text[each.start : each.end] for each in back] == ["Thaddeus", "Vandermolen"]
    assert len({each.group for each in back}) == 1
    assert back[0].group


def test_a_wrapped_paragraph_stays_one_stretch() -> None:
    page = regioned_page(
        "She saw Dr. Thaddeus\nVandermolen in May",
        Holding("paragraph 1", ("She saw Dr. Thaddeus", "Vandermolen in May"), kind=RegionKind.PARAGRAPH),
    )
    folded = fold(page.text)
    joined = join_lines(page.regions, folded, Reading(folded.text))
    assert joined is not None
    start = joined.reading.text.index("Thaddeus")
    assert len(joined.places(start, start + len("Thaddeus Vandermolen"))) == 1


def test_declared_fields_are_not_read_again() -> None:
    page = regioned_page("a b\nc d", Holding("PID-5", ("a b", "c d"), DeclaredContent.PATIENT_NAME))
    folded = fold(page.text)
    assert join_lines(page.regions, folded, Reading(folded.text)) is None
