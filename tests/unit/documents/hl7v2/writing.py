"""Writes HL7 v2 messages for tests: synthetic people, one segment a line."""

from __future__ import annotations

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.hl7v2.framing import frame_messages
from arbiter_fhir.documents.hl7v2.message import Message
from arbiter_fhir.documents.hl7v2.reader import read_hl7v2
from arbiter_fhir.documents.hl7v2.segments import assemble_messages
from arbiter_fhir.documents.pages import PageCollector
from arbiter_fhir.domain.region import Region, RegionKind

HEADER = r"MSH|^~\&|LAB|CENTRAL|EHR|CLINIC|202604101530||ORU^R01^ORU_R01|M0001|P|2.5.1"
PATIENT = "PID|1||884213^^^CENTRAL^MR||Orlov^Mina^R||19710304|F|||12 Elm Street^^Dover^DE^19901||(302)555-0147"
REQUEST = "OBR|1|A77|F77|24323-8^Metabolic panel^LN|||202604100815"
GLUCOSE = "OBX|1|NM|2345-7^Glucose^LN||96|mg/dL|70-99|N|||F"


def message(*segments: str, header: str = HEADER, end: str = "\r") -> bytes:
    """A message of the header and segments."""
    return "".join(segment + end for segment in (header, *segments)).encode("utf-8")


def report(*observations: str, header: str = HEADER) -> bytes:
    """A report with a patient, a request and observations."""
    return message(PATIENT, REQUEST, *(observations or (GLUCOSE,)), header=header)


def segment(name: str, **numbered: str) -> str:
    """A segment of its fields by number: ``segment("PID", f5="Orlov^Mina")``."""
    values = {int(key[1:]): value for key, value in numbered.items()}
    return "|".join([name, *(values.get(number, "") for number in range(1, max(values) + 1))])


def parsed(content: bytes) -> tuple[list[Message], list[str]]:
    """Messages of a file, and warnings."""
    warnings: list[str] = []
    return assemble_messages(frame_messages(content, warnings.append), warnings.append), warnings


def read(content: bytes) -> PageCollector:
    """The pages, without recognition."""
    return read_hl7v2(content, None, FileClock())


def fields(collector: PageCollector) -> dict[str, tuple[str, Region]]:
    """Text and region of every field, by path."""
    found: dict[str, tuple[str, Region]] = {}
    for page in collector.pages:
        for region in page.regions:
            if region.kind is RegionKind.FIELD:
                text = " ".join(page.text[start:end] for start, end in region.spans)
                before = found.get(region.path)
                found[region.path] = (f"{before[0]} {text}" if before else text, region)
    return found


def told(collector: PageCollector) -> list[str]:
    """Messages of the warnings."""
    return [warning.message for warning in collector.warnings]
