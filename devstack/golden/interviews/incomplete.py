"""People whose record is not all read, or holds nothing."""

from __future__ import annotations

from arbiter_fhir.evals.answers.cases import Interview, QuestionKind
from devstack.golden.interviews.record import MISSING, Record, ask, claim, printed, refuse
from devstack.golden.patients import FOLK

__all__ = ["nothing_on_file", "waiting_documents"]

_K = QuestionKind


def waiting_documents() -> Interview:
    """One document is read, one failed, one is somebody else's, one waits to be read."""
    record = Record(FOLK["Ezeudu"], ("Leopoldina", "Szczepanski"), marker="Tietze")
    record.problem("tietze", "Tietze syndrome", "ICD10:M94.0", "2020-03-03")
    record.allergy("latex", "Latex", "", "2012-01-01", "hives, mild")
    record.file("form", "intake-ticks-migraine-typed.pdf", "2026-03-02")
    record.file("broken", "unreadable-broken.pdf", "2026-03-05")
    record.file("foreign", "hl7-oru-metabolic.hl7", "2026-03-11")
    record.file("waiting", "hl7-oru-notes.hl7", "2026-03-12", read=False)
    unread = (
        claim("waiting to be read", "not been read yet", section=MISSING),
        claim("could not be read", section=MISSING),
    )
    ask(
        record,
        "meds",
        _K.COMPLETENESS,
        "what meds?",
        printed("form", "Sumatriptan", value="50 mg"),
        printed("form", "Topiramate", value="25 mg"),
        *unread,
        never_cites=("foreign", "waiting", "broken"),
        derived=(1, 2, 3, 4),
    )
    ask(
        record,
        "allergies",
        _K.COMPLETENESS,
        "allergies?",
        record.entry("latex"),
        printed("form", "Sulfa drugs", words=("swelling of lips",)),
        *unread,
        never_cites=("foreign", "waiting", "broken"),
        derived=(1, 2, 3, 4),
    )
    refuse(
        record,
        "tsh",
        _K.COMPLETENESS,
        "TSH?",
        "no_evidence",
        never=("0.02", "Tietze"),
    )
    refuse(
        record,
        "k",
        _K.COMPLETENESS,
        "potassium?",
        "no_evidence",
        never=("6.4", "Kettlewell"),
    )
    return record.interview("waiting-documents", "documents that failed, wait, or are somebody else's")


def nothing_on_file() -> Interview:
    """A new patient."""
    record = Record(FOLK["Yamanashi"], ("Wilhelmina", "Okonjo-Rask"))
    for key, text in (("a1c", "latest A1c"), ("meds", "current meds"), ("allergies", "any allergies?"), ("bp", "BP?")):
        refuse(record, key, _K.NO_EVIDENCE, text, "no_evidence")
    refuse(record, "france", _K.OUT_OF_SCOPE, "who won the 1998 world cup", "out_of_scope", "not_supported")
    refuse(record, "friend", _K.OTHER_PATIENT, "labs for Rufus Kettlewell", "other_patient", never=("7.4",))
    return record.interview("nothing-on-file", "a new patient without anything")
