"""HL7 v2 files as pages: a part for each message and each patient in it, embedded documents behind theirs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.hl7v2.dictionary import is_known
from arbiter_fhir.documents.hl7v2.embedded import EMBEDDING_FIELD, Embedded, embedded_in, embeds, is_pointer
from arbiter_fhir.documents.hl7v2.enclosed import read_enclosed
from arbiter_fhir.documents.hl7v2.framing import frame_messages
from arbiter_fhir.documents.hl7v2.limits import MAX_ATTACHMENTS
from arbiter_fhir.documents.hl7v2.message import Message, Segment
from arbiter_fhir.documents.hl7v2.segments import assemble_messages
from arbiter_fhir.documents.hl7v2.setting import set_segment
from arbiter_fhir.documents.limits import MAX_CHARACTERS, MAX_PAGES
from arbiter_fhir.documents.ocr.tesseract import Tesseract
from arbiter_fhir.documents.pages import PageCollector
from arbiter_fhir.documents.setting.typesetting import Typesetter
from arbiter_fhir.domain.document import PartKind, WarningCode
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["read_hl7v2"]

#: Messages whose observations answer requests (chapter 7): without a request an observation belongs to nothing.
_ANSWERS: Final = frozenset({"ORU"})


def read_hl7v2(content: bytes, program: Tesseract | None, clock: FileClock) -> PageCollector:
    """All messages of a file on pages, with a region for each field that holds something.

    Args:
        content: The file.
        program: The OCR program, for documents that observations carry; ``None`` leaves pictures in them unread.
        clock: Of the whole file.

    Raises:
        DocumentError: E_HL7_HEADER, E_HL7_STRUCT, E_ENCODING, E_TOO_LARGE.
    """
    collector = PageCollector()

    def warn(message: str) -> None:
        collector.warn(WarningCode.PARTIAL, message)

    framed = frame_messages(content, warn)
    for each in framed:
        if each.doubt is not None:
            collector.warn(WarningCode.LOW_CONFIDENCE, f"Message {each.number} {each.doubt.value} (MSH-18).")
    messages = assemble_messages(framed, warn)
    sound = _sound(messages, warn)
    _require_bearable(sound)
    setting = _Setting(collector, program, clock, several=len(messages) > 1)
    for message in sound:
        for group in _patient_groups(message):
            setting.add(message, group)
    return collector


def _require_bearable(messages: Sequence[Message]) -> None:
    """Refuse more text than a document may have before any of it is set; embedded data is not set.

    Raises:
        DocumentError: E_TOO_LARGE.
    """
    characters = sum(
        len(raw)
        for message in messages
        for segment in message.segments
        for number, raw in enumerate(segment.raw, start=1)
        if not (number == EMBEDDING_FIELD and embeds(segment))
    )
    if characters > MAX_CHARACTERS:
        raise DocumentError(
            ErrorCode.TOO_LARGE, f"The HL7 file has more than {MAX_CHARACTERS} characters of text; split it."
        )


def _sound(messages: Sequence[Message], warn: Callable[[str], None]) -> list[Message]:
    """Messages whose observations all stand behind a request.

    Raises:
        DocumentError: E_HL7_STRUCT where there are none.
    """
    good: list[Message] = []
    for message in messages:
        if _observation_without_request(message):
            warn(f"Message {message.number} was left out: an observation (OBX) stands before any request (OBR).")
        else:
            good.append(message)
    if not good:
        raise DocumentError(
            ErrorCode.HL7_STRUCT,
            "The HL7 message holds results (OBX) before any request (OBR); have the sender correct it.",
        )
    return good


def _observation_without_request(message: Message) -> bool:
    if message.kind[0] not in _ANSWERS:
        return False
    names = [segment.name for segment in message.segments]
    if "OBR" not in names:
        return "OBX" in names
    # From version 2.7.1 on, a patient's own observations may stand before the first request (ORU_R01).
    return "OBX" in names[: names.index("OBR")] and message.segments[0].text(12) < "2.7"


def _patient_groups(message: Message) -> list[list[Segment]]:
    """Segments up to each further patient: the first group holds the message's head as well."""
    groups: list[list[Segment]] = [[]]
    seen = False
    for segment in message.segments:
        if segment.name == "PID":
            if seen:
                groups.append([])
            seen = True
        groups[-1].append(segment)
    return groups


class _Setting:
    """Parts, one after the other."""

    def __init__(self, collector: PageCollector, program: Tesseract | None, clock: FileClock, *, several: bool) -> None:
        self._collector = collector
        self._typesetter = Typesetter(collector)
        self._program = program
        self._clock = clock
        self._several = several
        self._attachments = 0

    def add(self, message: Message, group: Sequence[Segment]) -> None:
        """Set one patient's segments as a part, and behind them what they carry."""
        part = self._typesetter.new_part(PartKind.MESSAGE)
        prefix = f"MSG[{message.number}]/" if self._several else ""
        carried: list[tuple[str, Embedded]] = []
        for segment in group:
            if self._typesetter.is_full:
                # Nothing more is shown; the typesetter has said so.
                break
            place = f"{prefix}{segment.name}[{segment.occurrence}]"
            embedded = embedded_in(segment)
            text = ""
            if embedded is not None:
                text = f"(embedded document, {len(embedded.content)} bytes)"
                carried.append((place, embedded))
            elif is_pointer(segment):
                self._warn(WarningCode.EXTERNAL, f"{place} points to a document elsewhere, which was not fetched.")
            elif not is_known(segment.name):
                kind = "a local segment" if segment.name.startswith("Z") else "a segment that is not known here"
                self._warn(WarningCode.PARTIAL, f"{place} is {kind}; it is shown and no facts are read from it.")
            set_segment(self._typesetter, segment, prefix=prefix, data_text=text)
        self._typesetter.finish()
        for place, embedded in carried:
            self._enclose(place, embedded, part)

    def _enclose(self, place: str, embedded: Embedded, parent: int) -> None:
        """Add the pages of a carried document, or say why they are missing."""
        self._attachments += 1
        problem = embedded.problem
        if not problem and self._attachments > MAX_ATTACHMENTS:
            problem = f"is the {self._attachments}th; no more than {MAX_ATTACHMENTS} are read"
        if problem or embedded.media_type is None:
            self._warn(WarningCode.PARTIAL, f"The document in {place} {problem}; it was left out.")
            return
        try:
            inner = read_enclosed(embedded.content, embedded.media_type, self._program, self._clock)
        except DocumentError as error:
            self._warn(WarningCode.PARTIAL, f"The document in {place} could not be read ({error.code.value}).")
            return
        if len(self._collector.pages) + len(inner.pages) > MAX_PAGES:
            self._warn(WarningCode.PARTIAL, f"The document in {place} was left out: {MAX_PAGES} pages are reached.")
        elif inner.pages:
            self._collector.begin_part(PartKind.ATTACHMENT, parent)
            self._collector.add_enclosed(inner, embedded.content)

    def _warn(self, code: WarningCode, message: str) -> None:
        self._collector.warn(code, message)
