from __future__ import annotations

from arbiter_fhir.evals.clinic import ClinicUnderTest
from devstack.golden.clinic import GoldenClinic
from tests.unit.evals.pretend_clinic import PretendClinic


def asked_of(kind: type) -> set[str]:
    return {name for name in vars(kind) if not name.startswith("_")}


def test_every_clinic_can_do_what_scenarios_ask() -> None:
    wanted = asked_of(ClinicUnderTest)
    assert wanted <= asked_of(GoldenClinic)
    assert wanted <= asked_of(PretendClinic)
