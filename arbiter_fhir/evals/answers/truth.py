"""What every source of an interview really says: rows as they were entered, documents as they were written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from arbiter_fhir.domain.document import BoundingBox, DocType
from arbiter_fhir.domain.fact import AbnormalFlag
from arbiter_fhir.evals.answers.cases import PERSON, FiledDocument, Interview
from arbiter_fhir.evals.answers.charts import (
    ChartLine,
    IssueLine,
    NoneLine,
    OrderLine,
    PanelLine,
    PrescriptionLine,
    VaccineLine,
    VisitLine,
)
from arbiter_fhir.evals.cases import EvalCase, ForbiddenFact

__all__ = ["SIGN_NAMES", "TrueRecord", "chart_records", "document_records", "numbers_in", "records_by_key"]

_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?!\.?\d)")

#: What answers may call the columns of `form_vitals`.
SIGN_NAMES: Mapping[str, tuple[str, ...]] = {
    "bps": ("blood pressure", "systolic"),
    "bpd": ("blood pressure", "diastolic"),
    "pulse": ("heart rate", "pulse"),
    "respiration": ("respiratory rate", "respiration"),
    "temperature": ("temperature",),
    "weight": ("weight",),
    "height": ("height",),
    "BMI": ("body mass index", "bmi"),
    "oxygen_saturation": ("oxygen saturation", "spo2"),
}


@dataclass(frozen=True, slots=True)
class TrueRecord:
    """What one source says about one thing.

    Attributes:
        key: Of the chart line or document.
        kind: Words for things of its kind: ``laboratory result``.
        names: What it may be called, folded.
        texts: All that it says, as entered or printed.
        days: Dates that it bears.
        flag: What its flag says: ``high``, ``low``, ``normal``, or empty.
        page: 1-based, of a document; `boxes` where its words stand.
    """

    key: str
    kind: tuple[str, ...]
    names: tuple[str, ...]
    texts: tuple[str, ...]
    days: frozenset[date] = frozenset()
    flag: str = ""
    page: int | None = None
    boxes: tuple[BoundingBox, ...] = field(default=(), repr=False)

    @property
    def numbers(self) -> frozenset[str]:
        """Every number that it says."""
        return frozenset(number for text in self.texts for number in numbers_in(text))


def numbers_in(text: str) -> tuple[str, ...]:
    """Numbers as they stand, without thousands and signs."""
    return tuple(_NUMBER.findall(text.replace(",", "") if re.search(r"\d,\d{3}\b", text) else text))


#: Options of OpenEMR's list to the words of answers.
_FLAGS = {"high": "high", "vhigh": "high", "low": "low", "vlow": "low", "no": "normal"}


def chart_records(interview: Interview) -> Iterator[TrueRecord]:
    """What the chart's own lines say; several records may bear one key, as signs of one form do."""
    yield TrueRecord(PERSON, ("demographic",), ("age", "sex", "years"), (interview.patient.sex,))
    for line in interview.chart:
        yield from _records(line)


def _records(line: ChartLine) -> Iterator[TrueRecord]:
    match line:
        case PanelLine():
            tests = tuple(result.name for result in line.results)
            named = (line.name.casefold(), *(test.casefold() for test in tests))
            count = str(len(line.results))
            yield TrueRecord(line.key, ("order",), named, (line.name, *tests, count), _days(line.at.date()))
            for result in line.results:
                yield TrueRecord(
                    result.key,
                    ("laboratory result", "result", "test"),
                    (result.name.casefold(),),
                    (result.name, result.value, result.unit, result.range),
                    _days(line.at.date()),
                    _FLAGS.get(result.flag, ""),
                )
        case VisitLine():
            yield TrueRecord(
                line.key, ("visit", "encounter"), (line.reason.casefold(),), (line.reason,), _days(line.at.date())
            )
            for column, value in line.signs.items():
                names = SIGN_NAMES[column]
                yield TrueRecord(f"{line.key}.signs", ("vital sign",), names, (value,), _days(line.at.date()))
        case IssueLine():
            yield _issue(line)
        case PrescriptionLine():
            yield TrueRecord(
                line.key,
                ("medication", "prescription"),
                (line.drug.casefold(),),
                # One tablet, as every prescription of the set is for.
                (line.drug, line.size, "1 tablet", line.indication),
                _days(line.on),
            )
        case VaccineLine():
            names = ("immunization", "vaccin", line.name.casefold())
            yield TrueRecord(line.key, ("immunization",), names, (line.name,), _days(line.at.date()))
        case OrderLine():
            tests = tuple(test.casefold() for test in line.tests)
            yield TrueRecord(line.key, ("order",), tests, line.tests, _days(line.at.date()))
        case NoneLine():
            return


def _issue(line: IssueLine) -> TrueRecord:
    kind = {"allergy": "allergy", "medication": "medication", "medical_problem": "problem"}[line.kind]
    # "Warfarin 5 mg tablet" is called warfarin.
    name = re.split(r"\s\d", line.title, maxsplit=1)[0].casefold()
    return TrueRecord(
        line.key,
        (kind, "allerg") if kind == "allergy" else (kind,),
        (name,),
        (line.title, line.instructions, line.reaction.replace("_", " "), line.severity),
        _days(line.began, line.ended, line.recorded),
    )


def _days(*days: date | None) -> frozenset[date]:
    return frozenset(day for day in days if day is not None)


#: Kinds of facts by the words for things of their kind.
_KINDS = {
    "lab_result": ("laboratory result", "result", "test"),
    "vital_sign": ("vital sign",),
    "medication": ("medication",),
    "allergy": ("allergy", "allerg"),
    "problem": ("problem",),
    "family_history": ("family",),
    "chief_concern": ("concern",),
    "susceptibility": ("culture", "susceptib"),
}

#: Fields of an expected fact that name it.
_NAMING = ("test_name", "name", "substance", "condition", "drug", "organism", "text", "none_known")


def document_records(document: FiledDocument, case: EvalCase | None) -> Iterator[TrueRecord]:
    """That a golden document is there, and what it says, fact by fact; of one that nobody can read only the first."""
    key = document.key
    name = document.doc_type.value.replace("_", " ")
    yield TrueRecord(key, ("document",), (name, *_DOCUMENT_WORDS[document.doc_type]), (), _days(document.stored))
    for fact in case.facts if case else ():
        yield TrueRecord(
            key,
            _KINDS["lab_result"],
            (fact.test_name.casefold(),),
            (fact.test_name, fact.value, fact.unit, fact.reference_range),
            _printed_days(fact.collection_date),
            _flag(fact.abnormal_flag or fact.derivable_flag),
            fact.page,
            tuple(BoundingBox(*part.box) for part in fact.parts),
        )
    for item in case.items if case else ():
        names = [text for name in _NAMING if name in item.fields for text in item.texts(name)]
        texts = [text for name in item.fields for text in item.texts(name)]
        own = [part for part in item.words if part.part.value == "own"]
        yield TrueRecord(
            key,
            _KINDS.get(item.fact_type.value, (item.fact_type.value.replace("_", " "),)),
            tuple(name.casefold().replace("_", " ") for name in names if name),
            tuple(texts),
            frozenset().union(*(_printed_days(text) for text in texts)),
            _FLAGS.get(item.fields.get("abnormal_flag", ""), ""),
            item.page,
            tuple(BoundingBox(*part.box) for part in own),
        )
    for forbidden in case.forbidden if case else ():
        if not forbidden.even_for_review:
            yield _doubtful(key, forbidden)


def _doubtful(key: str, forbidden: ForbiddenFact) -> TrueRecord:
    """What a document seems to say; a person may be asked about it, if nothing else."""
    names = tuple(text.casefold() for text in (forbidden.test_name, forbidden.name, forbidden.quote) if text)
    return TrueRecord(key, (), names, (forbidden.value, forbidden.quote))


#: What answers may call a document of a type.
_DOCUMENT_WORDS = {
    DocType.LAB_PDF: ("lab report", "laboratory report"),
    DocType.INTAKE_FORM: ("intake form",),
    DocType.REFERRAL_DOCX: ("referral",),
    DocType.CLINICAL_WORKBOOK: ("workbook",),
    DocType.FAX_PACKET: ("fax",),
    DocType.HL7V2_MESSAGE: ("message", "hl7"),
}


def _flag(flag: AbnormalFlag | None) -> str:
    return "" if flag is None else _FLAGS.get(flag.value, "")


def _printed_days(text: str) -> frozenset[date]:
    found = re.match(r"(\d{4})-(\d{2})-(\d{2})", text)
    return frozenset({date(*map(int, found.groups()))}) if found else frozenset()


def records_by_key(records: Sequence[TrueRecord]) -> Mapping[str, tuple[TrueRecord, ...]]:
    """Records by the key of their source."""
    keys = dict.fromkeys(record.key for record in records)
    return {key: tuple(record for record in records if record.key == key) for key in keys}
