"""Measures how often values of scans are wrong, by confidence: ``python -m devstack.samples.scan_readings``.

Every sample is scanned with several seeds, cleanly and poorly, read by the product's own reader and extractor, and each
fact's value is compared with the value printed at the same place.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise

from arbiter_fhir.deid import PresidioDeidentifier
from arbiter_fhir.documents import SandboxedReader
from arbiter_fhir.domain.document import BoundingBox, DocType
from arbiter_fhir.domain.fact import Certainty, CitedFact
from arbiter_fhir.extraction import RuleExtractor
from devstack.samples.catalogue import SAMPLE_NAMES, sample
from devstack.samples.scan import CLEAN_SCAN, POOR_SCAN
from devstack.samples.truth import TrueRow

__all__ = ["Reading", "measure", "tabulate"]

#: A fact is of the row that its box shares most with, if it is at least this much (intersection over union).
SAME_PLACE = 0.2
_BINS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.85, 0.9, 0.95, 1.01)


@dataclass(frozen=True, slots=True)
class Reading:
    """One fact of a scanned sample: how sure it was, and whether its value is what is printed."""

    confidence: float
    certainty: Certainty
    right: bool


class _Now:
    """The wall clock, for de-identification's ages."""

    def now(self) -> datetime:
        """The time now, UTC."""
        return datetime.now(UTC)


def _row_at(fact: CitedFact, rows: tuple[TrueRow, ...]) -> TrueRow | None:
    if fact.citation.box is None:
        return None
    shares = []
    for row in rows:
        words = [word.ink for word in row.words if word.text in fact.citation.quote.value.split()] or [row.ink]
        box = BoundingBox.around(BoundingBox(ink.x, ink.y, ink.width, ink.height) for ink in words)
        same_page = row.page == fact.citation.page
        shares.append((fact.citation.box.iou(box) if same_page else 0.0, row))
    best, row = max(shares, key=lambda share: share[0])
    return row if best >= SAME_PLACE else None


def measure(seeds: range) -> Iterator[Reading]:
    """Read all samples as scans.

    Args:
        seeds: Each gives one clean and one poor scan of every sample.
    """
    reader, deidentifier, extractor = SandboxedReader(), PresidioDeidentifier(clock=_Now()), RuleExtractor()
    for seed in seeds:
        for quality in (CLEAN_SCAN, POOR_SCAN):
            for name in SAMPLE_NAMES:
                document = sample(name, scanned=True, seed=seed, quality=quality)
                pages = reader.read(document.content, doc_type=DocType.LAB_PDF)
                clean = deidentifier.deidentify(pages, patient=None)
                extraction = extractor.extract(clean, doc_type=DocType.LAB_PDF, source_id=name)
                for fact in extraction.facts:
                    row = _row_at(fact, document.truth.rows)
                    if row is not None and fact.lab is not None:
                        right = fact.lab.value.replace(" ", "") == row.value.replace(" ", "")
                        yield Reading(fact.confidence, fact.certainty, right)


def tabulate(readings: list[Reading]) -> list[str]:
    """Lines of a table: confidence, number of facts, share of right values; and the verified facts that are wrong."""
    lines = ["confidence        facts  right"]
    for low, high in pairwise(_BINS):
        inside = [reading for reading in readings if low <= reading.confidence < high]
        if inside:
            share = sum(reading.right for reading in inside) / len(inside)
            lines.append(f"{low:.2f} to {min(high, 1.0):.2f}  {len(inside):9d}  {share:.3f}")
    verified = [reading for reading in readings if reading.certainty is Certainty.VERIFIED]
    wrong = sum(not reading.right for reading in verified)
    lines.append(f"verified: {len(verified)}, of them wrong: {wrong}")
    return lines


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m devstack.samples.scan_readings", description=__doc__)
    parser.add_argument("--seeds", type=int, default=3, help="scans of each sample and quality (default 3)")
    seeds: int = parser.parse_args().seeds
    print("\n".join(tabulate(list(measure(range(1, seeds + 1))))))


if __name__ == "__main__":
    main()
