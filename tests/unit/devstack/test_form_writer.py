"""What a drawn form remembers of its marks."""

from __future__ import annotations

import pytest

from devstack.golden.form_writer import FormWriter
from devstack.samples.paper import Paper


@pytest.mark.parametrize(("ticked", "text"), [(True, "\u2612"), (False, "\u2610")])
def test_a_drawn_square_is_remembered_as_a_mark_of_nobodys(ticked: bool, text: str) -> None:
    pen = FormWriter.begin(Paper())
    before = pen.y
    pen.box(100.0, ticked=ticked, size=9.0)
    (mark,) = pen.sheet.words
    assert (mark.text, mark.part, pen.y) == (text, "", before)
    assert mark.box == mark.ink
    assert mark.box.x * pen.sheet.width == pytest.approx(100.0)
    assert mark.box.width * pen.sheet.width == pytest.approx(mark.box.height * pen.sheet.height) == pytest.approx(9.0)
