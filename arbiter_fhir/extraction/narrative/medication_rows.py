"""Medications from rows of a table whose header says what each cell holds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Medication, MedicationStatus
from arbiter_fhir.extraction.narrative.candidate import Candidate, reading_doubts
from arbiter_fhir.extraction.narrative.columns import Column
from arbiter_fhir.extraction.narrative.dates import first_date
from arbiter_fhir.extraction.narrative.medication_items import (
    Sig,
    medication_text,
    name_end,
    read_sig,
    unknown_name_end,
)
from arbiter_fhir.extraction.narrative.medication_status import status_of
from arbiter_fhir.extraction.narrative.passages import Passage
from arbiter_fhir.extraction.narrative.reservations import EntryKind, has_reservation
from arbiter_fhir.extraction.narrative.sections import SectionKind
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.terminology.lexicon import Match
from arbiter_fhir.extraction.terminology.medicines import Medicine, medicines
from arbiter_fhir.extraction.terminology.sig import AMOUNT, AS_NEEDED, FREQUENCY, STRENGTH

__all__ = ["read_row"]

#: Cells that say how it is taken, in the order in which one reads them.
_SIG_COLUMNS = (Column.STRENGTH, Column.DOSE, Column.FORM, Column.ROUTE, Column.FREQUENCY, Column.INDICATION)
_AMOUNT_COLUMNS = frozenset({Column.STRENGTH, Column.DOSE})
_EMPTY = re.compile(r"^\W*(?:none|n/?a|nil|unknown|no (?:current )?medications?|not taking any|\?)?\W*$", re.IGNORECASE)
#: A cell that tells of a change: whether it has been made already, and to which amount, it leaves open.
_CHANGES = re.compile(
    r"\b(?:increas|decreas|reduc|chang|adjust|titrat|switch|replac)\w*|^\W*(?:new|add(?:ed)?|start)\W*$", re.IGNORECASE
)
_YES = re.compile(r"^\W*(?:yes|y|active|current|taking|ongoing|x)\W*$", re.IGNORECASE)
_YES_AND = re.compile(r"^\W*(?:yes|y)\b(?P<more>(?!.*\[DATE_).*)$", re.IGNORECASE)
_NO = re.compile(r"^\W*(?:no|n|inactive)\W*$", re.IGNORECASE)


def read_row(passage: Passage, dates: Mapping[str, ClinicalDate]) -> Candidate | None:
    """The medication of a row; ``None`` where its name cell is empty or holds no name.

    Args:
        passage: A row with a `Column.MEDICATION`.
        dates: Date placeholders of the document with their values.
    """
    cell = passage.cell(Column.MEDICATION)
    if cell is None or _EMPTY.match(cell.text):
        return None
    match = medicines().at_start(re.sub(r"^\W+", "", cell.text), tolerant=True) or _first(cell.text)
    shift = len(cell.text) - len(re.sub(r"^\W+", "", cell.text)) if match is not None and match.start == 0 else 0
    if match is not None:
        stop = name_end(cell.text, match.end + shift)
        name = cell.text[match.start + shift : stop]
        medicine = match.entry
    else:
        stop = unknown_name_end(cell.text)
        if not stop:
            return None
        name, medicine = cell.text[:stop], Medicine("", None)
    reasons = [Reason.NAME_UNKNOWN] if match is None else [Reason.NAME_MISREAD] if match.respelled else []
    sig = _row_sig(passage, read_sig(cell.text, stop, len(cell.text), medicine), medicine)
    value = Medication(
        name=name.strip(),
        ingredient=medicine.ingredient,
        strength=sig.strength,
        dose=sig.dose,
        form=sig.form,
        route=sig.route,
        frequency=sig.frequency,
        as_needed=sig.as_needed,
        indication=sig.indication,
        status=_row_status(passage),
        started=_date(passage, Column.STARTED, dates),
        stopped=_date(passage, Column.STOPPED, dates),
        rxnorm=medicine.rxcui,
    )
    kept = [run for run, column in zip(passage.runs, passage.columns, strict=True) if column is not Column.PROVIDER]
    words = tuple(word for run in kept for word in run.words)
    changed = passage.section is SectionKind.MEDICATION_CHANGES
    left_open = changed or any(_leaves_open(run.text) for run in kept) or _is_yes_and_more(passage)
    if value.status is MedicationStatus.ACTIVE and left_open:
        reasons.append(Reason.STATED_AS_UNCERTAIN)
    return Candidate(
        fact_type=FactType.MEDICATION,
        value=value,
        page=passage.page,
        words=words,
        text=medication_text(value.status, DeidentifiedText.join(", ", [run.clean() for run in kept])),
        section=SectionKind.MEDICATIONS,
        reasons=tuple(dict.fromkeys([*reasons, *sig.reasons, *reading_doubts(words, names=cell.words)])),
    )


def _is_yes_and_more(passage: Passage) -> bool:
    """Whether a yes goes on: "Y - but only 15 units" takes the dose of the row back."""
    cell = passage.cell(Column.STATUS)
    found = _YES_AND.match(cell.text) if cell is not None else None
    return found is not None and re.search(r"[A-Za-z\d]", found["more"]) is not None


def _leaves_open(cell: str) -> bool:
    """Whether any cell, under whatever title, speaks against a medication that is taken now."""
    ended = status_of(cell, 0, 0)[0] not in {MedicationStatus.ACTIVE, MedicationStatus.UNKNOWN}
    return ended or has_reservation(cell, EntryKind.MEDICATION) or _CHANGES.search(cell) is not None


def _first(text: str) -> Match[Medicine] | None:
    return next(iter(medicines().find(text, tolerant=True)), None)


def _row_sig(passage: Passage, sig: Sig, medicine: Medicine) -> Sig:
    """What the cells say, over what stands in the name's own cell."""
    reasons = [*sig.reasons]
    for column in _SIG_COLUMNS:
        cell = passage.cell(column)
        if cell is None or _EMPTY.match(cell.text):
            continue
        read = read_sig(cell.text, 0, len(cell.text), medicine)
        reasons.extend(read.reasons)
        if column in _AMOUNT_COLUMNS and _leaves_numbers(cell.text):
            reasons.append(Reason.DOSE_CHANGING)
        sig = _merged(sig, read, column, cell.text)
    return replace(sig, reasons=tuple(dict.fromkeys(reasons)))


def _leaves_numbers(cell: str) -> bool:
    """Whether a cell holds an amount and a further number that is part of none: ``5 mg M/W/F, 2.5``."""
    rest = cell
    for pattern in (STRENGTH, AMOUNT, FREQUENCY):
        rest = pattern.sub(" ", rest)
    return rest != cell and re.search(r"\d", re.sub(r"\[[A-Z]+_\d+\]", " ", rest)) is not None


def _merged(sig: Sig, read: Sig, column: Column, printed: str) -> Sig:
    needed = sig.as_needed or read.as_needed
    sig = replace(sig, as_needed=needed)
    match column:
        case Column.ROUTE:
            return replace(sig, route=read.route or printed, frequency=sig.frequency or read.frequency)
        case Column.INDICATION:
            return replace(sig, indication=printed)
        case Column.FORM:
            return replace(sig, form=printed)
        case Column.STRENGTH:
            return replace(sig, strength=read.strength or read.dose or printed, form=sig.form or read.form)
        case Column.DOSE:
            return _with_dose(sig, read, printed)
        case _:
            bare = AS_NEEDED.sub("", printed).strip(" ,")
            return replace(
                sig,
                frequency=read.frequency or bare,
                dose=sig.dose or read.dose,
                route=sig.route or read.route,
                indication=sig.indication or read.indication,
                form=sig.form or read.form,
            )


def _with_dose(sig: Sig, read: Sig, printed: str) -> Sig:
    """A dose cell holds a product's strength (``500 mg``), an amount (``1 tablet``), or both."""
    if read.strength and not sig.strength:
        sig = replace(sig, strength=read.strength, dose=read.dose or sig.dose)
    else:
        sig = replace(sig, dose=read.dose or read.strength or printed)
    return replace(
        sig,
        form=sig.form or read.form,
        route=sig.route or read.route,
        frequency=sig.frequency or read.frequency,
    )


def _row_status(passage: Passage) -> MedicationStatus:
    cell = passage.cell(Column.STATUS)
    if cell is not None and _NO.match(cell.text):
        return MedicationStatus.STOPPED
    said = MedicationStatus.UNKNOWN
    for column in (Column.STATUS, Column.COMMENT, Column.FREQUENCY, Column.MEDICATION, Column.DOSE):
        other = passage.cell(column)
        if other is not None and said in {MedicationStatus.UNKNOWN, MedicationStatus.ACTIVE}:
            said, _ = status_of(other.text, 0, 0)
    if said in {MedicationStatus.STOPPED, MedicationStatus.ON_HOLD, MedicationStatus.NOT_TAKEN}:
        return said
    if cell is not None and said is MedicationStatus.INTENDED:
        return said
    stopped = passage.cell(Column.STOPPED)
    ended = stopped is not None and re.search(r"\[DATE_|\d", stopped.text) is not None
    if passage.section is SectionKind.PAST_MEDICATIONS or ended:
        return MedicationStatus.STOPPED
    return MedicationStatus.ACTIVE


def _date(passage: Passage, column: Column, dates: Mapping[str, ClinicalDate]) -> ClinicalDate | None:
    cell = passage.cell(column)
    return first_date(cell.text, dates) if cell is not None else None
