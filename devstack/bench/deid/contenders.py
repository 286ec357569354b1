"""Who de-identifies: the product with and without a chart, and Presidio as it comes, on the same text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from arbiter_fhir.bootstrap.reading import build_deidentifier
from arbiter_fhir.domain.document import DocumentPages
from arbiter_fhir.ports.documents import Deidentifier
from arbiter_fhir.settings import Settings
from devstack.bench.deid.people import Cast
from devstack.bench.engines import stock_findings

__all__ = ["CHART", "NO_CHART", "PRESIDIO", "Contender", "Outcome", "contenders"]

CHART, NO_CHART, PRESIDIO = "product, chart known", "product, no chart", "Presidio's defaults"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A clean text, and the stretches of raw text that were replaced."""

    clean: str = field(repr=False)
    removed: tuple[str, ...] = field(repr=False)


Contender = Callable[[DocumentPages, Cast], Outcome]


def contenders() -> dict[str, Contender]:
    """All contenders, loaded."""
    deidentifier = build_deidentifier(Settings().date_order)
    presidio = stock_findings()
    return {
        CHART: lambda document, cast: _product(deidentifier, document, cast, chart=True),
        NO_CHART: lambda document, cast: _product(deidentifier, document, cast, chart=False),
        PRESIDIO: lambda document, _cast: _presidio(presidio, document),
    }


def _product(deidentifier: Deidentifier, document: DocumentPages, cast: Cast, *, chart: bool) -> Outcome:
    made = deidentifier.deidentify(
        document,
        patient=cast.chart() if chart else None,
        clinicians=cast.known_clinicians() if chart else (),
    )
    texts = {page.number: page.text for page in document.pages}
    return Outcome(
        "\n".join(page.text.value for page in made.pages),
        tuple(texts[span.page][span.start : span.end] for span in made.spans),
    )


def _presidio(find: Callable[[str], Sequence[tuple[int, int]]], document: DocumentPages) -> Outcome:
    clean: list[str] = []
    removed: list[str] = []
    for page in document.pages:
        at = 0
        pieces: list[str] = []
        for start, end in _merged(find(page.text)):
            pieces += [page.text[at:start], "<REMOVED>"]
            removed.append(page.text[start:end])
            at = end
        clean.append("".join([*pieces, page.text[at:]]))
    return Outcome("\n".join(clean), tuple(removed))


def _merged(spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    current: tuple[int, int] | None = None
    for start, end in sorted(spans):
        if current is not None and start <= current[1]:
            current = current[0], max(current[1], end)
            continue
        if current is not None:
            yield current
        current = start, end
    if current is not None:
        yield current
