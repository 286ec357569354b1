"""Plain text becomes pages whose words stand where they stood in the text."""

import pytest

from arbiter_fhir.documents.plain_text import LINES_PER_PAGE, read_plain_text
from arbiter_fhir.errors import DocumentError, ErrorCode


def test_words_and_lines_are_kept() -> None:
    (page,) = read_plain_text(b"Glucose  142 mg/dL\nA1c      8.1 %\n").pages
    assert page.text == "Glucose 142 mg/dL\nA1c 8.1 %"
    assert [word.line for word in page.words] == [0, 0, 0, 1, 1, 1]


def test_columns_stay_columns() -> None:
    (page,) = read_plain_text(b"Glucose  142\nA1c      8.1\n").pages
    values = [word for word in page.words if word.text in {"142", "8.1"}]
    assert values[0].box.x == pytest.approx(values[1].box.x)


def test_a_form_feed_and_a_full_page_begin_new_pages() -> None:
    assert len(read_plain_text(b"one\ftwo").pages) == 2
    assert len(read_plain_text(b"line\n" * (LINES_PER_PAGE + 1)).pages) == 2


def test_a_very_long_line_stays_on_the_page() -> None:
    (page,) = read_plain_text(("word " * 500).encode()).pages
    assert len(page.words) == 500
    assert page.words[-1].box.right <= 1


def test_other_encodings_are_refused() -> None:
    with pytest.raises(DocumentError) as caught:
        read_plain_text("naïve".encode("latin-1"))
    assert caught.value.code is ErrorCode.ENCODING
