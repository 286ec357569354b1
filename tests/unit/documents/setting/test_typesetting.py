"""Pages, words, boxes and regions of set text agree with each other."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.limits import MAX_PAGES
from arbiter_fhir.documents.pages import PageCollector
from arbiter_fhir.documents.setting.typesetting import (
    PAGE_HEIGHT,
    PAGE_WIDTH,
    Cell,
    Piece,
    Style,
    Table,
    Tag,
    Typesetter,
)
from arbiter_fhir.domain.document import DocumentPart, Page, PartKind, WarningCode
from arbiter_fhir.domain.region import GridPlace, RegionKind, RegionMark


def cell_tag(row: int, column: int) -> Tag:
    return Tag(RegionKind.CELL, f"S!{chr(64 + column)}{row}", GridPlace(1, row, column))


def grid(*rows: list[str], header_rows: int = 0) -> Table:
    return Table(
        tuple(
            tuple(Cell.of(text, column, cell_tag(row, column)) for column, text in enumerate(cells, 1))
            for row, cells in enumerate(rows, 1)
        ),
        header_rows,
    )


def texts_of(page: Page, path: str) -> list[str]:
    return [page.text[a:b] for region in page.regions if region.path == path for a, b in region.spans]


def test_words_lie_where_the_text_says() -> None:
    collector = PageCollector()
    setter = Typesetter(collector)
    setter.block(Piece("Referral letter"), style=Style.TITLE)
    setter.block(Piece("Reason: "), Piece("palpitations", (Tag(RegionKind.FIELD, "reason"),)))
    setter.table(grid(["Test", "Value"], ["Glucose", "95"]))
    setter.finish()
    (page,) = collector.pages
    assert page.text.split("\n") == ["Referral letter", "Reason: palpitations", "Test Value", "Glucose 95"]
    for word in page.words:
        assert page.text[word.start : word.end] == word.text
        assert page.text[: word.start].count("\n") == word.line
    assert texts_of(page, "reason") == ["palpitations"]
    assert texts_of(page, "S!B2") == ["95"]
    assert page.regions[-1].grid == GridPlace(1, 2, 2)


def test_boxes_of_a_page_overlap_nowhere() -> None:
    collector = PageCollector()
    setter = Typesetter(collector)
    setter.block(Piece("Heading gypq"), style=Style.HEADING)
    for _ in range(4):
        setter.block(Piece("many words " * 40))
    setter.table(grid(*[["name", "a rather long remark " * 9, "1.5"] for _ in range(5)]))
    setter.finish()
    boxes = [word.box for word in collector.pages[0].words]
    for index, one in enumerate(boxes):
        for other in boxes[index + 1 :]:
            assert one.iou(other) == 0


def test_a_region_has_a_span_for_each_line_of_it() -> None:
    collector = PageCollector()
    setter = Typesetter(collector)
    setter.block(
        Piece("before "), Piece("very long remark " * 20, (Tag(RegionKind.COMMENT, "comment 1"),)), Piece("after")
    )
    setter.finish()
    page = collector.pages[0]
    spans = texts_of(page, "comment 1")
    assert len(spans) == len(page.text.split("\n"))
    assert " ".join(spans) == ("very long remark " * 20).strip()
    assert all("\n" not in span for span in spans)


def test_a_mark_holds_part_of_a_word() -> None:
    collector = PageCollector()
    setter = Typesetter(collector)
    inserted = Tag(RegionKind.PARAGRAPH, "paragraph 1", marks=(RegionMark.INSERTED,))
    setter.block(Piece("4"), Piece("0", (inserted,)), Piece(" mg"))
    setter.finish()
    assert collector.pages[0].text == "40 mg"
    assert collector.pages[0].regions[0].spans == ((1, 2),)


def test_a_long_table_goes_on_under_its_head() -> None:
    collector = PageCollector()
    setter = Typesetter(collector)
    setter.table(grid(["Test", "Value"], *[[f"test{n}", str(n)] for n in range(150)], header_rows=1))
    setter.finish()
    assert len(collector.pages) == 4
    for page in collector.pages:
        assert page.text.startswith("Test Value\n")
        assert texts_of(page, "S!A1") == ["Test"]
    rows = [line for page in collector.pages for line in page.text.split("\n")[1:]]
    assert rows == [f"test{n} {n}" for n in range(150)]


def test_a_row_is_kept_together() -> None:
    collector = PageCollector()
    setter = Typesetter(collector)
    for _ in range(44):
        setter.block(Piece("line"))
    setter.table(grid(["name", "remark " * 60]))
    setter.finish()
    assert "name" not in collector.pages[0].text
    assert collector.pages[1].text.startswith("name remark")


def test_the_page_grows_before_a_column_is_squeezed() -> None:
    collector = PageCollector()
    setter = Typesetter(collector)
    setter.block(Piece("Sheet"))
    setter.table(grid([f"Column{n:02d} value" for n in range(30)]))
    setter.new_page()
    setter.block(Piece("after"))
    setter.finish()
    first, wide, after = collector.pages
    assert first.width_points == after.width_points == PAGE_WIDTH
    assert wide.width_points > PAGE_HEIGHT
    assert wide.text.count("\n") == 0


def test_leaders_are_no_words() -> None:
    collector = PageCollector()
    setter = Typesetter(collector)
    setter.block(Piece("Name: ____________ Ada"))
    setter.finish()
    assert collector.pages[0].text == "Name: Ada"


def test_parts_begin_on_pages_of_their_own() -> None:
    collector = PageCollector()
    setter = Typesetter(collector)
    message = setter.new_part(PartKind.MESSAGE)
    setter.block(Piece("one"))
    setter.new_part(PartKind.ATTACHMENT, parent=message)
    setter.block(Piece("two"))
    setter.new_part(PartKind.MESSAGE)
    setter.finish()
    assert [page.part for page in collector.pages] == [1, 2]
    assert collector.parts() == (
        DocumentPart(1, PartKind.MESSAGE, 1, 1),
        DocumentPart(2, PartKind.ATTACHMENT, 2, 2, parent=1),
    )


def test_what_comes_after_the_last_page_is_left_out_with_one_warning() -> None:
    collector = PageCollector()
    setter = Typesetter(collector)
    for _ in range(MAX_PAGES + 3):
        setter.block(Piece("page"))
        setter.new_page()
    setter.finish()
    assert len(collector.pages) == MAX_PAGES
    assert setter.is_full
    assert [warning.code for warning in collector.warnings] == [WarningCode.PARTIAL]


def test_setting_is_deterministic() -> None:
    def pages() -> list[Page]:
        collector = PageCollector()
        setter = Typesetter(collector)
        setter.table(grid(*[["a", "text " * 30, "c"]] * 40))
        setter.finish()
        return collector.pages

    assert pages() == pages()


@pytest.mark.parametrize("text", ["", " ", "\u200b", "....."])
def test_nothing_visible_makes_no_page_text(text: str) -> None:
    collector = PageCollector()
    setter = Typesetter(collector)
    setter.block(Piece(text))
    setter.finish()
    assert not any(page.words for page in collector.pages)
