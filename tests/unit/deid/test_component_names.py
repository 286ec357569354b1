"""A name in components that nothing declares: one found part gives the others away."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid import PresidioDeidentifier
from arbiter_fhir.domain.region import DeclaredContent
from tests.unit.deid.regioned_pages import Holding, regioned_document, regioned_page


@pytest.mark.parametrize(
    ("first", "second", "clean"),
    [
        ("Quill", "Marlowe", "ZPD-4 [PERSON_1] [PERSON_2]"),
        ("Ferritin", "Marlowe", "ZPD-4 Ferritin [PERSON_1]"),
        ("Quill", "normal", "ZPD-4 Quill normal"),
    ],
)
def test_a_part_of_a_name_gives_its_neighbour_away(
    deidentifier: PresidioDeidentifier, first: str, second: str, clean: str
) -> None:
    page = regioned_page(
        f"ZPD-4 {first} {second}",
        Holding("ZPD[1]-4.1", (first,), declares=DeclaredContent.NARRATIVE),
        Holding("ZPD[1]-4.2", (second,), declares=DeclaredContent.NARRATIVE),
    )
    made = deidentifier.deidentify(regioned_document(page), patient=None)
    assert made.pages[0].text.value == clean
