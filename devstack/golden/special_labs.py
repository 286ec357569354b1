"""Laboratory reports that are no plain table of results: a culture, a corrected report, footnotes and criticals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.evals.cases import Category, EvalCase, ForbiddenFact, Route
from devstack.golden.claims import ANY_CERTAINTY, Claim, items_drawn
from devstack.golden.documents import GoldenDocument
from devstack.golden.expectations import name_identifiers
from devstack.golden.form_writer import FormWriter, Piece
from devstack.golden.patients import FOLK, person_identifiers
from devstack.samples import Person
from devstack.samples.paper import Paper

__all__ = ["special_lab_cases"]

_CLINICIAN = "Dr. Quentin Abiodun"
_WHEN = "2026-05-06T09:20"


def special_lab_cases() -> Iterator[GoldenDocument]:
    """All of them."""
    yield _culture()
    yield _corrected()
    yield _footnotes()


def _begin(title: str, person: Person) -> tuple[Paper, FormWriter]:
    paper = Paper()
    pen = FormWriter.begin(paper, size=9.5, pitch=15.0)
    pen.title(title)
    for label, value in (
        ("Patient:", person.family_first),
        ("DOB:", person.birth_date.strftime("%m/%d/%Y")),
        ("MRN:", person.mrn),
        ("Ordering Provider:", _CLINICIAN),
        ("Collected:", "05/06/2026 09:20"),
        ("Reported:", "05/08/2026 14:05"),
    ):
        pen.labelled(label, value)
    pen.y += 10
    return paper, pen


def _finish(
    name: str,
    title: str,
    paper: Paper,
    claims: Sequence[Claim],
    person: Person,
    *,
    categories: tuple[Category, ...],
    forbidden: tuple[ForbiddenFact, ...] = (),
) -> GoldenDocument:
    case = EvalCase(
        id=f"lab-{name}-typed",
        title=title,
        categories=categories,
        source=f"lab-{name}-typed.pdf",
        doc_type=DocType.LAB_PDF,
        layout=name,
        route=Route.TYPED,
        pages=len(paper.sheets),
        items=items_drawn(paper.sheets, claims, SourceType.LAB_PDF),
        forbidden=forbidden,
        identifiers=(
            *person_identifiers(person, address=False, phone=False),
            *name_identifiers(_CLINICIAN),
        ),
    )
    return GoldenDocument(case, paper.finish())


def _culture() -> GoldenDocument:
    """An organism and how it answers to drugs."""
    person = FOLK["Dragomirescu"]
    paper, pen = _begin("MICROBIOLOGY REPORT", person)
    pen.labelled("Specimen:", "Urine, clean catch")
    pen.labelled("Culture result:", "Klebsiella pneumoniae >100,000 CFU/mL", "culture")
    pen.heading("Susceptibility: Klebsiella pneumoniae")
    claims = []
    rows: list[list[Piece]] = []
    for place, (drug, value, word) in enumerate(
        (
            ("Ampicillin", ">=32", "R"),
            ("Ceftriaxone", "<=1", "S"),
            ("Ciprofloxacin", "0.5", "I"),
            ("Nitrofurantoin", "64", "S"),
        )
    ):
        key = f"drug{place}"
        rows.append([(drug, key), (value, key), (word, key)])
        fields = {"organism": "Klebsiella pneumoniae", "drug": drug, "interpretation": word, "value": value}
        claims.append(Claim(key, FactType.SUSCEPTIBILITY, fields))
    pen.table((("Antibiotic", 0), ("MIC (ug/mL)", 180), ("Interpretation", 300)), rows)
    pen.pieces(
        [("S = susceptible, I = intermediate, R = resistant. Method: broth microdilution, 2024 breakpoints.", "")]
    )
    culture = Claim(
        "culture",
        FactType.LAB_RESULT,
        {"test_name": "Culture result"},
        certainty=ANY_CERTAINTY,
        optional=True,
        spellings={"test_name": ("Culture", "Urine culture")},
    )
    forbidden = (ForbiddenFact(why="a legend", quote="breakpoints"),)
    return _finish(
        "culture",
        "a urine culture with susceptibilities",
        paper,
        [*claims, culture],
        person,
        categories=(Category.CULTURE,),
        forbidden=forbidden,
    )


def _result(key: str, fields: dict[str, str], **more: str) -> Claim:
    return Claim(key, FactType.LAB_RESULT, {**fields, "collection_date": _WHEN, **more})


_COLUMNS = (("Test", 0), ("Result", 170), ("Flag", 250), ("Units", 300), ("Reference Range", 390))


def _table(pen: FormWriter, rows: Sequence[tuple[str, str, str, str, str, str]], **more: str) -> list[Claim]:
    """Rows of name, value, flag, unit, range and OpenEMR's word for the flag; gives their claims."""
    claims, cells = [], []
    for place, (name, value, flag, unit, span, word) in enumerate(rows):
        key = f"row{place}"
        cells.append([(text, key) for text in (name, value, flag, unit, span)])
        fields = {"test_name": name, "value": value, "unit": unit, "reference_range": span}
        claims.append(_result(key, fields | ({"abnormal_flag": word} if word else {}), **more))
    pen.table(_COLUMNS, cells)
    return claims


def _corrected() -> GoldenDocument:
    """A report that takes the place of an earlier one, and says so."""
    person = FOLK["Yamanashi"]
    paper, pen = _begin("CORRECTED LABORATORY REPORT", person)
    pen.pieces([("This corrected report replaces the one issued 05/07/2026. Previously reported: Calcium 12.9.", "")])
    pen.y += 8
    claims = _table(
        pen,
        (
            ("Calcium", "9.2", "", "mg/dL", "8.7 - 10.2", ""),
            ("Albumin", "3.4", "L", "g/dL", "3.8 - 4.8", "low"),
            ("Magnesium", "2.0", "", "mg/dL", "1.6 - 2.3", ""),
        ),
    )
    return _finish(
        "corrected",
        "a corrected report that names the earlier value",
        paper,
        claims,
        person,
        categories=(Category.CORRECTION, Category.PREVIOUS_RESULTS),
        forbidden=(ForbiddenFact(why="the value that was corrected", test_name="Calcium", value="12.9"),),
    )


def _footnotes() -> GoldenDocument:
    """Critical values, and notes under the table that hold numbers."""
    person = FOLK["Skarsgaard"]
    paper, pen = _begin("CHEMISTRY", person)
    claims = _table(
        pen,
        (
            ("Potassium", "6.8", "HH", "mmol/L", "3.5 - 5.1", "vhigh"),
            ("Sodium", "118", "LL", "mmol/L", "136 - 145", "vlow"),
            ("Glucose", "88", "", "mg/dL", "70 - 99", ""),
            ("Troponin I", "<0.01", "", "ng/mL", "<0.04", ""),
        ),
    )
    pen.pieces([("(1) Critical potassium called at 13:50. Hemolysis may raise potassium by 0.5 to 1.5 mmol/L.", "")])
    pen.pieces([("(2) Sodium verified by repeat analysis; 120 is the alert limit of this laboratory.", "")])
    forbidden = (
        ForbiddenFact(why="a footnote", quote="Hemolysis"),
        ForbiddenFact(why="a footnote", quote="alert limit"),
    )
    return _finish(
        "footnotes",
        "critical values with footnotes full of numbers",
        paper,
        claims,
        person,
        categories=(Category.CLEAN_TYPED,),
        forbidden=forbidden,
    )
