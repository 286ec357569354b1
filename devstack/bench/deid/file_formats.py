"""Contents as office files and messages: Word, Excel, HL7 v2."""

from __future__ import annotations

import io
import random

import docx
import openpyxl

from arbiter_fhir.domain.deid import IdentifierKind
from devstack.bench.deid.contents import Content
from devstack.bench.deid.people import Name
from devstack.bench.deid.scribe import Injected, Scribe

__all__ = ["hl7v2_message", "referral_docx", "workbook_xlsx"]

_HEADINGS = ("Test", "Result", "Units", "Reference", "Collected", "Ordering Provider")


def referral_docx(content: Content, pick: random.Random) -> bytes:
    """A letter with a table of fields (or a line for each), running prose split into runs, a footer."""
    document = docx.Document()
    if pick.random() < 0.5:
        table = document.add_table(rows=0, cols=2)
        for label, line in content.fields:
            cells = table.add_row().cells
            cells[0].text, cells[1].text = label, line.text
    else:
        for label, line in content.fields:
            document.add_paragraph(f"{label}: {line.text}")
    for paragraph in content.paragraphs:
        made = document.add_paragraph()
        text = " ".join(line.text for line in paragraph)
        # Word splits runs anywhere: spelling marks and edits cut names in two.
        at = 0
        while at < len(text):
            step = pick.randint(7, 60)
            made.add_run(text[at : at + step])
            at += step
    if content.results:
        table = document.add_table(rows=1, cols=len(_HEADINGS))
        for cell, heading in zip(table.rows[0].cells, _HEADINGS, strict=True):
            cell.text = heading
        for row in content.results:
            for cell, line in zip(table.add_row().cells, row, strict=True):
                cell.text = line.text
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def workbook_xlsx(content: Content, pick: random.Random) -> bytes:
    """A sheet of fields and results and a sheet of notes; the first sheet may be named after the patient."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = pick.choice(["Labs", "Results", "Sheet1", f"{content.cast.patient.family} labs"])[:30].replace(
        "/", " "
    )
    for label, line in content.fields:
        sheet.append([label, line.text])
    sheet.append([])
    sheet.append(list(_HEADINGS))
    for row in content.results:
        cells: list[object] = [line.text for line in row]
        try:
            cells[1] = float(row[1].text)
        except ValueError:
            cells[1] = row[1].text
        sheet.append(cells)
    notes = book.create_sheet("Notes")
    for paragraph in content.paragraphs:
        notes.append([" ".join(line.text for line in paragraph)])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _escaped(text: str) -> str:
    return (
        text.replace("\\", "\\E\\")
        .replace("|", "\\F\\")
        .replace("^", "\\S\\")
        .replace("&", "\\T\\")
        .replace("~", "\\R\\")
    )


def _components(name: Name) -> str:
    return f"{name.family}^{name.given}^{name.middle[0]}"


def hl7v2_message(content: Content, scribe: Scribe) -> tuple[bytes, tuple[Injected, ...]]:
    """An ORU^R01 whose header fields hold the cast, and whose notes hold the prose.

    Returns:
        The message, and what its header injects besides the content's own identifiers.
    """
    cast, note = content.cast, scribe.note
    kind = IdentifierKind
    born = note(kind.DATE, f"{cast.birth_date:%Y%m%d}")
    reported = note(kind.DATE, f"{cast.visits[0]:%Y%m%d}0815")
    for name in (cast.patient, cast.relatives[0], cast.clinicians[0]):
        note(kind.PERSON, name.full)
    address = f"{cast.house} {cast.street} {cast.street_suffix}^^{cast.city}^{cast.state}^{cast.postal_code}"
    note(kind.ADDRESS, f"{cast.house} {cast.street} {cast.street_suffix}")
    sender, receiver, place = (note(kind.LOCATION, name) for name in ("OAKLAB", "VALEMED", "UNIT9"))
    account, control = note(kind.ACCOUNT, cast.account), note(kind.ID, "7700418")
    mrn, ssn, accession = note(kind.MRN, cast.mrn), note(kind.SSN, cast.ssn), note(kind.ACCESSION, cast.accession)
    phones = [note(kind.PHONE, phone) for phone in cast.phones[:2]]
    ordering = f"{note(kind.LICENSE, '1234567893')}^{_components(cast.clinicians[0])}"
    pid = ["1", "", f"{mrn}^^^{place}^MR", "", _components(cast.patient), "", born, cast.sex[0], "", "", address, "",
           phones[0], "", "", "", "", account, ssn]  # fmt: skip
    obr = ["1", "", accession, "24323-8^Comprehensive metabolic panel^LN", "", "", reported, *[""] * 8, ordering,
           *[""] * 5, reported, "", "", "F"]  # fmt: skip
    sent = [sender, _escaped(note(kind.LOCATION, cast.hospital)), receiver, place, reported, "", "ORU^R01^ORU_R01"]
    lines = [
        "|".join(["MSH|^~\\&", *sent, control, "P", "2.5.1"]),
        "|".join(["PID", *pid]),
        f"NK1|1|{_components(cast.relatives[0])}|SIB^Sibling||{phones[1]}",
        "|".join(["OBR", *obr]),
    ]
    for number, row in enumerate(content.results, 1):
        test, value, unit, interval = (cell.text for cell in row[:4])
        numeric = "NM" if value.replace(".", "").isdigit() else "ST"
        lines.append(f"OBX|{number}|{numeric}|T{number}^{_escaped(test)}^LN||{value}|{unit}|{interval}||||F")
    prose = [" ".join(line.text for line in paragraph) for paragraph in content.paragraphs]
    notes = [*(f"{label}: {line.text}" for label, line in content.fields), *prose]
    lines += [f"NTE|{number}|L|{_escaped(text)}" for number, text in enumerate(notes, 1)]
    # A provider and a date of their own for each result.
    lines += [
        f"OBX|{number}|ST|REV-1^Reviewed by^L||{_escaped(row[5].text)} {_escaped(row[4].text)}||||||F"
        for number, row in enumerate(content.results, len(content.results) + 1)
    ]
    return "\r".join(lines).encode() + b"\r", tuple(scribe.injected)
