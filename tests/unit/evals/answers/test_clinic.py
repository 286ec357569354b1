from arbiter_fhir.evals.answers.clinic import AnsweringClinic
from devstack.golden.clinic import GoldenClinic
from tests.unit.evals.answers.talks import PretendAnswers


def asked_of(clinic: type) -> set[str]:
    return {name for name in dir(clinic) if not name.startswith("_")}


def test_what_an_interview_asks_of_a_clinic_is_there() -> None:
    wanted = asked_of(AnsweringClinic)
    assert {"enter_chart", "answer", "register", "upload"} <= wanted
    assert wanted <= asked_of(PretendAnswers)
    assert wanted <= asked_of(GoldenClinic)
