"""The gate stops a draft that says what its sources do not say. Each test breaks a true draft in one way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from arbiter_fhir.answering import compose_draft, validate
from arbiter_fhir.domain.answer import Claim, Draft, Section, ValidatedAnswer, Validation
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import AbnormalFlag
from arbiter_fhir.domain.question import Intent
from arbiter_fhir.domain.seal import ANSWER_SEAL, DEID_SEAL, PLAN_SEAL


def check(draft: Draft, bundle: Any, leaks: Callable[[str], bool] = lambda text: False) -> Validation:
    return validate(draft, bundle, leaks=leaks).validation


def reworded(draft: Draft, claim: int, change: Callable[[str], str]) -> Draft:
    claims = list(draft.claims)
    text = change(claims[claim].text.value)
    assert text != claims[claim].text.value, "the test must change something"
    claims[claim] = replace(claims[claim], text=DeidentifiedText(text, DEID_SEAL))
    return replace(draft, claims=tuple(claims))


@pytest.fixture
def bundle(build: Any) -> Any:
    """Two tests, an earlier result, an unsure one."""
    return build.bundle(
        build.item(),
        build.item("LDL Cholesterol", "148", "mg/dL", "<100", number=1),
        build.item(value="7.6", day="2026-01-02", number=2),
        review=(build.item(value="9.9", review=("value_unreadable",), number=3),),
        not_found=("tsh",),
    )


def test_a_true_draft_passes(bundle: Any) -> None:
    outcome = validate(compose_draft(bundle), bundle, leaks=lambda text: False)
    assert outcome.validation.ok
    assert outcome.answer is not None
    assert outcome.answer.draft == compose_draft(bundle)


WRONG_WORDS = {
    "another value": ("8.1", "8.2"),
    "a longer number": ("8.1", "18.1"),
    "more decimals": ("8.1", "8.15"),
    "a comparator that nobody printed": ("was 8.1", "was <8.1"),
    "a minus": ("was 8.1", "was -8.1"),
    "another unit": ("8.1 %", "8.1 mmol/mol"),
    "no unit": ("8.1 %", "8.1"),
    "another range": ("4.0-5.6", "4.0-6.5"),
    "value and range exchanged": ("8.1 % (high; reference 4.0-5.6)", "4.0-5.6 % (high; reference 8.1)"),
    "a range given as the value": ("was 8.1 %", "was 4.0-5.6 %"),
    "another flag": ("(high", "(low"),
    "a worse flag": ("(high", "(critically high"),
    "a flag called derived": ("(high", "(above the range"),
    "a negation": ("was 8.1", "was not 8.1"),
    "another test": ("Hemoglobin A1c", "Hemoglobin"),
    "a test that is not cited": ("Hemoglobin A1c", "LDL Cholesterol"),
    "a drug": ("on [DATE_1]", "on metformin on [DATE_1]"),
    "a relative": ("Hemoglobin A1c was", "Hemoglobin A1c of the mother was"),
    "an opinion": ("on [DATE_1].", "on [DATE_1], which is worrying."),
    "advice": ("on [DATE_1].", "on [DATE_1]. Increase insulin."),
    "a second value": ("8.1 %", "8.1 % and 8.4 %"),
    "another date label": ("[DATE_1]", "[DATE_2]"),
    "an unknown date label": ("[DATE_1]", "[DATE_9]"),
    "a date in clear": ("[DATE_1]", "2026-04-10"),
    "no date": (" on [DATE_1]", ""),
    "a date called unknown": (" on [DATE_1]", "; its date is not known"),
    "a forged citation mark": ("on [DATE_1].", "on [DATE_1] [2]."),
    "a person": ("on [DATE_1]", "by [PERSON_1] on [DATE_1]"),
    "a status": ("4.0-5.6)", "4.0-5.6; preliminary result)"),
    "a doubt about the date": ("on [DATE_1].", "on [DATE_1] (day and month may be swapped)."),
    "a link": ("on [DATE_1].", "on [DATE_1] https://example.org."),
}


@pytest.mark.parametrize("old, new", WRONG_WORDS.values(), ids=WRONG_WORDS)
def test_a_changed_finding_is_stopped(bundle: Any, old: str, new: str) -> None:
    validation = check(reworded(compose_draft(bundle), 0, lambda text: text.replace(old, new)), bundle)
    assert not validation.grounded
    assert [problem.split(":")[0] for problem in validation.problems] == ["claim_0"]


def at(draft: Draft, start: str) -> int:
    return next(index for index, claim in enumerate(draft.claims) if claim.text.value.startswith(start))


@pytest.mark.parametrize(
    "start, old, new",
    [
        ("There is", "one earlier result", "2 earlier results"),
        ("There is", "There is one earlier result", "There are 4 earlier results"),
        ("There is", "Hemoglobin A1c", "LDL Cholesterol"),
        ("Not confirmed", "Not confirmed: ", ""),
        ("Not confirmed", "9.9", "8.1"),
        ("Not confirmed", "value unreadable", "unit missing"),
        ("Not confirmed", "value unreadable.", "value unreadable, so repeat the test."),
        ("No result", "TSH", "LDL cholesterol"),
        ("No result", "No result", "A result"),
    ],
)
def test_the_other_sections_are_held_to_the_same(bundle: Any, start: str, old: str, new: str) -> None:
    draft = compose_draft(bundle)
    validation = check(reworded(draft, at(draft, start), lambda text: text.replace(old, new)), bundle)
    assert not validation.grounded


def test_a_later_result_is_not_called_earlier(build: Any, bundle: Any) -> None:
    draft = compose_draft(bundle)
    place = at(draft, "There is")
    claims = list(draft.claims)
    claims[place] = replace(claims[place], citations=claims[0].citations)
    assert "not_earlier" in check(replace(draft, claims=tuple(claims)), bundle).problems[0]


@pytest.mark.parametrize("old, new", [("2 of the 3", "1 of the 3"), ("2 of the 3", "2 of the 9")])
def test_counts_are_counted_again(build: Any, old: str, new: str) -> None:
    question = build.question(Intent.ABNORMAL_LIST, analytes=(), latest=False)
    normal = build.item("Potassium", "4.1", "mmol/L", "3.5-5.1", flag=AbnormalFlag.NORMAL, number=2)
    bundle = build.bundle(build.item(), build.item("LDL", "148", "mg/dL", "<100", number=1), normal, question=question)
    draft = compose_draft(bundle)
    assert check(draft, bundle).ok
    assert not check(reworded(draft, 0, lambda text: text.replace(old, new)), bundle).grounded


def test_a_count_cites_all_that_it_counts(build: Any) -> None:
    question = build.question(Intent.ABNORMAL_LIST, analytes=(), latest=False)
    bundle = build.bundle(build.item(), build.item("LDL", "148", "mg/dL", "<100", number=1), question=question)
    draft = compose_draft(bundle)
    claims = (replace(draft.claims[0], citations=draft.claims[0].citations[:1]), *draft.claims[1:])
    assert "wrong_count" in check(replace(draft, claims=claims), bundle).problems[0]


def test_earlier_results_are_of_one_test(build: Any) -> None:
    bundle = build.bundle(
        build.item(),
        build.item(value="7.6", day="2026-01-02", number=1),
        build.item("LDL", "148", "mg/dL", "<100", day="2026-01-02", number=2),
    )
    citations = tuple(item.citation for item in bundle.findings)
    said = text("There are 2 earlier results for Hemoglobin A1c.")
    draft = Draft((Claim(Section.PATIENT_FINDINGS, said, (1, 2)),), citations)
    assert "wrong_count" in check(draft, bundle).problems[0]


def test_a_name_inside_another_name_is_no_obstacle(build: Any) -> None:
    one = build.item("Glucose", "98", "mg/dL", "70-99", flag=None)
    other = build.item("Glucose, Serum", "148", "mg/dL", "70-99", chart=True, number=1)
    bundle = build.bundle(one, other)
    draft = compose_draft(bundle)
    assert at(draft, "The sources differ on Glucose and Glucose, Serum") > 0
    assert check(draft, bundle).ok


def test_nothing_abnormal_cannot_be_claimed_beside_an_abnormal_result(build: Any) -> None:
    question = build.question(Intent.ABNORMAL_LIST, analytes=(), latest=False)
    bundle = build.bundle(build.item(), build.item("LDL", "148", "mg/dL", "<100", number=1), question=question)
    sentence = "None of the 2 results read is flagged or out of its range."
    draft = reworded(compose_draft(bundle), 0, lambda _: sentence)
    assert not check(draft, bundle).grounded


@pytest.mark.parametrize("sentence", ["None of the 2 results read is", "None of the 9 results read is"])
def test_none_is_counted_too(build: Any, sentence: str) -> None:
    question = build.question(Intent.ABNORMAL_LIST, analytes=(), latest=False)
    normal = [build.item(flag=AbnormalFlag.NORMAL, number=number, day=f"2026-04-1{number}") for number in range(2)]
    bundle = build.bundle(*normal, question=question)
    text_ = f"{sentence} flagged or out of its range."
    draft = replace(compose_draft(bundle), claims=(Claim(Section.PATIENT_FINDINGS, text(text_), (0,)),))
    assert check(draft, bundle).grounded == ("2" in sentence)


def with_claim(draft: Draft, claim: Claim) -> Draft:
    return replace(draft, claims=(*draft.claims, claim))


def text(value: str) -> DeidentifiedText:
    return DeidentifiedText(value, DEID_SEAL)


def test_a_claim_without_citation_is_stopped(bundle: Any) -> None:
    draft = compose_draft(bundle)
    for section in (Section.PATIENT_FINDINGS, Section.NEEDS_REVIEW):
        validation = check(with_claim(draft, Claim(section, draft.claims[0].text, ())), bundle)
        assert not validation.cites_evidence
        assert validation.problems[0].endswith("no_citation")


@pytest.mark.parametrize("number", [-1, 99])
def test_a_citation_number_that_is_not_there_is_stopped(bundle: Any, number: int) -> None:
    draft = compose_draft(bundle)
    claim = Claim(Section.PATIENT_FINDINGS, draft.claims[0].text, (number,))
    assert not check(with_claim(draft, claim), bundle).cites_evidence


def test_a_place_that_was_not_retrieved_is_stopped(build: Any, bundle: Any) -> None:
    draft = compose_draft(bundle)
    foreign = replace(draft.citations[0], source_id="documents:6")
    forged = replace(draft, citations=(foreign, *draft.citations[1:]))
    assert not check(forged, bundle).cites_evidence
    moved = replace(draft.citations[0], quote=text("Hemoglobin A1c 5.0 %"))
    assert not check(replace(draft, citations=(moved, *draft.citations[1:])), bundle).cites_evidence


def test_another_results_place_does_not_carry_a_claim(bundle: Any) -> None:
    draft = compose_draft(bundle)
    ldl = at(draft, "LDL")
    claims = list(draft.claims)
    claims[0] = replace(claims[0], citations=claims[ldl].citations)
    assert not check(replace(draft, claims=tuple(claims)), bundle).grounded


def test_an_unsure_finding_is_never_cited_as_a_finding(bundle: Any) -> None:
    draft = compose_draft(bundle)
    unsure = draft.claims[at(draft, "Not confirmed")]
    sentence = unsure.text.value.removeprefix("Not confirmed: ").partition(" Reason")[0]
    claim = Claim(Section.PATIENT_FINDINGS, text(sentence), unsure.citations)
    validation = check(with_claim(draft, claim), bundle)
    assert validation.problems[0].endswith("citation_not_retrieved")


def test_a_finding_is_not_smuggled_into_the_missing_section(bundle: Any) -> None:
    draft = compose_draft(bundle)
    for claim in (
        Claim(Section.MISSING, draft.claims[0].text, draft.claims[0].citations),
        Claim(Section.MISSING, draft.claims[0].text, ()),
    ):
        assert not check(with_claim(draft, claim), bundle).ok


def test_no_guideline_is_quoted_where_none_was_retrieved(bundle: Any) -> None:
    draft = compose_draft(bundle)
    claim = Claim(Section.GUIDELINE_EVIDENCE, draft.claims[0].text, draft.claims[0].citations)
    assert not check(with_claim(draft, claim), bundle).cites_evidence


def test_sources_that_agree_are_not_said_to_differ(build: Any) -> None:
    bundle = build.bundle(build.item(), build.item(value="7.9", chart=True, number=1))
    draft = compose_draft(bundle)
    place = at(draft, "The sources differ")
    assert check(draft, bundle).ok
    same = build.bundle(build.item(), build.item(value="8.10", chart=True, number=1))
    claim = Claim(
        Section.NEEDS_REVIEW, text("The sources differ on Hemoglobin A1c for [DATE_1]: 8.1 % and 8.10 %."), (0, 1)
    )
    assert not check(with_claim(compose_draft(same), claim), same).grounded
    assert not check(reworded(draft, place, lambda said: said.replace("7.9", "7.8")), bundle).grounded


def test_a_difference_is_between_two_results(build: Any) -> None:
    three = [build.item(), build.item(value="7.9", chart=True, number=1), build.item(value="7.5", chart=True, number=2)]
    bundle = build.bundle(*three)
    draft = compose_draft(bundle)
    assert check(draft, bundle).ok
    said = text("The sources differ on Hemoglobin A1c for [DATE_1]: 8.1 % and 7.9 % and 7.5 %.")
    assert not check(with_claim(draft, Claim(Section.NEEDS_REVIEW, said, (0, 1, 2))), bundle).grounded


def test_values_and_dates_are_not_exchanged(build: Any) -> None:
    bundle = build.bundle(build.item(), build.item(value="7.6", day="2026-01-02", number=1))
    draft = compose_draft(bundle)
    dates = {"[DATE_1]": bundle.findings[0].observed, "[DATE_2]": bundle.findings[1].observed}
    right = "Hemoglobin A1c was 8.1 % on [DATE_1] and 7.6 % on [DATE_2]."
    wrong = "Hemoglobin A1c was 8.1 % on [DATE_2] and 7.6 % on [DATE_1]."
    for sentence, grounded in ((right, True), (wrong, False)):
        claim = Claim(Section.PATIENT_FINDINGS, text(sentence), (0, 1))
        made = replace(draft, claims=(claim,), dates=dates, citations=tuple(each.citation for each in bundle.findings))
        assert check(made, bundle).grounded is grounded


def test_a_changed_date_behind_its_label_is_stopped(build: Any, bundle: Any) -> None:
    draft = compose_draft(bundle)
    forged = replace(draft, dates={**draft.dates, "[DATE_1]": build.when("2026-04-11")})
    assert not check(forged, bundle).grounded


def test_a_status_that_a_reader_needs_is_not_left_out(build: Any) -> None:
    bundle = build.bundle(build.item(status="preliminary"))
    draft = reworded(compose_draft(bundle), 0, lambda said: said.replace("; preliminary result", ""))
    assert "status_left_out" in check(draft, bundle).problems[0]


def test_an_identifier_stops_the_answer_whatever_else_is_right(bundle: Any) -> None:
    outcome = validate(compose_draft(bundle), bundle, leaks=lambda said: "148" in said)
    assert outcome.answer is None
    assert outcome.validation.phi_leak
    assert outcome.validation.grounded
    assert all(problem.endswith("phi_leak") for problem in outcome.validation.problems)


def test_the_second_look_sees_every_word_but_names_of_known_tests(build: Any) -> None:
    bundle = build.bundle(
        build.item("Prothrombin Time", "12.1", "sec", "9.1-12.0"),
        build.item("Zonulin of Quinn", "40", "ng/mL", "", number=1),
        build.item("Glucose \u674e\u660e", "98", "mg/dL", "", number=2),
        not_found=("tsh",),
    )
    seen: list[str] = []

    def look(said: str) -> bool:
        seen.append(said)
        return False

    assert check(compose_draft(bundle), bundle, look).ok
    assert "".join(seen).splitlines() == [
        "the test was 12.1 sec (high; reference 9.1-12.0) on [DATE_1].",
        "Zonulin of Quinn was 40 ng/mL (high) on [DATE_1].",
        "Glucose \u674e\u660e was 98 mg/dL (high) on [DATE_1].",
    ]


def test_a_forged_missing_sentence_is_looked_at(bundle: Any) -> None:
    draft = compose_draft(bundle)
    forged = with_claim(draft, Claim(Section.MISSING, text("No result for Rosa Quinn was found."), ()))
    validation = check(forged, bundle, lambda said: "Quinn" in said)
    assert validation.phi_leak
    assert not validation.grounded


def test_a_draft_that_says_nothing_is_no_answer(build: Any) -> None:
    bundle = build.bundle(not_found=("tsh",))
    assert not check(compose_draft(bundle), bundle).ok
    assert not check(Draft((), ()), bundle).ok


def test_problems_hold_no_text(bundle: Any) -> None:
    draft = reworded(compose_draft(bundle), 0, lambda said: said.replace("8.1", "Quinn"))
    assert all("Quinn" not in problem and "A1c" not in problem for problem in check(draft, bundle).problems)


def test_a_validated_answer_cannot_be_made_elsewhere_or_of_a_failed_check(bundle: Any) -> None:
    draft = compose_draft(bundle)
    with pytest.raises(TypeError):
        ValidatedAnswer(draft, Validation(True, True, False), PLAN_SEAL)
    with pytest.raises(ValueError, match="failed validation"):
        ValidatedAnswer(draft, Validation(True, False, False), ANSWER_SEAL)
