"""Good drafts of every kind, broken in one way each: none may pass, whoever wrote them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import pytest

from arbiter_fhir.answering import compose_draft
from arbiter_fhir.domain.answer import Claim, Draft, Section
from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import Conflict, ConflictKind
from arbiter_fhir.domain.question import DateWindow, Intent, Topic
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.domain.statement import Assertion, MedicationStatus, ProblemStatus
from tests.unit.answering.answers import asked, check, reworded


@dataclass(frozen=True)
class Case:
    """A bundle, and which sentence of its draft to break."""

    bundle: Any
    start: str

    @property
    def draft(self) -> Draft:
        return compose_draft(self.bundle)

    @property
    def claim(self) -> int:
        return next(index for index, each in enumerate(self.draft.claims) if each.text.value.startswith(self.start))


def cases(build: Any, records: Any) -> dict[str, Case]:
    """One good draft for each kind of sentence."""
    everything = asked(build, Intent.LIST)
    series = [
        build.item(value=value, day=day, number=number)
        for number, (value, day) in enumerate([("8.1", "2026-04-10"), ("7.6", "2026-01-02"), ("7.0", "2025-01-02")])
    ]
    glucose = build.item("Glucose", "126", "mg/dL", "70-99", number=7)
    penicillin, none = records.allergy(), records.none_known()
    old, new = records.medication(), records.medication(strength="1000 mg", source=SourceType.INTAKE_FORM)
    clash = Conflict(ConflictKind.ALLERGY_AND_NONE_KNOWN, penicillin, none)
    doses = Conflict(ConflictKind.DOSE_DIFFERS, old, new)
    around = asked(build, Intent.VALUE_AT, "hba1c", when=DateWindow(around=date(2026, 1, 5)))
    entries = [
        records.medication("Lisinopril", MedicationStatus.STOPPED, strength="10 mg", frequency="daily"),
        records.medication("Ibuprofen", as_needed=True, frequency="every 6 hours"),
        records.problem("Asthma", Assertion.ABSENT, ProblemStatus.UNKNOWN),
        records.problem("Gout", status=ProblemStatus.RESOLVED),
        records.problem("Colonoscopy", topic=Topic.PROCEDURES, onset="2022-05-05", status=ProblemStatus.UNKNOWN),
        records.relative(),
        records.relative("father", "stroke", Assertion.ABSENT, age=""),
        records.statement(),
        records.vaccine("Shingles vaccine", Assertion.ABSENT),
        records.visit(),
        records.order(),
        records.susceptibility(),
        records.passage(),
    ]
    lists = build.bundle(old, penicillin, none, *entries, question=everything)
    kept = build.bundle(
        old, new, penicillin, none, glucose, question=everything, conflicts=(clash, doses),
        review=(records.medication("Warfarin", review=("name_unclear",)),),
    )  # fmt: skip
    trend = build.bundle(*series, question=asked(build, Intent.TREND, "hba1c"))
    return {
        "medication": Case(lists, "Metformin"),
        "stopped": Case(lists, "Lisinopril"),
        "as needed": Case(lists, "Ibuprofen"),
        "allergy": Case(lists, "Allergy to"),
        "none known": Case(lists, "No known drug"),
        "denied": Case(lists, "Asthma"),
        "resolved": Case(lists, "Gout"),
        "procedure": Case(lists, "Colonoscopy"),
        "mother": Case(lists, "Family history, not the patient: mother"),
        "father": Case(lists, "Family history, not the patient: father"),
        "tobacco": Case(lists, "Tobacco"),
        "vaccine": Case(lists, "Immunization"),
        "visit": Case(lists, "Visit"),
        "order": Case(lists, "Hemoglobin A1c ordered"),
        "culture": Case(lists, "Escherichia"),
        "passage": Case(lists, "The referral letter"),
        "conflict": Case(kept, "The sources contradict"),
        "doses": Case(kept, "The sources give different doses"),
        "unconfirmed": Case(kept, "Not confirmed"),
        "trend": Case(trend, "Hemoglobin A1c rose"),
        "extremes": Case(trend, "The highest"),
        "nearest": Case(build.bundle(*series, question=around), "Hemoglobin A1c was"),
        "conversion": Case(
            build.bundle(glucose, question=asked(build, Intent.LIST, "glucose", unit="mmol/L")), "Glucose was"
        ),
        "pressure": Case(build.bundle(*records.pressure(), question=everything), "Blood pressure"),
        "age": Case(build.bundle(series[1], question=asked(build, Intent.MISSING, "hba1c")), "Hemoglobin A1c was"),
        "overview": Case(build.bundle(*series, old, question=asked(build, Intent.CHANGES)), "Found"),
        "guideline": Case(
            build.bundle(guidelines=(records.guideline(),), question=asked(build, Intent.GUIDELINE)), "Standards"
        ),
        "quoted guideline": Case(
            build.bundle(guidelines=(records.guideline(quoted=True),), question=asked(build, Intent.GUIDELINE)),
            "Standards",
        ),
    }


@pytest.fixture
def kinds(build: Any, records: Any) -> dict[str, Case]:
    return cases(build, records)


def test_all_good_drafts_pass(kinds: dict[str, Case]) -> None:
    for name, case in kinds.items():
        assert check(case.draft, case.bundle).ok, name
        assert case.claim >= 0


BROKEN = [
    ("medication", "500 mg", "50 mg"),
    ("medication", "500 mg", "500 mcg"),
    ("medication", "500 mg", ".500 mg"),
    ("medication", "500 mg", "1500 mg"),
    ("medication", "twice daily", "three times daily"),
    ("medication", "twice daily", "daily"),
    ("medication", "by mouth", "by injection"),
    ("medication", "Metformin", "Warfarin"),
    ("medication", "Metformin", "Lisinopril"),
    ("medication", "active", "stopped"),
    ("medication", "chart", "intake form"),
    ("medication", "recorded on [DATE_", "recorded on [DATE_9"),
    ("medication", "recorded on", "started"),
    ("medication", ").", "). Increase to 1000 mg."),
    ("medication", ").", "). Consider stopping."),
    ("medication", "Metformin", "Allergy to Metformin"),
    ("medication", "Metformin", "The mother takes Metformin"),
    ("medication", "Metformin", "No Metformin"),
    ("medication", "Metformin", "Two Metformin"),
    ("stopped", "stopped", "active"),
    ("stopped", "stopped; ", ""),
    ("stopped", "Lisinopril", "Metformin"),
    ("as needed", "as needed ", ""),
    ("allergy", "Allergy to ", ""),
    ("allergy", "hives", "anaphylaxis"),
    ("allergy", "severe", "mild"),
    ("allergy", "Penicillin", "Latex"),
    ("allergy", "Allergy to", "No allergy to"),
    ("none known", "drug ", ""),
    ("none known", "drug", "food"),
    ("none known", "No known", "Known"),
    ("none known", "intake form", "chart"),
    ("denied", "denied or absent; ", ""),
    ("denied", "denied or absent", "active"),
    ("denied", "denied or absent", "only possible"),
    ("denied", "Asthma", "Gout"),
    ("resolved", "resolved; ", ""),
    ("resolved", "resolved", "active"),
    ("procedure", "procedure; ", ""),
    ("procedure", "done [DATE_", "onset [DATE_"),
    ("mother", "mother", "father"),
    ("mother", "Family history, not the patient: mother, ", ""),
    ("mother", "mother, ", ""),
    ("mother", "54", "45"),
    ("mother", "breast cancer", "stroke"),
    ("mother", "at age 54", "at age 54; deceased"),
    ("father", "denied or absent; ", ""),
    ("tobacco", "never smoker", "smoker"),
    ("tobacco", "“never smoker”", "“never smoker” smoker"),
    ("tobacco", "Tobacco use", "Alcohol use"),
    ("vaccine", "not given or refused; ", ""),
    ("vaccine", "Shingles", "Influenza"),
    ("visit", "[PERSON_1]", "[PERSON_2]"),
    ("visit", "annual physical", "chest pain"),
    ("visit", "seen by", "operated by"),
    ("order", "pending; no result on file", "complete; 1 result"),
    ("order", "no result on file", "2 results"),
    ("order", "[PERSON_1]", "[PERSON_2]"),
    ("order", "Hemoglobin A1c", "Lipid panel"),
    ("culture", "resistant", "susceptible"),
    ("culture", ">=4", "<=4"),
    ("culture", "ciprofloxacin", "ampicillin"),
    ("culture", "(urine)", "(blood)"),
    ("passage", "No swelling", "Swelling"),
    ("passage", "No swelling was seen. ", "swelling was seen. "),
    ("passage", "page 2", "page 3"),
    ("passage", "referral letter", "intake form"),
    ("passage", "“Knee pain", "“pain"),
    ("passage", "two weeks. No swelling was seen. Walks", "two weeks. Walks"),
    ("conflict", "on allergies", "on an allergy"),
    ("conflict", "chart", "intake form"),
    ("conflict", "No known drug allergies", "No known allergies"),
    ("conflict", "hives", "rash"),
    ("doses", "500 mg", "1000 mg"),
    ("doses", "chart", "intake form"),
    ("doses", "The sources give different doses of a drug: ", "A listed drug meets a listed allergy: "),
    ("unconfirmed", "Not confirmed: ", ""),
    ("unconfirmed", "name unclear", "unit missing"),
    ("unconfirmed", "Warfarin", "Metformin"),
    ("trend", "rose", "fell"),
    ("trend", "1.1", "1.2"),
    ("trend", "percentage points", "percent"),
    ("trend", "3 results", "4 results"),
    ("trend", "15 months", "16 months"),
    ("trend", "from 7.0 %", "from 7.6 %"),
    ("trend", "rose from", "rose sharply from"),
    ("trend", " (3 results)", ", with ups and downs between (3 results)"),
    ("extremes", "highest", "lowest"),
    ("extremes", "8.1", "8.2"),
    ("nearest", "3 days", "2 days"),
    ("nearest", "before the day", "after the day"),
    ("nearest", "3 days", "three days"),
    ("conversion", "7.0 mmol/L", "7.1 mmol/L"),
    ("conversion", "converted: ", ""),
    ("conversion", "126 mg/dL", "7.0 mmol/L"),
    ("conversion", "converted: 7.0 mmol/L", "converted: 7.0 mg/dL"),
    ("pressure", "128/82", "82/128"),
    ("pressure", "128/82", "128/92"),
    ("pressure", "Blood pressure", "Heart rate"),
    ("age", "3 months ago", "4 months ago"),
    ("overview", "3 laboratory results", "4 laboratory results"),
    ("overview", "1 medication", "1 allergy entry"),
    ("guideline", "twice", "once"),
    ("guideline", "2025", "2024"),
    ("guideline", "grade E", "grade A"),
    ("guideline", "American Diabetes Association", "American Heart Association"),
    ("guideline", "Test hemoglobin", "Do not test hemoglobin"),
    ("guideline", ", in summary: ", ": “"),
    ("guideline", "after a change.", "after a change. Increase insulin."),
    ("quoted guideline", "“Test hemoglobin A1c at least", "“At least"),
    ("quoted guideline", "E: “", "E, in summary: "),
]


@pytest.mark.parametrize("kind, old, new", BROKEN, ids=[f"{kind}: {old} > {new}" for kind, old, new in BROKEN])
def test_a_broken_sentence_is_stopped(kinds: dict[str, Case], kind: str, old: str, new: str) -> None:
    case = kinds[kind]
    broken = reworded(case.draft, case.claim, old, new)
    validation = check(broken, case.bundle)
    assert not validation.ok, broken.claims[case.claim].text.value
    assert all(problem.startswith(f"claim_{case.claim}:") for problem in validation.problems)


def test_a_sentence_of_one_kind_with_the_citation_of_another_is_stopped(kinds: dict[str, Case]) -> None:
    draft, bundle = kinds["medication"].draft, kinds["medication"].bundle
    for index, claim in enumerate(draft.claims):
        for other in draft.claims:
            if other.citations == claim.citations or claim.section is not other.section or not claim.citations:
                continue
            claims = list(draft.claims)
            claims[index] = replace(claim, citations=other.citations)
            assert not check(replace(draft, claims=tuple(claims)), bundle).ok, (claim.text.value, other.text.value)


def test_a_further_citation_that_carries_nothing_is_stopped(kinds: dict[str, Case]) -> None:
    draft, bundle = kinds["medication"].draft, kinds["medication"].bundle
    for index, claim in enumerate(draft.claims):
        for extra in range(len(draft.citations)):
            if extra in claim.citations or not claim.citations:
                continue
            claims = list(draft.claims)
            claims[index] = replace(claim, citations=(*claim.citations, extra))
            assert not check(replace(draft, claims=tuple(claims)), bundle).ok, claim.text.value


@pytest.mark.parametrize("section", list(Section))
def test_no_sentence_of_advice_passes_in_any_section(kinds: dict[str, Case], section: Section) -> None:
    case = kinds["medication"]
    for advice in ("Increase metformin to 1000 mg.", "Stop Metformin 500 mg.", "Metformin is safe.", "Order a test."):
        claim = Claim(section, DeidentifiedText(advice, DEID_SEAL), () if section is Section.MISSING else (0,))
        assert not check(replace(case.draft, claims=(*case.draft.claims, claim)), case.bundle).ok


def test_moving_an_unconfirmed_sentence_into_the_findings_is_stopped(kinds: dict[str, Case]) -> None:
    case = kinds["unconfirmed"]
    claims = list(case.draft.claims)
    claims[case.claim] = replace(claims[case.claim], section=Section.PATIENT_FINDINGS)
    assert not check(replace(case.draft, claims=tuple(claims)), case.bundle).ok


def test_a_table_is_checked_row_by_row(kinds: dict[str, Case]) -> None:
    case = kinds["trend"]
    (table,) = case.draft.tables
    rows = table.rows
    first, second = rows[0], rows[1]
    exchanged = replace(first, citations=second.citations), replace(second, citations=first.citations)
    value = first.cells[1]
    other = replace(first, cells=(first.cells[0], DeidentifiedText("7.1 %", DEID_SEAL), *first.cells[2:]))
    for broken in (
        replace(table, rows=(*exchanged, *rows[2:])),
        replace(table, rows=(other, *rows[1:])),
        replace(table, rows=rows[::-1]),
        replace(table, rows=(first, first, *rows[1:])),
        replace(table, rows=(replace(first, citations=()), *rows[1:])),
        replace(table, rows=(replace(first, cells=(second.cells[0], *first.cells[1:])), *rows[1:])),
        replace(table, columns=table.columns[::-1]),
        replace(table, title=value),
        replace(table, section=Section.GUIDELINE_EVIDENCE),
        replace(table, rows=()),
    ):
        assert not check(replace(case.draft, tables=(broken,)), case.bundle).ok
