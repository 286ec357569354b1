"""The words in which interviews are written: lines of a chart, and claims that are read off these very lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal

from arbiter_fhir.domain.answer import RefusalReason, Section
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.evals.answers.cases import ExpectedClaim, FiledDocument, Interview, InterviewQuestion, QuestionKind
from arbiter_fhir.evals.answers.charts import (
    ChartLine,
    IssueLine,
    LabLine,
    NoneLine,
    OrderLine,
    PanelLine,
    PrescriptionLine,
    VaccineLine,
    VisitLine,
)
from devstack.ehr.people.panels import ANALYTES, results
from devstack.golden.scenario_steps import patient
from devstack.samples import Person

__all__ = ["GUIDANCE", "MISSING", "REVIEW", "Record", "ask", "claim", "converted", "printed", "refuse"]

_AT = time(9, 20)
_TYPES = {
    "pdf": DocType.LAB_PDF,
    "hl7": DocType.HL7V2_MESSAGE,
    "docx": DocType.REFERRAL_DOCX,
    "xlsx": DocType.CLINICAL_WORKBOOK,
    "tiff": DocType.FAX_PACKET,
}


def _moment(day: str) -> datetime:
    return datetime.combine(date.fromisoformat(day), _AT)


def _day(day: str) -> date | None:
    return date.fromisoformat(day) if day else None


def claim(*subject: str, **fields: object) -> ExpectedClaim:
    """One thing that must be said; ``subject`` are names of which one must stand there."""
    return ExpectedClaim.model_validate({"subject": subject, **fields})


@dataclass(slots=True)
class Record:
    """One person's chart and documents, being written, and the questions about them.

    Attributes:
        marker: Words that stand in this record alone.
    """

    person: Person
    clinician: tuple[str, str]
    marker: str = ""
    lines: list[ChartLine] = field(default_factory=list)
    documents: list[FiledDocument] = field(default_factory=list)
    questions: list[InterviewQuestion] = field(default_factory=list)

    def panel(self, key: str, name: str, day: str, **values: str) -> None:
        """Results by analyte; their keys are the panel's with the analyte behind."""
        lines = [
            LabLine(
                key=f"{key}.{analyte.replace('_', '-')}",
                name=each.name,
                value=each.result,
                unit=each.units,
                range=each.reference_range,
                flag=each.abnormal,
                loinc=each.code,
            )
            for analyte, each in zip(values, results(**values), strict=True)
        ]
        self.lines.append(PanelLine(key=key, name=name, at=_moment(day), results=tuple(lines)))

    def visit(self, key: str, day: str, reason: str, pressure: str = "", **signs: str) -> None:
        """A visit; ``pressure`` as people write it."""
        halves = dict(zip(("bps", "bpd"), pressure.split("/"), strict=True)) if pressure else {}
        self.lines.append(VisitLine(key=key, at=_moment(day), reason=reason, signs={**halves, **signs}))

    def problem(self, key: str, title: str, code: str, began: str, ended: str = "") -> None:
        """A problem, entered on the day on which it began."""
        self._issue("medical_problem", began, key=key, title=title, code=code, ended=_day(ended))

    def allergy(self, key: str, title: str, code: str, began: str, how: str = "") -> None:
        """An allergy; ``how`` are options of the lists of reactions and severities: ``hives, severe``."""
        reaction, _, severity = how.partition(", ")
        self._issue("allergy", began, key=key, title=title, code=code, reaction=reaction, severity=severity)

    def drug(self, key: str, title: str, how: str, began: str, ended: str = "") -> None:
        """An entry of the medication list."""
        self._issue("medication", began, key=key, title=title, instructions=how, ended=_day(ended))

    def _issue(self, kind: str, began: str, **fields: object) -> None:
        given = {"kind": kind, "recorded": _day(began), "began": _day(began), **fields}
        self.lines.append(IssueLine.model_validate(given))

    def prescribe(self, key: str, drug: str, size: str, day: str, **more: object) -> None:
        """One tablet of ``size`` milligrams, daily where ``interval`` does not say otherwise."""
        given = {"key": key, "drug": drug, "size": size, "on": date.fromisoformat(day), "interval": 9, **more}
        self.lines.append(PrescriptionLine.model_validate(given))

    def vaccine(self, key: str, cvx: str, name: str, day: str, status: str = "Completed") -> None:
        """An immunization; ``name`` are words of its CVX name."""
        self.lines.append(VaccineLine(key=key, cvx=cvx, name=name, at=_moment(day), status=status))

    def order(self, key: str, day: str, *tests: str, status: str = "pending", kind: str = "laboratory_test") -> None:
        """An order without results."""
        self.lines.append(OrderLine(key=key, tests=tests, at=_moment(day), status=status, kind=kind))

    def none(self, kind: str) -> None:
        """Tick "None" beside an empty list."""
        self.lines.append(NoneLine.model_validate({"kind": kind}))

    def file(self, key: str, source: str, stored: str, *, read: bool = True) -> None:
        """Store a golden source as what it is, on a day."""
        doc_type = DocType.INTAKE_FORM if source.startswith("intake") else _TYPES[source.rsplit(".", maxsplit=1)[-1]]
        day = date.fromisoformat(stored)
        self.documents.append(FiledDocument(key=key, source=source, doc_type=doc_type, stored=day, read=read))

    def lab(self, key: str, **more: object) -> ExpectedClaim:
        """What must be said of a result: name, value, unit, day, flag, and the row itself as the source."""
        line, day = self._lab(key)
        flag = {"high": ("high",), "low": ("low",)}.get(line.flag, ())
        names = (line.name, *_OTHER_NAMES.get(line.name, ()))
        given = {"value": line.value, "unit": line.unit, "date": day.isoformat(), "words": flag, "sources": (key,)}
        return claim(*names, **{**given, **more})

    def _lab(self, key: str) -> tuple[LabLine, date]:
        for line in self.lines:
            if isinstance(line, PanelLine):
                for result in line.results:
                    if result.key == key:
                        return result, line.at.date()
        raise KeyError(key)

    def flagged(self, since: str = "") -> tuple[str, ...]:
        """Keys of results outside of their range."""
        return tuple(
            result.key
            for line in self.lines
            if isinstance(line, PanelLine) and line.at.date().isoformat() >= since
            for result in line.results
            if result.flag in {"high", "low"}
        )

    def counted(self, since: str = "") -> int:
        """How many results the chart's own panels hold."""
        panels = [line for line in self.lines if isinstance(line, PanelLine)]
        return sum(len(line.results) for line in panels if line.at.date().isoformat() >= since)

    def entry(self, key: str, **more: object) -> ExpectedClaim:
        """What must be said of a problem, allergy, medication, prescription, vaccine or order."""
        line = next(line for line in self.lines if not isinstance(line, NoneLine) and line.key == key)
        match line:
            case IssueLine():
                words = [line.title]
            case PrescriptionLine():
                words = [line.drug, f"{line.size} mg"]
            case VaccineLine():
                words = [line.name]
            case OrderLine():
                words = list(line.tests)
            case _:
                raise KeyError(key)
        return claim(words[0], **{"words": tuple(words[1:]), "sources": (key,), **more})

    def sign(self, visit: str, *names: str, value: str, **more: object) -> ExpectedClaim:
        """What must be said of a vital sign of a visit."""
        line = next(line for line in self.lines if isinstance(line, VisitLine) and line.key == visit)
        given = {"value": value, "date": line.at.date().isoformat(), "sources": (f"{visit}.signs",)}
        return claim(*names, **{**given, **more})

    def interview(self, name: str, title: str) -> Interview:
        """All of it."""
        return Interview(
            id=name,
            title=title,
            patient=patient(self.person),
            clinician=self.clinician,
            marker=self.marker,
            chart=tuple(self.lines),
            documents=tuple(self.documents),
            questions=tuple(self.questions),
        )


#: What answers may call a test instead.
_OTHER_NAMES: Mapping[str, Sequence[str]] = {
    ANALYTES["egfr"].name: ("eGFR",),
    ANALYTES["ldl"].name: ("LDL",),
    ANALYTES["cholesterol"].name: ("Cholesterol",),
}


def ask(
    record: Record, key: str, kind: QuestionKind, text: str, *claims: ExpectedClaim, **more: object
) -> InterviewQuestion:
    """Add a question that must be answered."""
    frame = tuple(date.fromisoformat(str(day)) for day in _several(more.pop("frame", ())))
    derived = tuple(str(number) for number in _several(more.pop("derived", ())))
    given = {"key": key, "kind": kind, "text": text, "claims": claims, "frame": frame, "derived": derived}
    more["may_refuse"] = _reasons(more.get("may_refuse", ()))
    question = InterviewQuestion.model_validate({**given, **more})
    record.questions.append(question)
    return question


def refuse(record: Record, key: str, kind: QuestionKind, text: str, *reasons: str, **more: object) -> None:
    """Add a question that must be refused for one of these reasons."""
    given = {"key": key, "kind": kind, "text": text, "refused": _reasons(reasons), **more}
    record.questions.append(InterviewQuestion.model_validate(given))


def _reasons(words: object) -> tuple[RefusalReason, ...]:
    return tuple(RefusalReason(str(word)) for word in _several(words))


def _several(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


def printed(of: str, *names: str, day: str = "", **more: object) -> ExpectedClaim:
    """What must be said of something that a document states, with the document as the source."""
    return claim(*names, **{"date": day, "sources": (of,), **more})


#: Sections by short names.
REVIEW, MISSING, GUIDANCE = Section.NEEDS_REVIEW, Section.MISSING, Section.GUIDELINE_EVIDENCE


def converted(value: str, factor: str, digits: int) -> str:
    """A value in another unit, rounded as printed."""
    return str(round(Decimal(value) * Decimal(factor), digits))
