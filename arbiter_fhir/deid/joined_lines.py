"""A second reading of what a format knows to belong together: a cell or paragraph that stands on several lines.

On the page a wrapped cell's lines alternate with its neighbours' lines, and a wrapped paragraph ends a line in the
middle of a name. Joined, the text can be read as its author wrote it; findings are carried back to the page's lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arbiter_fhir.deid.findings import Finding
from arbiter_fhir.deid.folding import FoldedText
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.region import DeclaredContent, Region

__all__ = ["JoinedLines", "join_lines"]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of the joined text and where it stands in the page's reading."""

    start: int
    end: int
    origin: int


@dataclass(frozen=True, slots=True)
class JoinedLines:
    """The joined text of a page's regions of several lines, one region a line.

    Attributes:
        reading: The joined text as recognizers see it.
        pieces: Where its stretches come from, ascending.
        page: The page's own reading.
    """

    reading: Reading
    pieces: tuple[_Piece, ...]
    page: Reading

    @property
    def stretches(self) -> tuple[tuple[int, int], ...]:
        """What of the page's reading is read here, in order of the joined text."""
        return tuple((piece.origin, piece.origin + piece.end - piece.start) for piece in self.pieces)

    def places(self, start: int, end: int) -> list[tuple[int, int]]:
        """Where a stretch of the joined text stands on the page; one place where only a line break parts it."""
        places: list[tuple[int, int]] = []
        for piece in self.pieces:
            if piece.end <= start or piece.start >= end:
                continue
            first = piece.origin + max(start - piece.start, 0)
            last = piece.origin + min(end, piece.end) - piece.start
            if places and not self.page.text[places[-1][1] : first].strip():
                places[-1] = places[-1][0], last
            else:
                places.append((first, last))
        return places

    def carried_back(self, findings: Sequence[Finding], page: int) -> Iterator[Finding]:
        """The findings at their places on the page; pieces of one finding share a group."""
        for finding in findings:
            places = self.places(finding.start, finding.end)
            group = finding.group or (f"joined:{page}:{finding.start}:{finding.kind.value}" if len(places) > 1 else "")
            for start, end in places:
                yield Finding(
                    start,
                    end,
                    finding.kind,
                    finding.strength,
                    finding.recognizer,
                    finding.score,
                    finding.role,
                    group,
                )


def join_lines(regions: Sequence[Region], folded: FoldedText, page: Reading) -> JoinedLines | None:
    """The joined reading of all regions of several lines whose content the format does not declare.

    Args:
        regions: The page's regions, offsets in the raw text.
        folded: The way from raw text to reading.
        page: The page's reading.

    Returns:
        ``None`` where there is no such region.
    """
    lines: list[str] = []
    pieces: list[_Piece] = []
    taken: set[int] = set()
    at = 0
    for region in regions:
        spans = [(folded.from_raw(start), folded.from_raw(end)) for start, end in region.spans]
        if len(spans) < 2 or region.declares not in {None, DeclaredContent.NARRATIVE} or spans[0][0] in taken:
            continue
        taken.update(start for start, _ in spans)
        contents = [page.text[start:end].replace("\n", " ") for start, end in spans]
        lines.append(" ".join(contents))
        for (start, _), content in zip(spans, contents, strict=True):
            pieces.append(_Piece(at, at + len(content), start))
            at += len(content) + 1
    if not pieces:
        return None
    return JoinedLines(Reading("\n".join(lines), page.lexicon), tuple(pieces), page)
