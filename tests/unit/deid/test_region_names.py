"""Names of sheets and form fields are cleaned too: they stand in citations."""

from __future__ import annotations

from arbiter_fhir.deid import PresidioDeidentifier
from arbiter_fhir.deid.region_names import name_of_region, names_page
from arbiter_fhir.domain.document import MediaType
from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.domain.region import Region, RegionKind
from tests.unit.deid.regioned_pages import Holding, regioned_document, regioned_page


def paths(deidentifier: PresidioDeidentifier, patient: ChartPatient | None, *holdings: Holding) -> list[str]:
    page = regioned_page("Glucose 101", *holdings)
    made = deidentifier.deidentify(regioned_document(page, media_type=MediaType.XLSX), patient=patient)
    return [region.path for region in made.pages[0].regions]


def test_a_sheet_named_after_a_person(deidentifier: PresidioDeidentifier, patient: ChartPatient) -> None:
    cells = (
        Holding("Graves, Rose!B4", ("Glucose",), kind=RegionKind.CELL),
        Holding("Ildiko Szymanski!A1", ("Glucose",), kind=RegionKind.CELL),
        Holding("CBC 2026!C1", ("Glucose",), kind=RegionKind.CELL),
        Holding("GRAVES_ROSE_phone", ("Glucose",), kind=RegionKind.FORM_FIELD),
        Holding("MotherMaidenName", (), kind=RegionKind.FORM_FIELD),
        Holding("table 2, row 3, column 1", ("101",), kind=RegionKind.CELL),
    )
    found = paths(deidentifier, patient, *cells)
    assert found[0] == "[PERSON_1]!B4"
    assert found[1].endswith("]!A1")
    assert "Ildiko" not in found[1]
    assert found[2:] == ["CBC 2026!C1", "[PERSON_1]_phone", "MotherMaidenName", "table 2, row 3, column 1"]


def test_which_part_of_a_path_an_author_wrote() -> None:
    assert name_of_region(Region(RegionKind.CELL, "a!b!C3")) == "a!b"
    assert name_of_region(Region(RegionKind.CHECKBOX, "Diabetes")) == "Diabetes"
    assert name_of_region(Region(RegionKind.FIELD, "OBX[3]-5.1")) == ""


def test_each_name_has_its_place_on_the_page_of_names() -> None:
    page = regioned_page(
        "x y", Holding("A!A1", ("x",), kind=RegionKind.CELL), Holding("B", ("y",), kind=RegionKind.FORM_FIELD)
    )
    names, places = names_page([page])
    assert {name: names.text[at : at + len(name)] for name, at in places.items()} == {"A": "A", "B": "B"}
