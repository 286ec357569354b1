"""`arbiter-fhir eval-case`: a corrected fact becomes a case of the golden set, without anything that names a person."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Final

from arbiter_fhir.bootstrap.reviewing import build_eval_cases
from arbiter_fhir.cli.output import Output
from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.fact import Certainty, CitedFact
from arbiter_fhir.domain.fact_value import value_to_json
from arbiter_fhir.evals.cases import Category, EvalCase, ExpectedItem, Route
from arbiter_fhir.evals.corpus import REDACTED, FixtureRole, Source
from arbiter_fhir.evals.expected_items import IDENTIFYING_FIELDS
from arbiter_fhir.pipelines.eval_case import RegressionMaterial
from arbiter_fhir.settings import Settings
from arbiter_fhir.telemetry import configure_logging

__all__ = ["case_of", "export_case", "write_case"]

#: What a case is judged by, beside what says which fact it is; codes and dates are not on a painted page.
_JUDGED: Final = (
    "value",
    "unit",
    "reference_range",
    "strength",
    "dose",
    "frequency",
    "reaction",
    "status",
    "assertion",
)
_MADE_FOR: Final = "A value that was misread once and that a person corrected"
_PNG: Final = "image/png"
_OWNER_ONLY: Final = 0o600
_README: Final = """# A regression case

Made of a fact that a reviewer corrected. Nothing in here names a person: the page was de-identified again, identifiers
were painted over, and the painted page was read once more to see that none is left.

- `truth.json`: what belongs there (`value`), what was read (`paper`), the reasons for doubt, the quote.
- `page.txt`: the page's clean text; placeholders stand where identifiers stood.
- `<case>.png`, `<case>.json`, `manifest-entry.json`: the page as a picture, the case and its entry, in the form of
  `fixtures/clinical-document-golden`. They are missing where the page could not be painted safely, and for spreadsheets
  and messages. To add the case: copy the picture to `sources/`, the case to `cases/`, and the entry into the list
  `sources` of `source-fixture-manifest.json`.
"""


def export_case(settings: Settings, fact_id: int, out: Path, output: Output) -> None:
    """Write the case of one corrected fact into a folder.

    Raises:
        ArbiterError: There is no such fact, nobody corrected it, or its document cannot be read.
    """
    configure_logging(silent=True)
    material = build_eval_cases(settings).material(fact_id)
    written = write_case(material, out)
    output.show(
        lambda: {"case": _name(material), "files": [path.name for path in written]},
        lambda console: console.print("\n".join(str(path) for path in written), markup=False),
    )


def write_case(material: RegressionMaterial, out: Path) -> list[Path]:
    """Write the files of a case, for their owner alone; gives their paths."""
    out.mkdir(parents=True, exist_ok=True)
    fact, mark = material.fact, material.fact.review
    truth = {
        "doc_type": material.doc_type.value,
        "fact_type": fact.fact_type.value,
        "value": value_to_json(fact.value),
        "paper": None if mark is None or mark.paper is None else value_to_json(mark.paper),
        "reasons": list(fact.reasons),
        "quote": fact.citation.quote.value,
        "place": fact.citation.page_or_section,
    }
    written = [
        _write(out / "README.md", _README.encode()),
        _write(out / "truth.json", _as_json(truth)),
        _write(out / "page.txt", (material.text.value + "\n").encode()),
    ]
    if material.picture is None:
        return written
    case, png = case_of(material), material.picture.png
    entry = Source(
        file=case.source,
        sha256=hashlib.sha256(png).hexdigest(),
        size=len(png),
        role=FixtureRole.EXTRACTION_SOURCE,
        mime=_PNG,
        doc_type=case.doc_type,
        case=case.id,
    )
    return [
        *written,
        _write(out / case.source, png),
        _write(out / f"{case.id}.json", _as_json(case.model_dump(mode="json"))),
        _write(out / "manifest-entry.json", _as_json(entry.model_dump(mode="json"))),
    ]


def case_of(material: RegressionMaterial) -> EvalCase:
    """The case: the corrected fields must come out of the painted page, however sure the line is of them.

    The page's other facts may come out as they are read today, or not at all: nobody has judged them.
    """
    name = _name(material)
    return EvalCase(
        id=name,
        title=_MADE_FOR,
        categories=(Category.MISREAD_PRONE,),
        source=f"{name}.png",
        doc_type=material.doc_type,
        layout=REDACTED,
        route=Route.SCANNED,
        pages=1,
        items=(_item(material.fact, material), *(_item(each, material, optional=True) for each in material.others)),
    )


def _item(fact: CitedFact, material: RegressionMaterial, *, optional: bool = False) -> ExpectedItem:
    names = (*IDENTIFYING_FIELDS[fact.fact_type], *(() if optional else _JUDGED))
    texts = {name: getattr(fact.value, name) for name in names if hasattr(fact.value, name)}
    values = {"value": getattr(fact.value, "value", "")} if optional and hasattr(fact.value, "value") else {}
    fields = {name: text for name, text in {**texts, **values}.items() if type(text) is str and (text or not optional)}
    box = fact.citation.box
    return ExpectedItem(
        fact_type=fact.fact_type,
        fields=fields,
        certainty=tuple(Certainty),
        optional=optional,
        source_type=SourceType(material.doc_type.value),
        page=1,
        frame=None if box is None else (box.x, box.y, box.width, box.height),
    )


def _name(material: RegressionMaterial) -> str:
    return f"regression-{hashlib.sha256(material.fingerprint.encode()).hexdigest()[:12]}"


def _as_json(plain: object) -> bytes:
    return (json.dumps(plain, ensure_ascii=False, indent=1) + "\n").encode()


def _write(path: Path, content: bytes) -> Path:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _OWNER_ONLY), "wb") as handle:
        handle.write(content)
    return path
