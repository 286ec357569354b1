"""Fax cases: packets as TIFF, JPEG, PNG, WEBP and scanned PDF, in qualities from good to bad."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.evals.cases import Category, EvalCase, Route
from arbiter_fhir.evals.expected_items import ExpectedItem
from devstack.golden import panels
from devstack.golden.claims import ANY_CERTAINTY
from devstack.golden.documents import GoldenDocument
from devstack.golden.expectations import expected_facts, unresulted_rows
from devstack.golden.intake.answers import ANSWERS
from devstack.golden.packet.sections import Section, cover, form, joined, laboratory, letter
from devstack.golden.patients import FOLK
from devstack.golden.referral.letters import LETTERS
from devstack.golden.turning import move_items
from devstack.samples import Box, TrueRow
from devstack.samples.fax import FAX_QUALITIES, FaxedPage, fax_pages, write_tiff

__all__ = ["packet_cases"]


@dataclass(frozen=True, slots=True)
class _Packet:
    """A transmission.

    Attributes:
        quality: Of `FAX_QUALITIES`.
        bad: Whether recognition of this quality is judged as bad fax.
        wrapping: ``tiff``, ``jpeg``, ``png`` or ``webp``.
    """

    id: str
    title: str
    sections: tuple[Section, ...]
    quality: str
    seed: int
    bad: bool = False
    wrapping: str = "tiff"
    categories: tuple[Category, ...] = ()
    doc_type: DocType = DocType.FAX_PACKET
    compression: str = "group4"


def _packets() -> Iterator[_Packet]:
    yield from _good_packets()
    yield from _bad_packets()
    yield from _single_pages()


def _good_packets() -> Iterator[_Packet]:
    kettlewell, villarreal, wisniewski = FOLK["Kettlewell"], FOLK["Villarreal"], FOLK["Wisniewski"]
    lab = laboratory(kettlewell, (panels.LIPIDS, panels.CARDIAC), "ruled", (2026, 3, 12))
    yield _Packet(
        "lab-and-letter",
        "a cover sheet, a laboratory report and a letter",
        (
            cover(recipient="Dr. Yevgenia Marchbanks", sender="Sandhill Internal Medicine", pages=3, person=kettlewell),
            lab,
            letter(LETTERS["cardiology"]),
        ),
        "fine",
        701,
    )
    yield _Packet(
        "form-and-lab",
        "an intake form and a laboratory report",
        (form("tables", ANSWERS["heart"]), laboratory(wisniewski, (panels.RENAL,), "open", (2026, 2, 2))),
        "fine 200",
        702,
        compression="group3",
    )
    yield _Packet(
        "two-patients",
        "reports of two patients in one transmission",
        (
            cover(recipient="Records", sender="Nueces Primary Care", pages=3, person=villarreal),
            laboratory(villarreal, (panels.DIABETES, panels.RENAL), "ruled", (2026, 2, 3), laboratory_number=1),
            laboratory(FOLK["Ezeudu"], (panels.IRON,), "ruled", (2026, 2, 4), laboratory_number=1),
        ),
        "fine",
        703,
        categories=(Category.SEVERAL_PATIENTS,),
    )


def _bad_packets() -> Iterator[_Packet]:
    kettlewell, villarreal = FOLK["Kettlewell"], FOLK["Villarreal"]
    ezeudu, skarsgaard = FOLK["Ezeudu"], FOLK["Skarsgaard"]
    yield _Packet(
        "standard",
        "a report at 98 lines an inch",
        (laboratory(skarsgaard, (panels.COAGULATION, panels.THYROID), "open", (2026, 1, 20)),),
        "standard",
        704,
        bad=True,
        categories=(Category.POOR_SCAN,),
    )
    yield _Packet(
        "speckled",
        "a report over a noisy line",
        (laboratory(kettlewell, (panels.ELECTROLYTES,), "ruled", (2026, 3, 25), laboratory_number=2),),
        "fine, speckled",
        705,
        bad=True,
        categories=(Category.POOR_SCAN,),
    )
    yield _Packet(
        "head-first",
        "a report fed head first",
        (laboratory(villarreal, (panels.LIVER,), "lines", (2026, 4, 1)),),
        "fine, head first",
        706,
        bad=True,
    )
    yield _Packet(
        "skewed",
        "a report that lay askew, and a letter",
        (laboratory(ezeudu, (panels.IRON, panels.THYROID), "open", (2026, 4, 9)), letter(LETTERS["neurology"])),
        "fine, skewed",
        707,
        bad=True,
    )
    for name, layout, results, quality, seed in (
        ("faint", "ruled", panels.LIVER, "fine, faint", 712),
        ("heavy", "lines", panels.CARDIAC, "fine, heavy", 713),
        ("coarse", "ruled", panels.ELECTROLYTES, "standard 200", 714),
    ):
        section = laboratory(skarsgaard, (results,), layout, (2026, 5, 20), laboratory_number=1)
        yield _Packet(name, f"a {name} report", (section,), quality, seed, bad=True, categories=(Category.POOR_SCAN,))
    yield _Packet(
        "cover-only",
        "a cover sheet and nothing else",
        (cover(recipient="Front desk", sender="Driftless Community Clinic", pages=1, person=skarsgaard),),
        "fine",
        708,
        categories=(Category.NO_RESULTS,),
    )


def _single_pages() -> Iterator[_Packet]:
    wisniewski, skarsgaard = FOLK["Wisniewski"], FOLK["Skarsgaard"]
    single = laboratory(wisniewski, (panels.THYROID, panels.IRON), "ruled", (2026, 2, 16), laboratory_number=2)
    yield _Packet("jpeg", "one page as JPEG", (single,), "fine 200", 709, wrapping="jpeg")
    yield _Packet("webp", "one page as WEBP", (single,), "fine 200", 711, wrapping="webp")
    yield _Packet(
        "png",
        "a laboratory report that is a picture",
        (laboratory(skarsgaard, (panels.LIPIDS, panels.THYROID), "previous", (2026, 5, 6)),),
        "fine 200",
        710,
        wrapping="png",
        categories=(Category.IMAGE_ONLY,),
        doc_type=DocType.LAB_PDF,
    )


def packet_cases() -> Iterator[GoldenDocument]:
    """All of them."""
    for packet in _packets():
        pdf, sections = joined(packet.sections)
        pages = fax_pages(pdf, seed=packet.seed, quality=FAX_QUALITIES[packet.quality])
        yield GoldenDocument(_case(packet, sections, pages), _wrapped(packet, pages))


def _wrapped(packet: _Packet, pages: Sequence[FaxedPage]) -> bytes:
    if packet.wrapping == "tiff":
        return write_tiff(pages, compression=packet.compression)
    buffer = io.BytesIO()
    image, dpi = pages[0].image, pages[0].dpi
    match packet.wrapping:
        case "jpeg":
            image.convert("L").save(buffer, "JPEG", quality=45, dpi=dpi)
        case "webp":
            image.convert("L").save(buffer, "WEBP", lossless=True)
        case _:
            image.save(buffer, "PNG", dpi=dpi, optimize=True)
    return buffer.getvalue()


def _received(row: TrueRow, pages: Sequence[FaxedPage]) -> TrueRow:
    page = pages[row.page - 1]
    words = tuple(replace(word, box=page.place(word.box), ink=page.place(word.ink)) for word in row.words)
    return replace(
        row,
        words=words,
        box=Box.around([word.box for word in words]),
        ink=Box.around([word.ink for word in words]),
    )


def _case(packet: _Packet, sections: Sequence[Section], pages: Sequence[FaxedPage]) -> EvalCase:
    route = Route.FAX if packet.bad else Route.SCANNED
    rows = [_received(row, pages) for section in sections for row in section.rows]
    items = move_items(
        [item for section in sections for item in section.items], lambda box, page: pages[page - 1].place(box)
    )
    source_type = SourceType(packet.doc_type.value)
    name = f"fax-{packet.id}" if packet.doc_type is DocType.FAX_PACKET else f"lab-image-{packet.id}"
    category = () if packet.doc_type is not DocType.FAX_PACKET else (Category.FAX_PACKET,)
    return EvalCase(
        id=name,
        title=packet.title,
        categories=(*category, *packet.categories),
        source=f"{name}.{packet.wrapping}",
        doc_type=packet.doc_type,
        layout=name,
        route=route,
        pages=len(pages),
        facts=expected_facts(rows, route, source_type=source_type),
        items=tuple(_less_sure(item) for item in items),
        forbidden=tuple(each for section in sections for each in section.forbidden),
        unresulted=unresulted_rows(rows),
        identifiers=tuple(dict.fromkeys(part for section in sections for part in section.identifiers)),
    )


def _less_sure(item: ExpectedItem) -> ExpectedItem:
    return item if len(item.certainty) == 1 else item.model_copy(update={"certainty": ANY_CERTAINTY})
