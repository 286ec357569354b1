"""Measures the line on faxed laboratory reports: ``python -m devstack.samples.fax_readings``.

A row counts as read when value, unit, range, flag and date of collection are all as printed, at its place.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from arbiter_fhir.deid import PresidioDeidentifier
from arbiter_fhir.documents import SandboxedReader
from arbiter_fhir.domain.document import BoundingBox, DocType
from arbiter_fhir.domain.fact import Certainty, CitedFact
from arbiter_fhir.errors import ArbiterError
from arbiter_fhir.extraction import RuleExtractor
from devstack.samples.catalogue import SAMPLE_NAMES, sample
from devstack.samples.fax import FAX_QUALITIES, FaxedPage, fax_pages, write_tiff
from devstack.samples.truth import Box, TrueRow

__all__ = ["FaxScore", "measure_fax"]


@dataclass(frozen=True, slots=True)
class FaxScore:
    """One faxed report: rows printed, facts given, those wholly right, and what was certified wrongly."""

    rows: int
    facts: int
    right: int
    verified: int
    wrong_verified: tuple[str, ...]
    missed: tuple[str, ...]
    seconds: float


class _Now:
    """The wall clock, for de-identification's ages."""

    def now(self) -> datetime:
        """The time now, UTC."""
        return datetime.now(UTC)


class _Line:
    """The product's own line, built once for each process."""

    def __init__(self) -> None:
        self.reader = SandboxedReader()
        self.deidentifier = PresidioDeidentifier(clock=_Now())
        self.extractor = RuleExtractor()

    def facts(self, content: bytes) -> Sequence[CitedFact]:
        pages = self.reader.read(content, doc_type=DocType.FAX_PACKET)
        clean = self.deidentifier.deidentify(pages, patient=None)
        return self.extractor.extract(clean, doc_type=DocType.FAX_PACKET, source_id="documents:1").facts


_LINES: list[_Line] = []


def measure_fax(name: str, quality: str, seed: int) -> FaxScore:
    """Fax one sample report and read it.

    Args:
        name: A sample's name.
        quality: A name of `FAX_QUALITIES`.
        seed: Of the machine's noise.
    """
    if not _LINES:
        _LINES.append(_Line())
    document = sample(name)
    pages = fax_pages(document.content, seed=seed, quality=FAX_QUALITIES[quality])
    rows = [_moved(row, pages[row.page - 1]) for row in document.truth.rows if row.resulted]
    started = time.perf_counter()
    try:
        facts = _LINES[0].facts(write_tiff(pages))
    except ArbiterError as error:
        return FaxScore(len(rows), 0, 0, 0, (), (error.code.value,), time.perf_counter() - started)
    seconds = time.perf_counter() - started
    return _score(facts, rows, document.truth.collected, seconds)


def _score(facts: Sequence[CitedFact], rows: Sequence[TrueRow], collected: str, seconds: float) -> FaxScore:
    right, wrong, missed = 0, [], dict.fromkeys(range(len(rows)), "no fact")
    for fact in facts:
        index = _row_at(fact, rows)
        said = _said(fact)
        printed = _printed(rows[index], collected) if index is not None else ("no such row",)
        if index in missed and said == printed:
            right += 1
            del missed[index]
            continue
        if index in missed:
            missed[index] = f"{said} {fact.certainty.value} {fact.reasons}"
        if fact.certainty is Certainty.VERIFIED and not _is_true(said, printed):
            name = rows[index].test_name if index is not None else ""
            wrong.append(f"{name}: {said} for {printed}")
    verified = sum(fact.certainty is Certainty.VERIFIED for fact in facts)
    named = tuple(f"{rows[index].test_name} {_printed(rows[index], collected)}: {why}" for index, why in missed.items())
    return FaxScore(len(rows), len(facts), right, verified, tuple(wrong), named, seconds)


def _is_true(said: tuple[str, ...], printed: tuple[str, ...]) -> bool:
    """Whether nothing said is wrong; a date without its time is less than what is printed, and not wrong."""
    return said[:-1] == printed[:-1] and printed[-1].startswith(said[-1])


def _said(fact: CitedFact) -> tuple[str, ...]:
    lab = fact.lab
    if lab is None:
        return ("no laboratory result",)
    flag = lab.abnormal_flag.value if lab.abnormal_flag and lab.flag_printed else ""
    date = lab.collection_date.iso if lab.collection_date else ""
    return (_plain(lab.value), _unit(lab.unit), _plain(lab.reference_range), flag, date)


def _printed(row: TrueRow, collected: str) -> tuple[str, ...]:
    return (
        _plain(row.value), _unit(row.unit), _plain(row.reference_range), row.abnormal, row.collected or collected
    )  # fmt: skip


def _plain(text: str) -> str:
    return "".join(text.split()).replace("\u2013", "-")


def _unit(text: str) -> str:
    """``mg/dl`` and ``mg/dL`` are one unit; small and capital l look alike on paper."""
    return _plain(text).casefold()


def _moved(row: TrueRow, page: FaxedPage) -> TrueRow:
    words = tuple(replace(word, box=page.place(word.box), ink=page.place(word.ink)) for word in row.words)
    return replace(
        row,
        words=words,
        box=type(row.box).around([word.box for word in words]),
        ink=type(row.ink).around([word.ink for word in words]),
    )


def _row_at(fact: CitedFact, rows: Sequence[TrueRow]) -> int | None:
    box = fact.citation.box
    if box is None:
        # On a page that leans no upright box holds one row alone, so none is proven: then name and value say which.
        said = (_plain(fact.lab.test_name), _plain(fact.lab.value)) if fact.lab else ("", "")
        same = [index for index, row in enumerate(rows) if (_plain(row.test_name), _plain(row.value)) == said]
        return same[0] if len(same) == 1 else None
    held = [
        (sum(box.holds_center_of(_as_box(word.ink)) for word in row.words if word.part in {"name", "value"}), -index)
        for index, row in enumerate(rows)
        if row.page == fact.citation.page
    ]
    most, index = max(held, default=(0, 0))
    return -index if most else None


def _as_box(ink: Box) -> BoundingBox:
    return BoundingBox(ink.x, ink.y, ink.width, ink.height)


def _run(job: tuple[str, str, int]) -> tuple[str, str, FaxScore]:
    return job[1], job[0], measure_fax(*job)


def _report(done: Iterator[tuple[str, str, FaxScore]], *, explain: bool) -> None:
    scores: dict[str, list[FaxScore]] = {}
    for quality, name, score in done:
        scores.setdefault(quality, []).append(score)
        for finding in score.wrong_verified:
            print(f"! {quality}, {name}: {finding}", flush=True)
        if explain:
            print(
                f"  {quality}, {name}: {score.right}/{score.rows} of {score.facts}; missed {score.missed}", flush=True
            )
    print(f"{'quality':24}{'rows':>6}{'facts':>7}{'right':>7}{'F1':>8}{'verified':>10}{'wrong':>7}{'s/report':>10}")
    for quality, each in scores.items():
        rows, facts, right = (sum(getattr(s, field) for s in each) for field in ("rows", "facts", "right"))
        verified, wrong = sum(s.verified for s in each), sum(len(s.wrong_verified) for s in each)
        f1 = 2 * right / (rows + facts) if rows + facts else 0.0
        seconds = sum(s.seconds for s in each) / len(each)
        print(f"{quality:24}{rows:6d}{facts:7d}{right:7d}{f1:8.4f}{verified:10d}{wrong:7d}{seconds:10.2f}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m devstack.samples.fax_readings", description=__doc__)
    parser.add_argument("--quality", action="append", choices=tuple(FAX_QUALITIES), help="repeatable; default: all")
    parser.add_argument("--sample", action="append", choices=SAMPLE_NAMES, help="repeatable; default: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--explain", action="store_true", help="print the rows that were not read")
    given = parser.parse_args()
    jobs = [
        (name, quality, given.seed + place)
        for quality in given.quality or FAX_QUALITIES
        for place, name in enumerate(given.sample or SAMPLE_NAMES)
    ]
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        _report(pool.map(_run, jobs), explain=given.explain)


if __name__ == "__main__":
    main()
