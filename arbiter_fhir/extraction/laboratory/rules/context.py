"""What stands around the rows: panel headings, specimens, comments, and the dates that hold for what follows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.extraction.laboratory.geometry import Fragment, Line, PageView, cells_of, text_of
from arbiter_fhir.extraction.weakened import weakens_result

__all__ = ["Context", "find_specimen", "is_heading", "is_name_continuation", "is_note", "is_opinion", "panel_words"]

_PANEL = re.compile(
    r"\b(?:panel|profile|cbc|cmp\d*|bmp\d*|metabolic|lipids?|urinalysis|chemistry|haematology|hematology|serology|differential|"
    r"thyroid|coagulation|endocrinology|immunology|microbiology|studies|monitoring|function|hormones?|vitamins?|"
    r"electrolytes|hepatic|renal|liver|kidney|cardiac|markers?|screening|microscopic|macroscopic|blood count|diabetes|"
    r"toxicology|indices|tests|group|section)\b",
    re.IGNORECASE,
)
_NOT_HEADING = re.compile(
    r"\b(?:page|final|report|continued|laboratory report|end of|phone|fax|director|clia|legend|copy|confidential|"
    r"signed|signature|reviewed|performed)\b",
    re.IGNORECASE,
)
_SPECIMEN = re.compile(
    r"\b(?:specimen(?:\s+(?:type|source))?|sample(?:\s+type)?|source)\s*:\s*(?P<what>[A-Za-z][A-Za-z ,/()-]{1,40})",
    re.IGNORECASE,
)
_NOTE = re.compile(
    r"^(?:comments?|notes?|interpretation|remarks?|footnote|result comment|\*+|\[\d\]|\(\d\))", re.IGNORECASE
)
#: What is said about a result, and no part of a test's name.
_OPINION = re.compile(
    r"\b(?:suspected|possible|probable|likely|consider|repeat(?:ed|edly)?|confirm(?:ed|ation)?|called|notified|see|note|"
    r"result|reported|corrected|previous(?:ly)?|invalid|mislabel+ed|hemolyzed|false|please|recommend(?:ed)?|suggests?)\b",
    re.IGNORECASE,
)
_OPEN_END = re.compile(r"(?:[,/(-]|\b(?:of|and|for|with|to|in|by))$", re.IGNORECASE)

#: A heading holds at most this many words.
MAX_HEADING_WORDS = 8


@dataclass(slots=True)
class Context:
    """What holds for the rows to come.

    Attributes:
        collected: Placeholder label of the collection date in force; empty where none was printed yet.
        rows_since_date: Rows read since that date was printed.
        head: Placeholder label of the date in the report's head.
        unreadable: A collection label was printed since, with something after it that is no date.
        inherited: A new panel began since that date was printed.
        scoped: The date was printed within a panel, not in the report's head.
    """

    panel: DeidentifiedText | None = None
    specimen: DeidentifiedText | None = None
    collected: str = ""
    rows_since_date: int = 0
    unreadable: bool = False
    inherited: bool = False
    scoped: bool = False
    head: str = ""

    def begin_panel(self, title: DeidentifiedText) -> None:
        """A new heading: the specimen ends, the date goes on but is only inherited once rows have used it."""
        self.panel = title
        self.specimen = None
        self.inherited = self.inherited or self.rows_since_date > 0

    def set_collected(self, label: str) -> None:
        """A collection date was printed."""
        self.collected = label
        self.rows_since_date = 0
        self.inherited = False
        self.unreadable = False
        if self.panel is None and not self.head:
            self.head = label
        self.scoped = self.panel is not None and label != self.head

    def lose_collected(self) -> None:
        """A collection date was printed, but could not be read: no earlier one holds any more."""
        self.collected = ""
        self.unreadable = True
        self.inherited = False


def panel_words(line: Line, char: float) -> tuple[Fragment, ...]:
    """The part of a line that could be a heading: its first cell up to the first label or placeholder."""
    kept: list[Fragment] = []
    for fragment in cells_of(line.fragments, char)[0]:
        if fragment.is_placeholder:
            break
        if fragment.text.endswith(":"):
            # What runs into a label is part of it ("Collection Date:"), unless it speaks of a panel.
            return tuple(kept) if _PANEL.search(text_of(kept)) else ()
        kept.append(fragment)
    return tuple(kept)


def is_heading(words: Sequence[Fragment]) -> bool:
    """Whether words read like the heading of a panel."""
    text = text_of(words)
    if (
        not words
        or len(words) > MAX_HEADING_WORDS
        or text.endswith(".")
        or text.startswith("(")
        or _NOT_HEADING.search(text)
    ):
        return False
    if not any(char.isalpha() for char in text):
        return False
    if _PANEL.search(text):
        return True
    capitals = sum(word.text[0].isupper() or not word.text[0].isalpha() for word in words if len(word.text) > 3)
    long_words = sum(len(word.text) > 3 for word in words)
    return not any(char.isdigit() for char in text) and capitals == long_words and long_words > 0


def find_specimen(view: PageView, line: Line) -> DeidentifiedText | None:
    """The specimen named after a label on the line, as printed."""
    match = _SPECIMEN.search(line.text)
    if match is None:
        return None
    named = match["what"].strip().split()
    kept: list[Fragment] = []
    seen = 0
    offset = 0
    for fragment in line.fragments:
        start, offset = offset, offset + len(fragment.text) + 1
        if start < match.start("what") or seen >= len(named):
            continue
        if fragment.is_placeholder or fragment.text.endswith(":"):
            break
        if kept and fragment.x0 - kept[-1].x1 > 2.5 * view.char:
            break
        kept.append(fragment)
        seen += 1
    return view.quote(kept) if kept else None


def is_note(text: str) -> bool:
    """Whether a line says of itself that it is a comment."""
    return _NOTE.match(text.strip()) is not None


def is_opinion(text: str) -> bool:
    """Whether words under a result are said about it: an opinion, a request, or what takes certainty away."""
    return _OPINION.search(text) is not None or weakens_result(text)


def is_name_continuation(name: str, more: str) -> bool:
    """Whether words alone show that a name goes on in the next line."""
    first = more.lstrip()[:1]
    return bool(_OPEN_END.search(name.rstrip())) or first.islower() or first in "(,/-"
