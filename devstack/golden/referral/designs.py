"""Six designs of a referral letter in Word."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import docx
from docx.document import Document

from devstack.golden.claims import Med
from devstack.golden.fixed_zip import with_fixed_dates
from devstack.golden.referral import word_xml
from devstack.golden.referral.letters import Letter

__all__ = ["DESIGNS", "draw_letter"]

_MOMENT = datetime(2026, 1, 1, tzinfo=UTC)


def _birth(letter: Letter) -> str:
    return letter.person.birth_date.strftime("%m/%d/%Y")


def _sig(med: Med) -> str:
    how = [med.dose, med.route, med.frequency, "as needed" if med.as_needed else ""]
    return " ".join(part for part in how if part)


def _allergies(letter: Letter) -> list[str]:
    return [letter.none_known] if letter.none_known else [f"{one} ({what})" for one, what in letter.sensitivities]


def _history_sentence(letter: Letter) -> str:
    denied = f"The patient denies {' or '.join(letter.denied)}." if letter.denied else ""
    maybe = f" Possible {letter.suspected[0]}." if letter.suspected else ""
    kin = f" Family history: {letter.relatives[0][1]} in {letter.relatives[0][0]}." if letter.relatives else ""
    return f"{denied}{maybe}{kin}"


def _labs_table(document: Document, letter: Letter) -> None:
    table = document.add_table(rows=1, cols=5, style="Table Grid")
    for cell, title in zip(table.rows[0].cells, ("Test", "Result", "Flag", "Units", "Reference"), strict=True):
        cell.text = title
    for lab in letter.labs:
        for cell, text in zip(
            table.add_row().cells, (lab.name, lab.value, lab.flag, lab.unit, lab.reference), strict=True
        ):
            cell.text = text


def _letter(document: Document, letter: Letter) -> None:
    """A letter in paragraphs under headings."""
    document.add_paragraph(letter.organization)
    document.add_paragraph(letter.written)
    document.add_paragraph(f"RE: {letter.person.full_name}, DOB {_birth(letter)}")
    document.add_paragraph(f"To: {letter.service}")
    document.add_paragraph("Dear colleague,")
    document.add_paragraph(f"Reason for referral: {letter.reason}.")
    document.add_paragraph(f"Urgency: {letter.urgency}")
    document.add_heading("Problem list", 2)
    for name, code in letter.problems:
        document.add_paragraph(f"{name} ({code})" if code else name, style="List Bullet")
    document.add_heading("Medications", 2)
    for med in letter.meds:
        document.add_paragraph(med.line, style="List Number")
    document.add_heading("Allergies", 2)
    for line in _allergies(letter):
        document.add_paragraph(line)
    if letter.vitals:
        document.add_heading("Vital signs", 2)
        document.add_paragraph("; ".join(f"{name} {value} {unit}" for name, value, unit in letter.vitals))
    document.add_heading("History", 2)
    document.add_paragraph(_history_sentence(letter))
    document.add_paragraph("Thank you for seeing this patient.")
    document.add_paragraph(f"Sincerely, {letter.clinician}")


def _pair(table: Any, label: str, value: str) -> None:
    cells = table.add_row().cells
    cells[0].text, cells[1].text = label, value


def _form(document: Document, letter: Letter) -> None:
    """One table of labels and values, with tables inside its cells."""
    document.add_heading("REFERRAL FORM", 1)
    table = document.add_table(rows=0, cols=2, style="Table Grid")
    _pair(table, "Patient", letter.person.family_first)
    _pair(table, "Date of birth", _birth(letter))
    _pair(table, "Referred by", letter.clinician)
    _pair(table, "Practice", letter.organization)
    _pair(table, "Requested service", letter.service)
    _pair(table, "Priority", letter.urgency)
    _pair(table, "Reason for referral", letter.reason)
    cells = table.add_row().cells
    cells[0].text = "Diagnoses"
    inner = cells[1].add_table(rows=1, cols=2)
    inner.rows[0].cells[0].text, inner.rows[0].cells[1].text = "ICD-10", "Description"
    for name, code in letter.problems:
        row = inner.add_row().cells
        row[0].text, row[1].text = code, name
    cells = table.add_row().cells
    cells[0].text = "Current medications"
    inner = cells[1].add_table(rows=1, cols=3)
    for cell, title in zip(inner.rows[0].cells, ("Drug", "Strength", "Directions"), strict=True):
        cell.text = title
    for med in letter.meds:
        for cell, text in zip(inner.add_row().cells, (med.name, med.strength, _sig(med)), strict=True):
            cell.text = text
    _pair(table, "Allergies", "\n".join(_allergies(letter)))
    _pair(table, "Clinical notes", _history_sentence(letter))
    if letter.labs:
        document.add_paragraph(f"Pertinent laboratory results, collected {letter.collected}")
        _labs_table(document, letter)


def _sections(document: Document, letter: Letter) -> None:
    """Letterhead in the header, a text box for the urgency, short labelled lines."""
    section = document.sections[0]
    section.header.paragraphs[0].text = f"{letter.organization} - referral to {letter.service}"
    section.footer.paragraphs[0].text = f"{letter.person.family_first}  DOB {_birth(letter)}"
    box = document.add_paragraph()
    word_xml.add_text_box(box, [f"Urgency: {letter.urgency}"])
    document.add_paragraph(f"Requested service: {letter.service}")
    document.add_paragraph(f"Reason for consultation: {letter.reason}")
    document.add_paragraph("PMH: " + "; ".join(name for name, _ in letter.problems))
    document.add_paragraph("Meds:")
    for med in letter.meds:
        document.add_paragraph(med.line, style="List Bullet")
    document.add_paragraph("Allergies: " + ", ".join(_allergies(letter)))
    if letter.vitals:
        document.add_paragraph("Vitals: " + ", ".join(f"{name} {value} {unit}" for name, value, unit in letter.vitals))
    document.add_paragraph(_history_sentence(letter))
    document.add_paragraph(f"Referring provider: {letter.clinician}, {letter.written}")


def _controls(document: Document, letter: Letter) -> None:
    """A template with content controls and checkboxes."""
    document.add_heading("Consultation request", 1)
    for label, tag, value, choices in (
        ("Patient: ", "patient", letter.person.full_name, ()),
        ("DOB: ", "dob", _birth(letter), ()),
        ("From: ", "from", f"{letter.clinician}, {letter.organization}", ()),
        ("Service requested: ", "service", letter.service, ("Cardiology", letter.service, "Dermatology")),
        ("Urgency: ", "urgency", letter.urgency, ("Routine", "Urgent", "Emergent")),
        ("Reason for referral: ", "reason", letter.reason, ()),
    ):
        word_xml.add_control(document.add_paragraph(label), tag, value, choices)
    document.add_heading("Active problems", 2)
    ticked = [(name, code, True) for name, code in letter.problems]
    for name, code, is_on in [*ticked, ("Pregnancy", "Z33.1", False), ("Active tuberculosis", "A15.9", False)]:
        paragraph = document.add_paragraph()
        word_xml.add_checkbox(paragraph, ticked=is_on)
        paragraph.add_run(f" {name} {code}".rstrip())
    document.add_heading("Medications", 2)
    for med in letter.meds:
        document.add_paragraph(med.line)
    document.add_heading("Allergies", 2)
    for line in _allergies(letter):
        document.add_paragraph(line)
    if letter.vitals:
        document.add_heading("Vitals", 2)
        for name, value, unit in letter.vitals:
            document.add_paragraph(f"{name}: {value} {unit}")
    document.add_paragraph(_history_sentence(letter))


def _reviewed(document: Document, letter: Letter) -> None:
    """A letter with tracked changes, a comment and hidden text; what was struck out is told by its words."""
    document.add_paragraph(f"{letter.organization}, {letter.written}")
    document.add_paragraph(f"Patient: {letter.person.full_name} (born {_birth(letter)})")
    document.add_paragraph(f"Referral to: {letter.service}")
    reason = document.add_paragraph("Reason for referral: ")
    word_xml.add_deleted(reason, "Rule out pneumonia")
    word_xml.add_inserted(reason, letter.reason)
    document.add_paragraph(f"Urgency: {letter.urgency}")
    document.add_heading("Assessment", 2)
    for name, code in letter.problems:
        document.add_paragraph(f"{name} {code}".rstrip(), style="List Number")
    struck = document.add_paragraph(style="List Number")
    word_xml.add_deleted(struck, "Multiple sclerosis G35")
    document.add_heading("Medication list", 2)
    for place, med in enumerate(letter.meds):
        paragraph = document.add_paragraph(style="List Bullet")
        if place == 0:
            word_xml.add_deleted(paragraph, "Propranolol 40 mg by mouth daily ")
        word_xml.add_inserted(paragraph, med.line) if place == 0 else paragraph.add_run(med.line)
    document.add_heading("Allergies", 2)
    for line in _allergies(letter):
        document.add_paragraph(line)
    noted = document.add_paragraph(_history_sentence(letter))
    word_xml.add_comment(document, noted, "Could also be diabetes insipidus?")
    hidden = document.add_paragraph("Thank you. ")
    word_xml.add_hidden(hidden, "Template note: gentamicin 80 mg IV every 8 hours")
    document.add_paragraph(letter.clinician)


def _memo(document: Document, letter: Letter) -> None:
    """Two columns of a borderless table, merged title row, lists inside cells."""
    table = document.add_table(rows=1, cols=2)
    title = table.rows[0].cells[0].merge(table.rows[0].cells[1])
    title.text = f"{letter.organization}: request for {letter.service} consultation"
    left, right = table.add_row().cells
    left.text = f"Patient: {letter.person.full_name}"
    left.add_paragraph(f"Birth date: {_birth(letter)}")
    left.add_paragraph(f"Provider: {letter.clinician}")
    left.add_paragraph(f"Priority: {letter.urgency}")
    left.add_paragraph(f"Service: {letter.service}")
    right.text = f"Reason: {letter.reason}"
    right.add_paragraph("Allergies: " + ", ".join(_allergies(letter)))
    left, right = table.add_row().cells
    left.text = "Diagnoses"
    for name, code in letter.problems:
        left.add_paragraph(f"{code} {name}".strip())
    right.text = "Medications"
    for med in letter.meds:
        right.add_paragraph(med.line)
    document.add_paragraph(_history_sentence(letter))
    for name, value, unit in letter.vitals:
        document.add_paragraph(f"{name} {value} {unit}")


DESIGNS: Mapping[str, Callable[[Document, Letter], None]] = MappingProxyType(
    {
        "letter": _letter,
        "form": _form,
        "sections": _sections,
        "controls": _controls,
        "reviewed": _reviewed,
        "memo": _memo,
    }
)


def draw_letter(design: str, letter: Letter) -> bytes:
    """The Word file; the same letter gives the same bytes.

    Raises:
        KeyError: No such design.
    """
    document = docx.Document()
    properties = document.core_properties
    properties.created = properties.modified = _MOMENT
    properties.author = "Clinic"
    DESIGNS[design](document, letter)
    buffer = io.BytesIO()
    document.save(buffer)
    return with_fixed_dates(buffer.getvalue())
