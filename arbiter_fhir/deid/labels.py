"""The labels of forms and report headers: which field each names, and whose it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from arbiter_fhir.domain.deid import IdentifierRole

__all__ = ["FORM_WORDS", "LABEL", "FieldKind", "Label", "label_of"]


class FieldKind(StrEnum):
    """What stands after a label."""

    NAME = "name"
    BIRTH_DATE = "birth_date"
    DATE = "date"
    MRN = "mrn"
    ACCOUNT = "account"
    ACCESSION = "accession"
    NUMBER = "number"
    SEX = "sex"
    AGE = "age"
    SSN = "ssn"
    PHONE = "phone"
    EMAIL = "email"
    ADDRESS = "address"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Label:
    """What a label says about the value after it."""

    kind: FieldKind
    role: IdentifierRole


_P, _C, _R, _U = (
    IdentifierRole.PATIENT,
    IdentifierRole.CLINICIAN,
    IdentifierRole.RELATIVE,
    IdentifierRole.UNKNOWN,
)

#: Phrases (small letters, single blanks, no punctuation) by field and role; alternatives separated by semicolons.
_PHRASES: Final = (
    (FieldKind.NAME, _P, "patient name; patient; pt name; pt; name; full name; name of patient; patients name; legal name; "
     "patient full name; last name; first name; middle name; given name; family name; surname; member name; client name; "
     "client; resident; resident name; name last first; name last first middle; patient name last first; preferred name; "
     "maiden name; former name; alias; aka; also known as; subject name; examinee; donor name; re; regarding; pat name; patientname"),
    (FieldKind.NAME, _R, "mother; father; spouse; husband; wife; partner; guardian; parent; parent name; parent guardian; "
     "son; daughter; brother; sister; next of kin; nok; emergency contact; emergency contact name; contact person; contact name; caregiver; "
     "mothers name; fathers name; mother name; father name; guarantor; guarantor name; responsible party; subscriber; "
     "subscriber name; insured; insured name; policy holder; policyholder; health care proxy; healthcare proxy; poa; "
     "power of attorney; relative; accompanied by; informant; spouse name; spouses name; contact; emergency"),
    (FieldKind.NAME, _C, "physician; doctor; provider; clinician; ordering provider; ordering physician; ordering clinician; "
     "ordered by; ordering; ordering doctor; ordering md; referring provider; referring physician; referring doctor; "
     "referred by; requesting provider; requesting physician; requested by; attending; attending physician; "
     "attending provider; primary care provider; primary care physician; primary care; pcp; pcp name; consultant; consulting physician; "
     "signed by; signed; electronically signed by; electronically signed; e signed by; esigned by; reviewed by; verified by; "
     "performed by; collected by; drawn by; phlebotomist; dictated by; transcribed by; approved by; authorized by; "
     "released by; reported by; interpreted by; read by; resulted by; entered by; technologist; technician; tech; nurse; "
     "rn; surgeon; anesthesiologist; pathologist; radiologist; medical director; lab director; laboratory director; director; cc; copy to; "
     "copies to; cc to; to; from; attn; attention; author; prepared by; completed by; witness; witnessed by; interpreter; "
     "therapist; pharmacist; case manager; social worker; dentist; cardiologist; oncologist; provider name; physician name; "
     "doctor name; dr; treating physician; admitting physician; ordering provider name; called to; notified; reported to; results called to; "
     "read back by; faxed to; fax to; referred to; refer to; supervising physician; resident physician; assistant"),
    (FieldKind.NAME, _U, "signature; by; prepared for; employer; school; pharmacy contact; driver"),
    (FieldKind.BIRTH_DATE, _P, "dob; d o b; date of birth; birth date; birthdate; birthday; born; patient dob; patient date of birth; "
     "date of birth mm dd yyyy; dob mm dd yyyy; birth dt; bdate; patient birth date"),
    (FieldKind.DATE, _U, "date; collected; collection date; date collected; collected on; received; date received; received date; "
     "reported; report date; date reported; reported on; printed; print date; date printed; ordered; order date; date ordered; "
     "collection date time; collected date time; collection time; collected date; reported date; received on; drawn; date drawn; "
     "visit date; date of visit; date of service; dos; service date; encounter date; admission date; admit date; admitted; "
     "discharge date; discharged; result date; resulted; date of report; date of collection; specimen date; sample date; "
     "date time collected; date time received; date time reported; draw date; signed on; date signed; released; final; "
     "date of exam; exam date; last visit; next appointment; appointment; expiration date; effective date"),
    (FieldKind.MRN, _P, "mrn; m r n; medical record number; medical record no; medical record; med rec no; med rec number; med rec; mr no; mr; "
     "mr number; chart number; chart no; chart; patient id; patient identifier; patient no; patient number; pt id; pt no; pt number; record number; record no; "
     "hospital number; hospital no; unit number; patient id number; patient id no; pid; health record number; mrn number; mrn no; "
     "patient mrn; id; id number; id no; patient identification number; epic id; emrn"),
    (FieldKind.ACCOUNT, _U, "account; account number; account no; acct; acct number; acct no; encounter; encounter number; encounter no; "
     "visit number; visit no; csn; fin; har; invoice; claim number; client account; client number; client id; client no"),
    (FieldKind.ACCESSION, _U, "accession; accession number; accession no; acc; acc no; specimen id; specimen number; specimen no; sample id; "
     "sample number; lab number; lab no; lab id; requisition; requisition number; requisition no; order number; order no; order id; "
     "case number; case no; report number; report no; barcode; lab accession; lab ref; lab reference number; control number; reference number; ref no"),
    (FieldKind.NUMBER, _U, "member id; member number; policy; policy number; policy no; group number; group no; group; subscriber id; "
     "insurance id; medicare number; medicare id; medicaid id; medicaid number; npi; npi number; dea; dea number; license; license number; clia; clia number; "
     "clia no; passport; drivers license; driver license; device id; serial number; insurance id number; plan id"),
    (FieldKind.SEX, _P, "sex; gender; patient sex; sex assigned at birth; birth sex; administrative sex; patient gender; legal sex"),
    (FieldKind.AGE, _P, "age; patient age; age years; age sex; age gender; sex age"),
    (FieldKind.SSN, _P, "ssn; social security; social security number; social security no; soc sec; ss number; patient ssn"),
    (FieldKind.PHONE, _P, "phone; telephone; tel; home phone; cell phone; cell; mobile; mobile phone; phone number; patient phone; "
     "home; contact number; contact phone; telephone number; home telephone; day phone; daytime phone; evening phone; phone no; home tel"),
    (FieldKind.PHONE, _C, "fax; fax number; office phone; office; clinic phone; provider phone; office fax; work phone; pager; lab phone; provider fax"),
    (FieldKind.PHONE, _R, "emergency phone; emergency contact phone; contact phone number"),
    (FieldKind.EMAIL, _P, "email; e mail; email address; e mail address"),
    (FieldKind.ADDRESS, _P, "address; home address; mailing address; street address; street; patient address; residence; address line 1; "
     "address line 2; city; city state zip; city state; zip; zip code; postal code; lives at; residential address; permanent address; county"),
    (FieldKind.ADDRESS, _C, "clinic address; office address; facility address; lab address; provider address; facility; hospital; "
     "clinic; practice; performing lab; performing laboratory; performing site; location; facility name; clinic name; hospital name; pharmacy; practice name; lab name; site"),
    (FieldKind.OTHER, _U, "specimen; specimen type; specimen source; source; fasting; status; report status; test; test name; tests; "
     "result; results; units; unit; flag; flags; reference range; reference interval; ref range; reference; range; value; page; "
     "comment; comments; note; notes; diagnosis; room; bed; ward; department; dept; time; race; ethnicity; language; "
     "marital status; religion; occupation; height; weight; bmi; bp; volume; method; lab; laboratory; panel; priority; type; "
     "relationship; insurance; payer; plan; history; impression; plan; assessment; medications; allergies; component; analyte; "
     "procedure; order; container; collection method; indication; icd 10; icd; cpt; state; country; service; clinical information; chief complaint; findings"),
)  # fmt: skip


def _table() -> dict[str, Label]:
    table: dict[str, Label] = {}
    for kind, role, phrases in _PHRASES:
        for phrase in phrases.split(";"):
            table.setdefault(" ".join(phrase.split()), Label(kind, role))
    return table


_LABELS: Final = _table()

#: Words that begin the next field of a form and so end a name.
FORM_WORDS: Final = frozenset(
    ["dob", "date", "birth", "mrn", "sex", "gender", "age", "phone", "tel", "telephone", "fax", "cell", "mobile", "address", "account", "acct", "accession", "collected", "collection", "received", "reported", "report", "specimen", "sample", "ordering", "ordered", "provider", "physician", "patient", "patients", "name", "id", "number", "no", "room", "location", "facility", "page", "fasting", "lab", "laboratory", "test", "tests", "result", "results", "status", "final", "preliminary", "ssn", "insurance", "policy", "member", "group", "email", "relationship", "city", "state", "zip", "county", "visit", "encounter", "admit", "admitted", "admission", "discharge", "discharged", "attending", "referring", "requesting", "reviewed", "verified", "signed", "signature", "electronically", "time", "medical", "record", "chart", "units", "unit", "reference", "range", "flag", "clinic", "hospital", "dept", "department", "race", "ethnicity", "language", "client", "printed", "was", "is", "has", "had", "on", "at", "who", "presents", "presented", "seen", "the", "in", "for", "with", "of", "and"]
)

_SPACES: Final = re.compile(r"[^a-z0-9]+")
_WORD_SEPARATOR: Final = r"[ \t./'()\[\]_-]{0,3}"
#: A known label with what closes it. Longest phrases first, so that "patient name" wins over "patient".
LABEL: Final = re.compile(
    r"(?<![\w'-])(?P<label>"
    + "|".join(
        _WORD_SEPARATOR.join(re.escape(word) for word in phrase.split())
        for phrase in sorted(_LABELS, key=lambda phrase: (-len(phrase.split()), -len(phrase)))
    )
    + r")(?:\(s\)|'s)?(?![\w'])[ \t]{0,3}(?:\((?:[^()\n]{1,24})\)[ \t]?)?(?P<close>[:#=|]{0,2})",
    re.IGNORECASE,
)


def label_of(phrase: str) -> Label | None:
    """What a label's text means; ``None`` where it is no known label."""
    return _LABELS.get(_SPACES.sub(" ", phrase.lower().replace("'", "")).strip())
