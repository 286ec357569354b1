"""Pages: a block for each segment, a line for each field, and regions that hold exactly its words."""

from __future__ import annotations

from arbiter_fhir.domain.document import BoundingBox
from arbiter_fhir.domain.region import DeclaredContent, RegionKind
from tests.unit.documents.hl7v2.writing import GLUCOSE, PATIENT, REQUEST, fields, message, read, report


def test_a_field_is_a_line_with_its_name() -> None:
    (page,) = read(report()).pages
    lines = page.text.split("\n")
    assert "OBX-5 Observation Value 96" in lines
    assert "OBX-3 Observation Identifier 2345-7 Glucose LN" in lines
    assert "PID-5 Patient Name Orlov, Mina R" in lines
    assert not any(line.startswith(("MSH-1 ", "MSH-2 ", "OBX-1 ")) for line in lines)


def test_regions_hold_their_words_and_no_others() -> None:
    found = fields(read(report()))
    assert found["OBX[1]-5"][0] == "96"
    assert found["OBX[1]-3.2"][0] == "Glucose"
    assert found["OBX[1]-6.1"][1].declares is DeclaredContent.CLINICAL
    assert found["OBR[1]-7"][1].declares is DeclaredContent.DATE


def test_labels_are_ours_and_say_so() -> None:
    (page,) = read(report()).pages
    labels = [region for region in page.regions if region.kind is RegionKind.HEADING]
    assert {region.declares for region in labels} == {DeclaredContent.CLINICAL}
    assert "Observation Value" in " ".join(page.text[start:end] for region in labels for start, end in region.spans)


def test_values_stand_apart_from_labels_in_one_column() -> None:
    (page,) = read(report()).pages
    wanted = [
        region for region in page.regions if region.path.startswith("OBX[1]-") and region.kind is RegionKind.FIELD
    ]
    boxes = [word.box for word in page.words if any(region.touches(word.start, word.end) for region in wanted)]
    block = BoundingBox.around(boxes)
    inside = [word.text for word in page.words if block.holds_center_of(word.box)]
    assert inside == ["NM", "2345-7", "Glucose", "LN", "96", "mg/dL", "70-99", "N", "F"]


def test_a_structured_number_is_one_word() -> None:
    (page,) = read(report("OBX|1|SN|1^Titre^L||^1^:^80||||||F")).pages
    assert "1:80" in [word.text for word in page.words]
    assert [fields(read(report("OBX|1|SN|1^Titre^L||^1^:^80")))[f"OBX[1]-5.{part}"][0] for part in (2, 3, 4)] == [
        "1", ":", "80",
    ]  # fmt: skip


def test_line_breaks_of_formatted_text_are_line_breaks() -> None:
    (page,) = read(report(r"OBX|1|FT|1^Report^L||First line\.br\Second line||||||F")).pages
    assert "OBX-5 Observation Value First line\nSecond line" in page.text


def test_a_segment_is_not_broken_over_pages_while_it_fits() -> None:
    collector = read(message(PATIENT, REQUEST, *([GLUCOSE] * 30)))
    assert len(collector.pages) > 1
    for page in collector.pages:
        for region in page.regions:
            assert region.spans
    homes: dict[str, set[int]] = {}
    for page in collector.pages:
        for region in page.regions:
            homes.setdefault(region.path.partition("-")[0], set()).add(page.number)
    assert all(len(pages) == 1 for pages in homes.values())


def test_local_segments_are_free_text() -> None:
    collector = read(report("OBX|1|NM|1^A^L||5", "ZPD|1|Mina Orlov^anything"))
    assert fields(collector)["ZPD[1]-2.1"][1].declares is DeclaredContent.NARRATIVE
    assert [warning.message for warning in collector.warnings] == [
        "ZPD[1] is a local segment; it is shown and no facts are read from it."
    ]


def test_the_same_file_gives_the_same_pages() -> None:
    assert read(report()).pages == read(report()).pages
