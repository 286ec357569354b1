"""Scripts, actions and files inside a PDF."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from arbiter_fhir.documents.engines import pymupdf
from arbiter_fhir.documents.pdf.active import has_active_content, has_hidden_parts


def document(change: Callable[[Any], object]) -> Any:
    made = pymupdf.open()
    made.new_page().insert_text((50, 50), "text")
    change(made)
    return pymupdf.open(stream=made.tobytes(), filetype="pdf")


def put(key: str, value: str) -> Callable[[Any], object]:
    return lambda made: made.xref_set_key(made.pdf_catalog(), key, value)


def put_on_page(key: str, value: str) -> Callable[[Any], object]:
    return lambda made: made.xref_set_key(made.page_xref(0), key, value)


def link(**link_fields: object) -> Callable[[Any], object]:
    return lambda made: made[0].insert_link({"from": pymupdf.Rect(40, 40, 90, 60), **link_fields})


@pytest.mark.parametrize(
    ("change", "active"),
    [
        (lambda _: None, False),
        (put("OpenAction", "<</S/JavaScript/JS(app.alert)>>"), True),
        (put("OpenAction", "<</S/Launch/F(cmd.exe)>>"), True),
        (put("OpenAction", "<</S/URI/URI(http://example.test)>>"), True),
        (put("OpenAction", "<</S/GoTo/D[0/Fit]>>"), False),
        (put("OpenAction", "[0/Fit]"), False),
        (put("AA", "<</WC<</S/JavaScript/JS(x)>>>>"), True),
        (put("Names", "<</JavaScript<</Names[(a)<</S/JavaScript/JS(x)>>]>>>>"), True),
        (put_on_page("AA", "<</O<</S/JavaScript/JS(x)>>>>"), True),
        (link(kind=pymupdf.LINK_LAUNCH, file="run.exe"), True),
        (link(kind=pymupdf.LINK_URI, uri="https://example.test"), False),
        (lambda made: made[0].add_file_annot((60, 60), b"x", "inner.bin"), True),
    ],
)
def test_what_would_run_is_noticed(change: Callable[[Any], object], active: bool) -> None:
    assert has_active_content(document(change)) is active


@pytest.mark.parametrize(
    ("change", "hidden"),
    [
        (lambda _: None, False),
        (lambda made: made.embfile_add("inner.pdf", b"%PDF-1.7"), True),
        (lambda made: made.add_ocg("off", on=False), True),
        (lambda made: made.add_ocg("on", on=True), False),
    ],
)
def test_what_is_carried_unseen_is_noticed(change: Callable[[Any], object], hidden: bool) -> None:
    assert has_hidden_parts(document(change)) is hidden
