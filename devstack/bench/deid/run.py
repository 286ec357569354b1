"""The bench: every document read by the product's reader, then cleaned by every contender on the same text."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from arbiter_fhir.errors import ArbiterError
from arbiter_fhir.ports.documents import PageReader
from devstack.bench.deid.contenders import Contender
from devstack.bench.deid.formats import BenchDocument, documents
from devstack.bench.deid.scoring import Score, score_document

__all__ = ["ContenderResult", "DeidBench", "run_deid_bench"]


@dataclass
class ContenderResult:
    """What one contender did.

    Attributes:
        total: All documents.
        by_format: The same by format.
        seconds: Wall time of cleaning.
    """

    name: str
    total: Score = field(default_factory=Score)
    by_format: dict[str, Score] = field(default_factory=dict)
    seconds: float = 0.0


@dataclass
class DeidBench:
    """All that was measured.

    Attributes:
        documents: Number of documents that were read.
        unread: Format to error code of documents that the reader refused: not measured, never counted as clean.
    """

    seed: int
    documents: int = 0
    pages: int = 0
    unread: list[tuple[str, str]] = field(default_factory=list)
    contenders: list[ContenderResult] = field(default_factory=list)


def run_deid_bench(
    *,
    reader: PageReader,
    contenders: dict[str, Contender],
    count: int,
    seed: int,
    progress: Callable[[str], None],
) -> DeidBench:
    """Measure everything.

    Args:
        reader: Bytes to pages.
        contenders: Name to who cleans.
        count: Number of documents.
        seed: Decides the documents.
        progress: Told after each document.
    """
    bench = DeidBench(seed)
    results = {name: ContenderResult(name) for name in contenders}
    for number, document in enumerate(documents(count, seed), 1):
        try:
            pages = reader.read(document.data, doc_type=document.doc_type)
        except ArbiterError as error:
            bench.unread.append((document.format, error.code.value))
            continue
        bench.documents += 1
        bench.pages += len(pages.pages)
        raw = "\n".join(page.text for page in pages.pages)
        for name, clean in contenders.items():
            started = time.perf_counter()
            outcome = clean(pages, document.content.cast)
            results[name].seconds += time.perf_counter() - started
            score = _score(document, raw, outcome.clean, outcome.removed)
            results[name].total.add(score)
            results[name].by_format.setdefault(document.format, Score()).add(score)
        progress(f"{number} of {count} documents")
    bench.contenders = list(results.values())
    return bench


def _score(document: BenchDocument, raw: str, clean: str, removed: tuple[str, ...]) -> Score:
    return score_document(
        injected=document.injected,
        rest=document.content.rest(),
        clinical=document.content.clinical,
        raw=raw,
        clean=clean,
        removed=removed,
        recognised=document.recognised,
    )
