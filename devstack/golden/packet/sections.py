"""The documents of a packet: cover sheets, laboratory reports, intake forms, letters; drawn, with their truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pymupdf

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.evals.cases import ForbiddenFact, KnownIdentifier
from arbiter_fhir.evals.expected_items import ExpectedItem
from devstack.golden.claims import Claim, items_drawn
from devstack.golden.expectations import name_identifiers, patient_identifiers
from devstack.golden.form_writer import FormWriter
from devstack.golden.intake.answers import Answers
from devstack.golden.intake.cases import intake_identifiers
from devstack.golden.intake.designs import draw_intake
from devstack.golden.paper_clock import on_paper
from devstack.golden.patients import person_identifiers
from devstack.golden.people import LABORATORIES
from devstack.golden.referral.letters import Letter
from devstack.samples import LAYOUTS, LabReport, Panel, Person, TrueRow, render_lab_report
from devstack.samples.paper import Paper

__all__ = ["Section", "cover", "form", "joined", "laboratory", "letter"]

_WARNING = (
    "CONFIDENTIAL: This facsimile holds protected health information. If you received it in error, call"
    " 800-555-0166 at once and destroy all 100% of the pages within 24 hours."
)


@dataclass(frozen=True, slots=True)
class Section:
    """One document of a packet.

    Attributes:
        rows: Results with pages counted from its own first page; so are those of `items`.
        person: Whose it is; ``None`` for a cover sheet that names nobody.
    """

    kind: str
    pdf: bytes
    person: Person | None
    rows: tuple[TrueRow, ...] = ()
    items: tuple[ExpectedItem, ...] = ()
    identifiers: tuple[KnownIdentifier, ...] = ()
    forbidden: tuple[ForbiddenFact, ...] = ()

    @property
    def pages(self) -> int:
        """How many pages it has."""
        return int(pymupdf.open(stream=self.pdf, filetype="pdf").page_count)


def joined(sections: Sequence[Section]) -> tuple[bytes, tuple[Section, ...]]:
    """All pages in one PDF, and the sections with pages counted through."""
    target = pymupdf.open()
    moved = []
    for section in sections:
        before = target.page_count
        target.insert_pdf(pymupdf.open(stream=section.pdf, filetype="pdf"))
        rows = tuple(replace(row, page=row.page + before) for row in section.rows)
        items = tuple(item.model_copy(update={"page": (item.page or 1) + before}) for item in section.items)
        moved.append(replace(section, rows=rows, items=items))
    return bytes(target.tobytes(garbage=3, deflate=True, no_new_id=True)), tuple(moved)


def cover(*, recipient: str, sender: str, pages: int, person: Person | None = None) -> Section:
    """A cover sheet with a warning full of words, and whom the packet is about where it says so."""
    paper = Paper()
    pen = FormWriter.begin(paper, size=11.0, pitch=20.0)
    pen.title("FAX", size=34)
    pen.labelled("TO:", recipient)
    pen.labelled("FROM:", sender)
    pen.labelled("DATE:", "03/20/2026")
    pen.labelled("PAGES:", f"{pages} including this cover")
    if person is not None:
        pen.labelled("RE:", f"{person.full_name}  DOB {person.birth_date:%m/%d/%Y}")
    pen.y += 30
    pen.wrapped([(_WARNING, "")])
    named = person_identifiers(person, address=False, phone=False, mrn=False) if person else ()
    others = name_identifiers(recipient) if recipient.startswith("Dr.") else []
    return Section("cover", paper.finish(), person, identifiers=(*named, *others))


def laboratory(
    person: Person, panels: tuple[Panel, ...], layout: str, day: tuple[int, int, int], *, laboratory_number: int = 0
) -> Section:
    """A laboratory's report."""
    collected = on_paper(*day, 7, 40)
    report = LabReport(
        panels=panels,
        collected=collected,
        received=collected.replace(hour=12),
        reported=collected.replace(hour=17, minute=5),
        accession=f"FX{day[0] % 100:02d}-{day[1]:02d}{day[2]:02d}118",
        clinic=LABORATORIES[laboratory_number],
    )
    drawn = render_lab_report(person, report, LAYOUTS[layout])
    identifiers = patient_identifiers(person, report, LAYOUTS[layout])
    return Section("laboratory", drawn.content, person, drawn.truth.rows, identifiers=identifiers)


def form(design: str, answers: Answers) -> Section:
    """An intake form."""
    paper = draw_intake(design, answers)
    claims = answers.claims
    if design == "tables":
        meds = tuple(replace(med, name=f"{med.name} {med.form}".strip()) for med in answers.meds)
        claims = replace(answers, meds=meds).claims
    items = items_drawn(paper.sheets, claims, SourceType.FAX_PACKET)
    forbidden = tuple(
        ForbiddenFact(
            why="a relative's condition",
            fact_types=(FactType.PROBLEM,),
            name=each.condition,
            quote=each.relation.split()[-1],
            even_for_review=True,
        )
        for each in answers.kin
    )
    identifiers = intake_identifiers(answers, full=design == "plain")
    return Section("form", paper.finish(), answers.person, (), items, identifiers, forbidden)


def letter(written: Letter) -> Section:
    """A referral letter on paper."""
    paper = Paper()
    pen = FormWriter.begin(paper, font="tiro", bold="tibo", size=11.0, pitch=17.0)
    pen.title(written.organization)
    pen.labelled("Date:", written.written)
    pen.labelled("Patient:", written.person.full_name)
    pen.labelled("DOB:", f"{written.person.birth_date:%m/%d/%Y}")
    pen.labelled("Referral to:", written.service, "service")
    pen.labelled("Urgency:", written.urgency, "urgency")
    pen.labelled("Reason for referral:", written.reason, "reason")
    pen.heading("Diagnoses")
    for place, (name, code) in enumerate(written.problems):
        pen.pieces([(f"{name} ({code})" if code else name, f"problem{place}")])
    pen.heading("Medications")
    for place, med in enumerate(written.meds):
        pen.pieces([(med.line, f"med{place}")])
    pen.heading("Allergies")
    for place, (substance, reaction) in enumerate(written.sensitivities):
        pen.pieces([(f"{substance} ({reaction})", f"allergy{place}")])
    if written.none_known:
        pen.pieces([(written.none_known, "none")])
    pen.heading("Family history")
    for place, (relation, condition) in enumerate(written.relatives):
        pen.pieces([(f"{relation.capitalize()}: {condition}", f"kin{place}")])
    pen.y += 10
    pen.pieces([(f"Signed: {written.clinician}", "")])
    claims = [claim for claim in written.claims if _is_drawn(claim)]
    items = items_drawn(paper.sheets, claims, SourceType.FAX_PACKET)
    who = person_identifiers(written.person, address=False, phone=False, mrn=False)
    identifiers = (*who, *name_identifiers(written.clinician), _date(written.written))
    return Section("letter", paper.finish(), written.person, (), items, identifiers)


def _is_drawn(claim: Claim) -> bool:
    return not claim.key.startswith(("denied", "maybe", "vital", "lab"))


def _date(text: str) -> KnownIdentifier:
    return KnownIdentifier(kind=IdentifierKind.DATE, text=text, scope="text")
