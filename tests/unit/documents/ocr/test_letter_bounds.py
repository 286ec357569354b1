from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arbiter_fhir.documents.ocr.components import find_blobs
from arbiter_fhir.documents.ocr.letter_bounds import fit_to_letters
from arbiter_fhir.documents.ocr.tesseract import OcrWord


def page(*boxes: tuple[int, int, int, int]) -> npt.NDArray[np.bool_]:
    """Ink in rectangles of (left, top, right, bottom) on a page of 200 x 100 pixels."""
    ink = np.zeros((100, 200), dtype=np.bool_)
    for left, top, right, bottom in boxes:
        ink[top:bottom, left:right] = True
    return ink


def fitted(word: OcrWord, *boxes: tuple[int, int, int, int]) -> tuple[float, float, float, float]:
    (fit,) = fit_to_letters([word], find_blobs(page(*boxes)))
    return fit.left, fit.top, fit.right, fit.bottom


def test_a_box_as_tall_as_the_row_shrinks_to_its_digits() -> None:
    digits = [(40, 30, 50, 50), (53, 30, 63, 50)]
    assert fitted(OcrWord("33", 40, 25, 63, 60, 95.0), *digits) == (40, 30, 63, 50)


def test_a_descender_that_was_cut_off_comes_back() -> None:
    letters = [(40, 30, 50, 50), (53, 36, 63, 56)]
    assert fitted(OcrWord("Gp", 40, 30, 63, 50, 95.0), *letters) == (40, 30, 63, 56)


def test_a_rule_that_the_box_reaches_into_is_no_letter() -> None:
    assert fitted(OcrWord("33", 40, 25, 63, 62, 95.0), (40, 30, 50, 50), (53, 30, 63, 50), (10, 58, 190, 60)) == (
        40,
        30,
        63,
        50,
    )


def test_a_descender_that_touches_a_rule_is_worked_out() -> None:
    drawn = [(40, 30, 50, 50), (53, 36, 63, 58), (10, 56, 190, 58)]
    left, top, right, bottom = fitted(OcrWord("Gp", 40, 30, 63, 50, 95.0), *drawn)
    assert (left, top, right) == (40, 30, 63)
    assert abs(bottom - 55.8) < 0.01
    apart = fitted(OcrWord("Gp", 40, 30, 63, 50, 95.0), (40, 30, 50, 50), (53, 36, 63, 56), (10, 58, 190, 60))
    assert apart == (40, 30, 63, 56)
    without = fitted(OcrWord("G1", 40, 30, 63, 50, 95.0), *drawn)
    assert without == (40, 30, 63, 50)


def test_the_letters_of_the_next_line_are_not_taken() -> None:
    assert fitted(OcrWord("33", 40, 28, 63, 52, 95.0), (40, 30, 63, 50), (40, 58, 63, 78)) == (40, 30, 63, 50)


def test_a_sign_keeps_its_box_and_a_word_without_ink_too() -> None:
    dash = OcrWord("-", 40, 20, 50, 60, 90.0)
    assert fitted(dash, (40, 39, 50, 41)) == (40, 20, 50, 60)
    nothing = OcrWord("33", 100, 30, 120, 50, 90.0)
    assert fitted(nothing, (40, 30, 50, 50)) == (100, 30, 120, 50)
    assert fit_to_letters([nothing], None) == [nothing]
