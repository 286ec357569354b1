"""Office packages written by hand, part by part, so that each test shows the XML that it is about."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.office.docx import read_docx
from arbiter_fhir.documents.office.xlsx import read_xlsx
from arbiter_fhir.documents.pages import PageCollector
from arbiter_fhir.domain.region import Region

WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_NAMESPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    f'xmlns:r="{_R}" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" '
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"'
)
_X = f'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="{_R}"'


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    """A zip file of these entries."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return buffer.getvalue()


def relations(**targets: str) -> str:
    """A relationships part: ``kind=target``; a target that begins with ``!`` lies outside."""
    entries = ""
    for kind, target in targets.items():
        mode = ' TargetMode="External"' if target.startswith("!") else ""
        bare = kind.rstrip("0123456789")
        entries += f'<Relationship Id="{kind}" Type="{_R}/{bare}" Target="{target.lstrip("!")}"{mode}/>'
    return (
        f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{entries}</Relationships>'
    )


def word_part(tag: str, inner: str) -> str:
    """A part of a Word document with its namespaces."""
    return f"<w:{tag} {_NAMESPACES}>{inner}</w:{tag}>"


def docx_of(body: str, parts: Mapping[str, str | bytes] | None = None, **targets: str) -> bytes:
    """A Word document of this body and these further parts, which ``targets`` relate to it."""
    return zipped(
        {
            "[Content_Types].xml": f'<Types><Override ContentType="{WORD}"/></Types>',
            "_rels/.rels": relations(officeDocument="word/document.xml"),
            "word/document.xml": word_part("document", f"<w:body>{body}</w:body>"),
            "word/_rels/document.xml.rels": relations(**targets),
            **(parts or {}),
        }
    )


def xlsx_of(
    *sheets: str,
    strings: tuple[str, ...] = (),
    styles: str = "",
    properties: str = "",
    states: tuple[str, ...] = (),
    parts: Mapping[str, str | bytes] | None = None,
) -> bytes:
    """A workbook of sheets given by the XML inside ``worksheet``; their names are S1, S2 and so on."""
    entries = ""
    for number in range(1, len(sheets) + 1):
        state = f' state="{states[number - 1]}"' if number <= len(states) and states[number - 1] else ""
        entries += f'<sheet name="S{number}" sheetId="{number}" r:id="worksheet{number}"{state}/>'
    shared = "".join(f"<si>{text}</si>" for text in strings)
    targets = {f"worksheet{number}": f"worksheets/sheet{number}.xml" for number in range(1, len(sheets) + 1)}
    return zipped(
        {
            "[Content_Types].xml": f'<Types><Override ContentType="{EXCEL}"/></Types>',
            "_rels/.rels": relations(officeDocument="xl/workbook.xml"),
            "xl/workbook.xml": f"<workbook {_X}>{properties}<sheets>{entries}</sheets></workbook>",
            "xl/_rels/workbook.xml.rels": relations(sharedStrings="sharedStrings.xml", styles="styles.xml", **targets),
            "xl/sharedStrings.xml": f"<sst {_X}>{shared}</sst>",
            "xl/styles.xml": f"<styleSheet {_X}>{styles}</styleSheet>",
            **{
                f"xl/worksheets/sheet{number}.xml": f"<worksheet {_X}>{inner}</worksheet>"
                for number, inner in enumerate(sheets, 1)
            },
            **(parts or {}),
        }
    )


def read_word(content: bytes) -> PageCollector:
    """A Word document read without recognition."""
    return read_docx(content, None, FileClock())


def read_excel(content: bytes) -> PageCollector:
    """A workbook read without recognition."""
    return read_xlsx(content, None, FileClock())


def text_of(collector: PageCollector) -> str:
    """Text of all pages."""
    return "\n".join(page.text for page in collector.pages)


def regions_of(collector: PageCollector) -> dict[str, tuple[Region, str]]:
    """Regions by path, each with its text; of several with one path the last."""
    return {
        region.path: (region, " ".join(page.text[start:end] for start, end in region.spans))
        for page in collector.pages
        for region in page.regions
    }


def codes_of(collector: PageCollector) -> list[str]:
    """Codes of the warnings."""
    return [warning.code.value for warning in collector.warnings]
