"""The bench's result as JSON and as tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from devstack.bench.deid.run import ContenderResult, DeidBench
from devstack.bench.deid.scoring import Score

__all__ = ["bench_as_json", "bench_as_text"]

#: Examples shown of what was left and of what was removed wrongly.
EXAMPLES = 25


def bench_as_json(bench: DeidBench) -> dict[str, object]:
    """Everything but the examples."""
    return {
        "seed": bench.seed,
        "documents": bench.documents,
        "pages": bench.pages,
        "unread": [{"format": name, "code": code} for name, code in bench.unread],
        "contenders": {
            each.name: {
                **_numbers(each.total),
                "seconds": round(each.seconds, 2),
                "by_format": {name: _numbers(score) for name, score in sorted(each.by_format.items())},
                "by_kind": {
                    kind.value: {
                        "injected": count,
                        "strict_recall": round(each.total.strict[kind] / count, 4),
                        "lenient_recall": round(each.total.lenient[kind] / count, 4),
                    }
                    for kind, count in sorted(each.total.injected.items())
                },
            }
            for each in bench.contenders
        },
    }


def _numbers(score: Score) -> dict[str, object]:
    return {
        "documents": score.documents,
        "identifiers": score.injected.total(),
        "strict_recall": round(score.strict_recall, 4),
        "lenient_recall": round(score.lenient_recall, 4),
        "precision": round(score.precision, 4),
        "clinical_words_kept": round(score.clinical_kept, 4),
        "documents_with_a_leak": score.leaking,
    }


def bench_as_text(bench: DeidBench, *, examples: bool = False) -> str:
    """Tables for a terminal; with ``examples`` what each contender but the last left and removed wrongly."""
    return "\n".join(_lines(bench, examples=examples)) + "\n"


def _lines(bench: DeidBench, *, examples: bool) -> Iterator[str]:
    yield f"{bench.documents} documents, {bench.pages} pages, seed {bench.seed}"
    for (name, code), count in sorted(Counter(bench.unread).items()):
        yield f"NOT MEASURED: {count} x {name}, refused with {code}"
    yield ""
    yield f"{'':26}{'strict':>9}{'lenient':>9}{'precision':>11}{'clinical':>10}{'leaking':>16}{'ms/page':>9}"
    for each in bench.contenders:
        pace = 1000 * each.seconds / max(bench.pages, 1)
        yield f"{_row(each.name, each.total)}{pace:>9.0f}"
    formats = sorted({name for each in bench.contenders for name in each.by_format})
    for name in formats:
        yield ""
        yield f"{name}: {bench.contenders[0].by_format[name].injected.total()} identifiers"
        for each in bench.contenders:
            yield _row(f"  {each.name}", each.by_format[name])
    yield ""
    yield from _kinds(bench.contenders)
    if examples:
        for each in bench.contenders[:-1]:
            yield from _examples(each)


def _row(name: str, score: Score) -> str:
    leaking = f"{score.leaking} of {score.documents}"
    return (
        f"{name:26}{score.strict_recall:>9.4f}{score.lenient_recall:>9.4f}{score.precision:>11.4f}"
        f"{score.clinical_kept:>10.4f}{leaking:>16}"
    )


def _kinds(contenders: list[ContenderResult]) -> Iterator[str]:
    yield f"strict recall by kind{'':10}" + "".join(f"{each.name:>26}" for each in contenders)
    for kind, count in sorted(contenders[0].total.injected.items()):
        shares = "".join(f"{each.total.strict[kind] / count:>26.4f}" for each in contenders)
        yield f"  {kind.value:20}{count:>9}{shares}"


def _examples(result: ContenderResult) -> Iterator[str]:
    yield ""
    yield f"{result.name}: left"
    for (kind, part), count in Counter((leak.kind.value, leak.component) for leak in result.total.leaks).most_common(
        EXAMPLES
    ):
        yield f"  {count:4} {kind:10} {part}"
    yield f"{result.name}: removed wrongly"
    for text, count in Counter(result.total.wrong).most_common(EXAMPLES):
        yield f"  {count:4} {text}"
