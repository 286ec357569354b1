"""Messages about patients: admissions, updates, merges; and files with several patients."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Assertion
from arbiter_fhir.evals.cases import Category
from devstack.golden.claims import ANY_CERTAINTY, Claim, problem
from devstack.golden.hl7.results import Written
from devstack.golden.hl7.wire import Message
from devstack.golden.patients import FOLK

__all__ = ["patient_messages"]

_PAST = (Assertion.PRESENT, Assertion.HISTORICAL)
_ADMISSION = (Category.HL7_ADMISSION,)


def _allergen(name: str, reaction: str = "") -> Claim:
    fields = {"substance": name, **({"reaction": reaction} if reaction else {})}
    return Claim(name, FactType.ALLERGY, fields, (Assertion.PRESENT,))


def _written(name: str, title: str, message: Message) -> Written:
    content = message.wire().encode()
    return Written(name, title, content, (message.person,), tuple(message.items), _ADMISSION)


def patient_messages() -> Iterator[Written]:
    """All of them."""
    yield _admission()
    yield _update()
    yield _merge()
    yield _batch()
    yield _two_groups()


def _admission() -> Written:
    message = Message("ADT^A01^ADT_A01", FOLK["Wisniewski"])
    message.add("EVN", {1: "A01", 2: "20260312094500"})
    message.patient()
    message.add("NK1", {1: "1", 2: "Wisniewski^Jadwiga", 3: "SPO^Spouse^HL70063", 5: "313-555-0119"})
    message.add("PV1", {1: "1", 2: "I", 3: "4W^412^A", 7: message.clinician, 19: "V-2260418"})
    concern = Claim(
        "concern",
        FactType.CHIEF_CONCERN,
        {"text": "Shortness of breath"},
        also=(FactType.OTHER, FactType.REFERRAL, FactType.PROBLEM),
        optional=True,
    )
    message.add("PV2", {3: "^Shortness of breath"}, concern)
    for place, (code, name, severity, reaction) in enumerate(
        (("70618", "Penicillin", "SV", "Anaphylaxis"), ("1191", "Aspirin", "MO", "Hives")), start=1
    ):
        fields = {1: str(place), 2: "DA^Drug allergy^HL70127", 3: f"{code}^{name}^RXNORM", 4: severity, 5: reaction}
        message.add("AL1", fields, _allergen(name, reaction))
    for place, (code, name) in enumerate(
        (("I50.9", "Heart failure, unspecified"), ("I48.91", "Unspecified atrial fibrillation")), start=1
    ):
        fields = {1: str(place), 3: f"{code}^{name}^I10", 5: "20260312", 6: "F"}
        message.add("DG1", fields, problem(name, name, *_PAST, icd10=code, onset="2026-03-12"))
    return _written("hl7-adt-admission", "an admission with allergies and diagnoses", message)


def _update() -> Written:
    message = Message("ADT^A08", FOLK["Ezeudu"], version="2.3")
    message.add("EVN", {1: "A08", 2: "20260402120000"})
    message.patient()
    message.add("PV1", {1: "1", 2: "O", 7: message.clinician})
    fields = {1: "1", 2: "DA", 3: "^Sulfonamides", 4: "SV", 5: "Angioedema"}
    message.add("AL1", fields, _allergen("Sulfonamides", "Angioedema"))
    message.add("DG1", {1: "1", 2: "I10", 3: "G43.109^Migraine with aura", 6: "W"}, problem("m", "Migraine with aura"))
    doubtful = message.items.pop()
    message.items.append(doubtful.model_copy(update={"certainty": ANY_CERTAINTY, "assertions": ()}))
    return _written("hl7-adt-update", "an update with a working diagnosis", message)


def _merge() -> Written:
    message = Message("ADT^A40^ADT_A39", FOLK["Dragomirescu"])
    message.add("EVN", {1: "A40", 2: "20260402120000"})
    message.patient()
    message.add("MRG", {1: "OLD-99812^^^HBL^MR", 7: "Dragomir^Ileana"})
    written = _written("hl7-adt-merge", "a merge of two records: nothing clinical", message)
    return Written(written.id, written.title, written.content, written.people, (), (*_ADMISSION, Category.NO_RESULTS))


def _batch() -> Written:
    """A file batch with messages of two patients."""
    first = Message("ORU^R01", FOLK["Kettlewell"], prefix="MSG[1]/", control="G0101")
    first.patient()
    first.order("GLU^Glucose^L")
    first.number("2345-7", "Glucose", "118", "mg/dL", "70-99", "H")
    second = Message("ORU^R01", FOLK["Quillfeather"], prefix="MSG[2]/", control="G0102")
    second.patient()
    second.order("K^Potassium^L")
    second.number("2823-3", "Potassium", "5.9", "mmol/L", "3.5-5.2", "H")
    head = "FHS|^~\\&|HARBORLAB|HBL|OPENEMR|CLINIC|20260312\rBHS|^~\\&|HARBORLAB|HBL|OPENEMR|CLINIC|20260312\r"
    content = (head + first.wire() + second.wire() + "BTS|2\rFTS|1\r").encode()
    return Written(
        "hl7-batch-two-patients",
        "a batch with messages of two patients",
        content,
        (first.person, second.person),
        (*first.items, *second.items),
        (Category.HL7_RESULTS, Category.SEVERAL_PATIENTS),
    )


def _two_groups() -> Written:
    """One message with a second patient's group."""
    message = Message("ORU^R01", FOLK["Thibodeaux"], version="2.3")
    message.patient()
    message.order("NA^Sodium^L")
    message.number("2951-2", "Sodium", "141", "mmol/L", "134-144")
    message.patient(FOLK["Villarreal"])
    message.order("CR^Creatinine^L")
    message.number("2160-0", "Creatinine", "1.86", "mg/dL", "0.57-1.00", "H")
    return Written(
        "hl7-oru-two-groups",
        "two patients' groups in one message",
        message.wire().encode(),
        (message.person, FOLK["Villarreal"]),
        tuple(message.items),
        (Category.HL7_RESULTS, Category.SEVERAL_PATIENTS),
    )
