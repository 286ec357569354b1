"""Pictures on a page."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.pdf.pictures import Picture, covered_share, pictures_of, require_bearable
from arbiter_fhir.errors import DocumentError, ErrorCode

PAGE = (0.0, 0.0, 600.0, 800.0)


def picture(left: float, top: float, right: float, bottom: float, *, across: int = 100, down: int = 100) -> Picture:
    return Picture(0, left, top, right, bottom, across, down, opaque=True)


def test_coverage_counts_overlaps_once() -> None:
    assert covered_share([], PAGE) == 0.0
    assert covered_share([picture(0, 0, 600, 800)], PAGE) == 1.0
    half = picture(0, 0, 600, 400)
    assert covered_share([half], PAGE) == pytest.approx(0.5, abs=0.02)
    assert covered_share([half, half], PAGE) == covered_share([half], PAGE)


def test_strips_add_up_to_the_page() -> None:
    strips = [picture(0, 80 * index, 600, 80 * (index + 1)) for index in range(10)]
    assert covered_share(strips, PAGE) == 1.0


def test_bounds_beyond_the_page_count_for_the_page_only() -> None:
    assert covered_share([picture(-900, -900, 5000, 5000)], PAGE) == 1.0


def test_a_picture_on_its_side_swaps_its_pixels() -> None:
    info = {"bbox": (0, 0, 300, 400), "width": 1000, "height": 500, "number": 3}
    upright, lying = pictures_of(
        [
            {**info, "transform": (300, 0, 0, 400, 0, 0), "has-mask": False},
            {**info, "transform": (0, 400, -300, 0, 0, 0), "has-mask": True},
        ],
        PAGE,
    )
    assert (upright.pixels_across, upright.pixels_down) == (1000, 500)
    assert (lying.pixels_across, lying.pixels_down) == (500, 1000)
    assert upright.opaque
    assert not lying.opaque
    assert upright.scale_across == pytest.approx(1000 / 300)


def test_pictures_off_the_page_are_not_there() -> None:
    info = {"bbox": (700, 0, 900, 400), "width": 10, "height": 10, "number": 0, "transform": (1, 0, 0, 1, 0, 0)}
    assert pictures_of([info], PAGE) == ()


def test_too_many_pixels_are_refused_by_their_claim() -> None:
    require_bearable([picture(0, 0, 600, 800, across=5000, down=8000)])
    with pytest.raises(DocumentError) as caught:
        require_bearable([picture(0, 0, 600, 800, across=100_000, down=100_000)])
    assert caught.value.code is ErrorCode.PIXELS
