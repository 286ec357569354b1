"""What the demonstration is shown on: documents with their patient and questions, built in or given."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from arbiter_fhir.cli.patient import parse_patient
from arbiter_fhir.domain.document import DocType
from devstack.ehr import EhrStore
from devstack.ehr.people import STORIES, enter_chart
from devstack.samples import DEMO_SAMPLE, Person, sample

__all__ = ["Case", "DemoPatient", "add_case_options", "built_in_cases", "create_patient"]


#: The built-in patient's chart ends here, shortly before the sample report was printed.
CHART_ENDS = date(2026, 4, 1)


@dataclass(frozen=True, slots=True)
class DemoPatient:
    """A patient to be entered into the clinic's OpenEMR; equal patients are entered once.

    Attributes:
        columns: Further columns of `patient_data`.
        story: Key of `devstack.ehr.people.STORIES`: the years of chart that the patient has already; empty for none.
    """

    given: str
    family: str
    birth_date: date
    mrn: str
    sex: str = "Female"
    columns: tuple[tuple[str, str], ...] = ()
    story: str = ""


@dataclass(slots=True)
class Case:
    """One document with its patient and the questions to ask about that patient."""

    name: str
    content: bytes
    doc_type: DocType = DocType.LAB_PDF
    patient: DemoPatient | None = None
    questions: list[str] = field(default_factory=list)


def built_in_cases() -> list[Case]:
    """The sample report typed, the same page scanned, and questions about it and about the chart that it joins."""
    typed, scanned = sample(DEMO_SAMPLE), sample(DEMO_SAMPLE, scanned=True)
    patient = _sample_patient(typed.truth.person)
    questions = [
        *("most recent HbA1c?", "LDL results?", "A1c trend?", "any abnormal labs?"),
        *("what medications is she on?", "any allergies?", "any pending orders?"),
    ]
    return [
        Case("lab-report-typed.pdf", typed.content, patient=patient, questions=questions),
        Case("lab-report-scanned.pdf", scanned.content, patient=patient),
    ]


def _sample_patient(person: Person) -> DemoPatient:
    return DemoPatient(
        person.given,
        person.family,
        person.birth_date,
        person.mrn,
        person.sex,
        (
            ("mname", person.middle),
            ("street", person.street),
            ("city", person.city),
            ("state", person.state),
            ("postal_code", person.postal_code),
            ("phone_home", person.phone),
        ),
        "diabetes",
    )


def create_patient(store: EhrStore, patient: DemoPatient) -> int:
    """Enter the patient as the front desk would; gives the pid."""
    columns = dict(patient.columns)
    created = store.create_patient(
        fname=patient.given,
        lname=patient.family,
        dob=patient.birth_date,
        sex=patient.sex,
        pubpid=patient.mrn,
        **columns,
    )
    if patient.story:
        enter_chart(store, created.pid, STORIES[patient.story], today=CHART_ENDS)
    return created.pid


def add_case_options(parser: argparse.ArgumentParser) -> None:
    """`--document FILE`, each with its own `--doc-type`, `--patient` and any number of `--ask` after it."""
    group = parser.add_argument_group("your own documents (repeatable; the options after a --document belong to it)")
    group.add_argument(
        "--document", action=_NewCase, metavar="FILE", dest="cases", help="a file to put into the clinic"
    )
    group.add_argument(
        "--doc-type",
        action=_SetType,
        choices=[kind.value for kind in DocType],
        dest="cases",
        help="what it is read as (default: lab_pdf)",
    )
    group.add_argument(
        "--patient",
        action=_SetPatient,
        metavar='"Given Family,1970-01-31,MRN"',
        dest="cases",
        help="whose chart it is put into",
    )
    group.add_argument("--ask", action=_AddQuestion, metavar="QUESTION", dest="cases", help="asked once it is read")


def _cases(namespace: argparse.Namespace) -> list[Case]:
    if namespace.cases is None:
        namespace.cases = []
    cases: list[Case] = namespace.cases
    return cases


class _NewCase(argparse.Action):
    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[object] | None,
        option_string: str | None = None,
    ) -> None:
        path = Path(str(values))
        try:
            content = path.read_bytes()
        except OSError:
            parser.error(f"{option_string}: cannot open {path}")
        _cases(namespace).append(Case(path.name, content))


class _ForLastCase(argparse.Action):
    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[object] | None,
        option_string: str | None = None,
    ) -> None:
        cases = _cases(namespace)
        if not cases:
            parser.error(f"{option_string} comes after the --document that it belongs to")
        try:
            self.apply(cases[-1], str(values))
        except ValueError as error:
            parser.error(f"{option_string}: {error}")

    def apply(self, case: Case, value: str) -> None:
        raise NotImplementedError


class _SetType(_ForLastCase):
    def apply(self, case: Case, value: str) -> None:
        case.doc_type = DocType(value)


class _SetPatient(_ForLastCase):
    def apply(self, case: Case, value: str) -> None:
        parsed = parse_patient(value)
        if parsed.birth_date is None:
            raise ValueError("a birth date is needed: Given Family,1970-01-31,MRN")
        columns = (("mname", parsed.middle),) if parsed.middle else ()
        case.patient = DemoPatient(parsed.given, parsed.family, parsed.birth_date, parsed.mrn, columns=columns)


class _AddQuestion(_ForLastCase):
    def apply(self, case: Case, value: str) -> None:
        case.questions.append(value)
