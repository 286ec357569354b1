from __future__ import annotations

import pytest

from arbiter_fhir.evals.item_places import item_box_agreement, names_place, set_box_agreement
from arbiter_fhir.evals.observation import ObservedPage, ObservedWord
from tests.unit.evals.stated_facts import METFORMIN, seen, words_at

PLACED = METFORMIN.model_copy(update={"page": 1, "words": words_at(0.3, "Metformin", "500", "mg", "Notes", beside=1)})


@pytest.mark.parametrize(
    ("box", "agreement"),
    [
        ((0.1, 0.3, 0.29, 0.02), 1.0),
        ((0.1, 0.304, 0.29, 0.012), 1.0),
        ((0.1, 0.3, 0.39, 0.02), 1.0),
        ((0.1, 0.33, 0.29, 0.02), 0.0),
        ((0.4, 0.3, 0.09, 0.02), 0.0),
        ((0.05, 0.2, 0.8, 0.3), 0.033),
    ],
)
def test_a_box_wraps_what_it_claims(box: tuple[float, ...], agreement: float) -> None:
    citation = seen("Metformin", box=box).citation
    assert item_box_agreement(PLACED, citation) == pytest.approx(agreement, abs=0.01)


def test_another_page_or_no_box_is_no_agreement() -> None:
    citation = seen("Metformin", box=(0.1, 0.3, 0.29, 0.02)).citation
    assert item_box_agreement(PLACED, citation.model_copy(update={"page": 2})) == 0
    assert item_box_agreement(PLACED, citation.model_copy(update={"bounding_box": None})) == 0
    assert item_box_agreement(METFORMIN, citation) is None


def test_a_frame_holds_the_box() -> None:
    framed = METFORMIN.model_copy(update={"page": 1, "frame": (0.05, 0.29, 0.9, 0.04)})
    assert item_box_agreement(framed, seen("Metformin", box=(0.1, 0.3, 0.29, 0.02)).citation) == pytest.approx(1)
    assert item_box_agreement(framed, seen("Metformin", box=(0.1, 0.34, 0.29, 0.02)).citation) == 0


def test_on_a_set_page_the_box_holds_what_is_quoted_and_nothing_else() -> None:
    texts = ["Metformin", "500", "mg", "1", "tablet", "PO", "BID"]
    words = tuple(ObservedWord(text=text, box=(0.1 + 0.05 * n, 0.3, 0.04, 0.02)) for n, text in enumerate(texts))
    page = ObservedPage(page=1, route="native", text=" ".join(texts), words=words)
    whole = seen("Metformin", box=(0.1, 0.3, 0.36, 0.02)).citation
    assert set_box_agreement(page, whole) == 1
    assert set_box_agreement(page, seen("Metformin", box=(0.1, 0.3, 0.2, 0.02)).citation) < 1
    assert set_box_agreement(None, whole) == 0


@pytest.mark.parametrize(
    ("section", "place", "named"),
    [
        ("OBX[3]-5.1", "OBX[3]", True),
        ("MSG[2]/OBX[3]-3.2 to MSG[2]/OBX[3]-8", "MSG[2]/OBX[3]", True),
        ("OBX[2]-5", "OBX[3]", False),
        ("Labs!A4:F4", "Labs!C4", True),
        ("Labs!A4:F4", "Labs!C5", False),
        ("Other!A4:F4", "Labs!C4", False),
        ("'Lab Results'!A4:F4", "Lab Results!C4", True),
        ("Labs!A4 to Labs!F4", "Labs!C4", True),
        ("Labs!AA4", "Labs!AA4", True),
        ("page 1", "Labs!C4", False),
    ],
)
def test_a_section_names_its_place(section: str, place: str, named: bool) -> None:
    assert names_place(section, place) is named
