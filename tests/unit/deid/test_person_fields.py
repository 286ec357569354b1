"""Every field of HL7 v2 that is typed for people hides whoever stands in it, in every shape that senders give it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Final

import pytest

from arbiter_fhir.bootstrap.reading import build_reader
from arbiter_fhir.deid import PresidioDeidentifier
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.ports.documents import PageReader

_PEOPLE: Final = frozenset({"XCN", "XPN", "CN", "PPN", "CNN", "NDL", "PN"})
#: Names of syllables, so that no list knows them; every field has its own.
_SYLLABLES: Final = ("zhou", "klai", "tre", "vyan", "brou", "kei", "shu", "mirk", "dro", "qua", "fliz", "gwe")
#: How a name stands in a field: as the type wants it, and as it does not.
_SHAPES: Final[dict[str, Callable[[str, str], str]]] = {
    "as typed, with an id": lambda family, given: f"40417^{family}^{given}",
    "name alone": lambda family, given: f"^{family}^{given}",
    "family first, no id": lambda family, given: f"{family}^{given}",
    "subcomponents": lambda family, given: f"40417&{family}&{given}",
    "one string": lambda family, given: f"{family}, {given}",
    "repeated": lambda family, given: f"40417^{family}^Oda~40418^Reyes^{given}",
    "degree": lambda family, given: f"40417^{family}^{given}^^^^MD",
}


#: Segments of one message.
_SEGMENTS: Final = 12


def _fields() -> dict[str, list[int]]:
    table = resources.files("arbiter_fhir.documents.hl7v2").joinpath("data", "fields.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in table.splitlines() if line and not line.startswith(("#", "segment"))]
    found: dict[str, list[int]] = {}
    for segment, number, kind, _ in rows:
        if kind in _PEOPLE:
            found.setdefault(segment, []).append(int(number))
    return found


_FIELDS: Final = _fields()


def _name(seed: int) -> tuple[str, str]:
    first, second, third = seed % 12, (seed // 12 + 5 * seed) % 12, (seed // 5 + 7) % 12
    family = f"{_SYLLABLES[first]}{_SYLLABLES[second]}{'abcdefghijkl'[third]}x"
    return family.capitalize(), f"{_SYLLABLES[third]}{_SYLLABLES[first]}yo".capitalize()


def _segment(segment: str, write: Callable[[str, str], str], names: list[str]) -> str:
    numbers = _FIELDS[segment]
    fields = [""] * max(numbers)
    if segment == "OBX":
        fields[:6] = ["1", "ST", "REV^Reviewed^L", "", "done", ""]
    for number in numbers:
        family, given = _name(sum(map(ord, segment)) + 7 * number)
        names += [family, given]
        fields[number - 1] = write(family, given)
    return "|".join([segment, *fields])


def _messages(shape: str) -> Iterator[tuple[bytes, list[str]]]:
    """Messages of a few segments each, and whom they name."""
    segments = list(_FIELDS)
    for at in range(0, len(segments), _SEGMENTS):
        names: list[str] = []
        lines = ["MSH|^~\\&|LAB|OAK|EHR|VALE|20260401||ORU^R01^ORU_R01|7|P|2.5.1"]
        if "PID" not in segments[at : at + _SEGMENTS]:
            lines.append("PID|1||448192^^^OAK^MR||Vance^Rose")
        for segment in segments[at : at + _SEGMENTS]:
            lines += ["OBR|1||A1|24323-8^Panel^LN"] if segment == "OBX" else []
            lines.append(_segment(segment, _SHAPES[shape], names))
        yield "\r".join(lines).encode() + b"\r", names


@pytest.fixture(scope="module")
def reader() -> PageReader:
    return build_reader()


def test_the_dictionary_names_such_fields() -> None:
    assert sum(map(len, _FIELDS.values())) > 80
    assert {16, 25} <= set(_FIELDS["OBX"])
    assert {32, 33, 34, 35} <= set(_FIELDS["OBR"])


@pytest.mark.parametrize("shape", _SHAPES)
def test_nobody_is_left_in_any_of_them(deidentifier: PresidioDeidentifier, reader: PageReader, shape: str) -> None:
    left: list[str] = []
    for message, names in _messages(shape):
        document = reader.read(message, doc_type=DocType.HL7V2_MESSAGE)
        raw = " ".join(page.text for page in document.pages)
        clean = deidentifier.deidentify(document, patient=None, clinicians=())
        text = " ".join(page.text.value for page in clean.pages)
        left += [f"{name}: not read" for name in names if name not in raw]
        left += [name for name in names if re.search(rf"(?i)\b{name}\b", text)]
    assert left == []
