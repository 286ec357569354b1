"""Messages that carry results."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass, replace

from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.evals.cases import Category, ForbiddenFact, UnresultedRow
from arbiter_fhir.evals.expected_items import ExpectedItem
from devstack.golden.claims import ANY_CERTAINTY, Claim
from devstack.golden.expectations import HELD_BACK
from devstack.golden.hl7.attachment import attached_report
from devstack.golden.hl7.wire import VERIFIED, Message, observed
from devstack.golden.patients import FOLK
from devstack.samples import Person

__all__ = ["Written", "result_messages"]

_LAB = (FactType.LAB_RESULT,)
_DRAWN = "2026-03-10T08:15"


@dataclass(frozen=True, slots=True)
class Written:
    """A file of messages and what must come of it."""

    id: str
    title: str
    content: bytes
    people: tuple[Person, ...]
    items: tuple[ExpectedItem, ...]
    categories: tuple[Category, ...] = (Category.HL7_RESULTS,)
    forbidden: tuple[ForbiddenFact, ...] = ()
    unresulted: tuple[UnresultedRow, ...] = ()
    warnings: tuple[str, ...] = ()


def _one(name: str, title: str, message: Message, **more: object) -> Written:
    return Written(name, title, message.wire().encode(), (message.person,), tuple(message.items), **more)  # type: ignore[arg-type]


def result_messages() -> Iterator[Written]:
    """All of them."""
    yield _metabolic()
    yield _kinds()
    yield _notes()
    yield _statuses()
    yield _culture()
    yield _old_version()
    yield _point_of_care()
    yield _separators()
    yield _broken()
    yield _latin()
    yield _attached()
    yield _again()
    yield _original()


def _metabolic() -> Written:
    message = Message("ORU^R01^ORU_R01", FOLK["Kettlewell"])
    message.patient()
    message.add("PV1", {1: "1", 2: "O", 7: message.clinician})
    message.add("ORC", {1: "RE", 2: "PL88217", 3: "FL-2260-771", 12: message.clinician})
    message.order("24323-8^Comprehensive metabolic panel^LN")
    message.number("2345-7", "Glucose", "142", "mg/dL", "70-99", "H")
    message.number("3094-0", "Urea nitrogen", "18", "mg/dL", "8-27", "N")
    message.number("2160-0", "Creatinine", "1.31", "mg/dL", "0.76-1.27", "H")
    message.number("2951-2", "Sodium", "139", "mmol/L", "134-144")
    message.number("2823-3", "Potassium", "6.4", "mmol/L", "3.5-5.2", "HH")
    message.order("24331-1^Lipid panel^LN", drawn="202603110730")
    message.number("13457-7", "LDL Cholesterol", "148", "mg/dL", "<100", "H", collected="2026-03-11T07:30")
    message.number("2085-9", "HDL Cholesterol", "38", "mg/dL", ">39", "L", collected="2026-03-11T07:30")
    return _one("hl7-oru-metabolic", "two panels with their own collection times", message)


def _kinds() -> Written:
    """Structured numerics, coded and textual values."""
    message = Message("ORU^R01", FOLK["Thibodeaux"], version="2.4")
    message.patient()
    message.order("SERO^Serology^L")
    for code, name, kind, wired, shown, unit, reference, flag in (
        ("1988-5", "C reactive protein", "SN", "<^0.5", "<0.5", "mg/L", "0.0-4.9", ""),
        ("33914-3", "eGFR", "SN", ">^60", ">60", "mL/min/1.73m2", ">59", ""),
        ("5048-4", "ANA titer", "SN", "^1^:^160", "1:160", "", "<1:80", "A"),
        ("5821-4", "WBC urine", "SN", "^6^-^10", "6-10", "/hpf", "0-5", "A"),
        ("5196-1", "Hepatitis B surface antigen", "CE", "260385009^Negative^SCT", "Negative", "", "Negative", ""),
        ("20507-0", "RPR", "CWE", "R^Reactive^L", "Reactive", "", "Non-Reactive", "A"),
        ("5778-6", "Color of urine", "ST", "Yellow", "Yellow", "", "Yellow", ""),
    ):
        claim = observed(name, shown, unit, _DRAWN, (reference, flag), loinc=code)
        message.result(f"{code}^{name}^LN", wired, claim=claim, kind=kind, unit=unit, reference=reference, flag=flag)
    return _one("hl7-oru-kinds", "comparators, titres, intervals, coded and textual values", message)


def _notes() -> Written:
    """Notes to results and to the order, escapes in text."""
    message = Message("ORU^R01", FOLK["Ezeudu"], version="2.3.1")
    message.patient()
    message.order("THY^Thyroid profile^L")
    message.add("NTE", {1: "1", 2: "L", 3: "Biotin may interfere; values of 0.1 to 0.4 were seen in 2024."})
    message.number("3016-3", "TSH", "0.02", "uIU/mL", "0.45-4.50", "LL")
    message.add("NTE", {1: "1", 2: "L", 3: "Repeated and confirmed\\.br\\Called to clinic at 16:05"})
    message.number("3024-7", "Free T4", "3.1", "ng/dL", "0.82-1.77", "H")
    claim = Claim(
        "comment",
        FactType.LAB_RESULT,
        {"test_name": "Thyroid interpretation"},
        certainty=ANY_CERTAINTY,
        optional=True,
    )
    text = "Findings suggest hyperthyroidism \\T\\ further testing is advised"
    message.result("THYINT^Thyroid interpretation^L", text, claim=claim, kind="TX")
    return _one(
        "hl7-oru-notes",
        "notes beside results, escaped text",
        message,
        forbidden=(ForbiddenFact(why="a note", fact_types=_LAB, value="0.4"),),
    )


def _statuses() -> Written:
    """Final, preliminary, corrected, cancelled, withdrawn."""
    message = Message("ORU^R01", FOLK["Quillfeather"])
    message.patient()
    message.order("CBC^Complete blood count^L", status="C")
    message.number("718-7", "Hemoglobin", "10.4", "g/dL", "13.0-17.7", "L", status="C", result_status="corrected")
    message.number("777-3", "Platelets", "231", "10*3/uL", "150-450", status="F", result_status="final")
    held = tuple(HELD_BACK)
    message.number(
        "6690-2", "WBC", "12.9", "10*3/uL", "3.4-10.8", "H", status="P", certainty=held, result_status="preliminary"
    )
    message.number(
        "789-8",
        "RBC",
        "3.91",
        "10*6/uL",
        "4.14-5.80",
        "L",
        status="D",
        certainty=ANY_CERTAINTY,
        result_status="entered-in-error",
    )
    message.number(
        "4544-3",
        "Hematocrit",
        "31.9",
        "%",
        "37.5-51.0",
        "L",
        status="W",
        certainty=ANY_CERTAINTY,
        result_status="entered-in-error",
    )
    message.result("787-2^MCV^LN", "TNP", kind="ST", status="X")
    return _one(
        "hl7-oru-statuses",
        "final, preliminary, corrected, withdrawn and cancelled results",
        message,
        categories=(Category.HL7_RESULTS, Category.CORRECTION, Category.WITHDRAWAL, Category.NOT_RESULTED),
        unresulted=(UnresultedRow(test_name="MCV", value="TNP", page=1),),
    )


def _culture() -> Written:
    """A culture with an organism and its susceptibilities."""
    message = Message("ORU^R01", FOLK["Villarreal"])
    message.patient()
    message.order("630-4^Urine culture^LN")
    claim = observed("Urine culture", "Escherichia coli", "", _DRAWN)
    message.result(
        "630-4^Urine culture^LN",
        "112283007^Escherichia coli^SCT",
        claim=replace(claim, certainty=ANY_CERTAINTY),
        kind="CE",
        group="1",
    )
    message.order("18769-0^Susceptibility panel^LN", f26="630-4&Urine culture&LN^1", f29="PL88217^FL-2260-771")
    for code, drug, value, word in (
        ("18864-9", "Ampicillin", ">=32", "R"),
        ("18906-8", "Ciprofloxacin", "<=0.25", "S"),
        ("18955-5", "Nitrofurantoin", "32", "S"),
        ("18998-5", "Trimethoprim+Sulfamethoxazole", "80", "I"),
    ):
        sign = value[: -len(value.lstrip("<>="))] if value[0] in "<>" else ""
        fields = {"organism": "Escherichia coli", "drug": drug, "interpretation": word, "value": value}
        message.result(
            f"{code}^{drug} [Susceptibility]^LN",
            f"{sign}^{value.removeprefix(sign)}" if sign else value,
            claim=Claim(drug, FactType.SUSCEPTIBILITY, {**fields, "collection_date": _DRAWN}),
            kind="SN" if sign else "NM",
            unit="ug/mL",
            flag=word,
        )
    return _one(
        "hl7-oru-culture",
        "a culture, its organism and susceptibilities",
        message,
        categories=(Category.HL7_RESULTS, Category.CULTURE),
    )


def _old_version() -> Written:
    """Version 2.2 with local codes and dates without a time."""
    message = Message("ORU^R01", FOLK["Skarsgaard"], version="2.2")
    message.patient()
    message.order("PT^Prothrombin time^L", drawn="20260302")
    for name, value, unit, reference, flag in (
        ("INR", "2.6", "", "0.9-1.1", "H"),
        ("Prothrombin time", "27.4", "sec", "9.1-12.0", "H"),
    ):
        claim = observed(name, value, unit, "2026-03-02", (reference, flag))
        claim = replace(claim, certainty=ANY_CERTAINTY if not unit else VERIFIED)
        message.result(f"{name[:3].upper()}^{name}^L", value, claim=claim, unit=unit, reference=reference, flag=flag)
    return _one("hl7-oru-old-version", "version 2.2 with local codes", message)


def _point_of_care() -> Written:
    message = Message("ORU^R30^ORU_R30", FOLK["Dragomirescu"], version="2.6")
    message.patient()
    message.add("ORC", {1: "NW"})
    message.order("2339-0^Glucose bedside^LN", drawn="20260310114233-0800")
    claim = observed("Glucose bedside", "64", "mg/dL", "2026-03-10T11:42", ("70-99", "L"), loinc="2339-0")
    message.result(
        "2339-0^Glucose bedside^LN",
        "64",
        claim=claim,
        unit="mg/dL^milligram per deciliter^UCUM",
        reference="70-99",
        flag="L",
    )
    return _one("hl7-oru-point-of-care", "a bedside test with a time zone", message)


def _separators() -> Written:
    """Other separators than everybody's, in MLLP frames, with line feeds."""
    message = Message("ORU^R01", FOLK["Yamanashi"])
    message.patient()
    message.order("IRON^Iron studies^L")
    message.number("2276-4", "Ferritin", "9.5", "ng/mL", "15-150", "L")
    message.number("2498-4", "Iron", "31", "ug/dL", "50-170", "L")
    text = message.wire("\n").translate(str.maketrans("|^~&", "#*!%"))
    framed = b"\x0b" + text.encode() + b"\x1c\r"
    return replace(_one("hl7-oru-separators", "other separators, framed for transport", message), content=framed)


def _broken() -> Written:
    """One segment is damaged: it loses only itself."""
    message = Message("ORU^R01", FOLK["Pemberly"])
    message.patient()
    message.order("CHEM^Chemistry^L")
    message.number("17861-6", "Calcium", "9.4", "mg/dL", "8.7-10.3")
    message.segments.append("OB?|2|NM|garbage")
    message.number("1751-7", "Albumin", "4.2", "g/dL", "3.8-4.8")
    return _one("hl7-oru-broken-segment", "a damaged segment between two results", message, warnings=("W_PARTIAL",))


def _latin() -> Written:
    """Declared ISO 8859-1, names with accents."""
    person = replace(FOLK["Thibodeaux"], given="Hélène", family="Béliveau-Côté", mrn="HB-771204")
    message = Message("ORU^R01", person, version="2.4", charset="8859/1")
    message.patient()
    message.order("MG^Magnesium^L")
    message.number("19123-9", "Magnesium", "1.9", "mg/dL", "1.6-2.3")
    written = _one("hl7-oru-latin", "names in ISO 8859-1", message)
    return replace(written, content=message.wire().encode("latin-1"))


def _attached() -> Written:
    """A result and the laboratory's own report as a PDF inside the message."""
    message = Message("ORU^R01", FOLK["Kettlewell"])
    message.patient()
    message.order("HGBA1C^Hemoglobin A1c^L")
    message.number("4548-4", "Hemoglobin A1c", "7.9", "%", "4.8-5.6", "H")
    pdf, items = attached_report(message.person)
    encoded = base64.b64encode(pdf).decode()
    message.result("PDFREPORT^Report^L", f"HBL^Application^PDF^Base64^{encoded}", kind="ED")
    message.items += items
    return _one("hl7-oru-attached-pdf", "a result with the report attached as PDF", message)


def _again() -> Written:
    """What a workbook says as well: the same results by another channel."""
    message = Message("ORU^R01", FOLK["Kettlewell"], control="G0201")
    message.patient()
    message.order("MIXED^Outside results^L", drawn="20260311")
    for loinc, name, value, unit, normal in (
        ("4548-4", "Hemoglobin A1c", "7.4", "%", ("4.8 - 5.6", "H")),
        ("2951-2", "Sodium", "141", "mmol/L", ("134 - 144", "")),
        ("2160-0", "Creatinine", "1.10", "mg/dL", ("0.76 - 1.27", "")),
    ):
        message.number(loinc, name, value, unit, *normal, collected="2026-03-11")
    return _one("hl7-oru-again", "results that have come by another channel", message)


def _original() -> Written:
    """What a later message corrects and withdraws."""
    message = Message("ORU^R01", FOLK["Quillfeather"], control="G0202")
    message.patient()
    message.order("CBC^Complete blood count^L")
    message.number("718-7", "Hemoglobin", "14.0", "g/dL", "13.0-17.7")
    message.number("789-8", "RBC", "3.91", "10*6/uL", "4.14-5.80", "L")
    return _one("hl7-oru-original", "results that will be corrected and withdrawn", message)
