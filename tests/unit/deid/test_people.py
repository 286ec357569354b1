"""The people of a chart."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.lexicon import load_lexicon
from arbiter_fhir.deid.people import NamePart, people_of_chart, person_of_name
from arbiter_fhir.domain.deid import IdentifierRole
from arbiter_fhir.domain.identity import ChartClinician, ChartPatient


@pytest.mark.parametrize(
    ("name", "given", "family"),
    [
        ("Helga M Oduya", {"helga"}, {"oduya"}),
        ("Oduya, Helga M (sister)", {"helga"}, {"oduya"}),
        ("Maria de la Cruz", {"maria"}, {"cruz"}),
        ("Chen, Xiu MD", {"xiu"}, {"chen"}),
        ("Martha", {"martha"}, set()),
        ("Okonkwo", set(), {"okonkwo"}),
    ],
)
def test_a_name_as_written_has_its_parts(name: str, given: set[str], family: set[str]) -> None:
    person = person_of_name(name, "k", IdentifierRole.RELATIVE, load_lexicon())
    assert person is not None
    assert person.of(NamePart.GIVEN) == given
    assert person.of(NamePart.FAMILY) == family


def test_nothing_but_degrees_is_nobody() -> None:
    assert person_of_name("M.D., R", "k", IdentifierRole.CLINICIAN, load_lexicon()) is None


def test_the_chart_gives_patient_relatives_and_clinicians(patient: ChartPatient) -> None:
    people = people_of_chart(patient, [ChartClinician("", ""), ChartClinician("Ifeoma", "Nwosu")], load_lexicon())
    assert [person.key for person in people] == ["patient", "relative:0", "relative:1", "clinician:1"]
    assert {"rose", "rosie", "roz"} <= people[0].of(NamePart.GIVEN)
    assert people[0].of(NamePart.FAMILY) == {"graves", "kowalczyk"}
