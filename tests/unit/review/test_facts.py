"""What a decision makes of a fact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from arbiter_fhir.domain.citation import Citation, SourceType
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import BoundingBox, DocType
from arbiter_fhir.domain.fact import AbnormalFlag, Certainty, CitedFact, FactType, LabResult, ReviewMark
from arbiter_fhir.domain.review import FactReview, ReviewReason, ReviewWord
from arbiter_fhir.domain.seal import DEID_SEAL, FACT_SEAL
from arbiter_fhir.domain.statement import Medication
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.extraction import FieldCorrections
from arbiter_fhir.review import ReviewedFacts, apply_fact_reviews, foreseen

BOX = BoundingBox(0.1, 0.1, 0.2, 0.02)


def clean(text: str) -> DeidentifiedText:
    return DeidentifiedText(text, DEID_SEAL)


def potassium(*, box: BoundingBox | None = BOX, flag: AbnormalFlag | None = AbnormalFlag.HIGH) -> CitedFact:
    lab = LabResult(
        test_name="Potassium",
        value="41",
        unit="mmol/L",
        reference_range="3.5 - 5.1",
        abnormal_flag=flag,
        flag_derived=flag is not None,
    )
    text = "Potassium 41 mmol/L (reference 3.5 - 5.1)" + (", high" if flag else "")
    citation = Citation(SourceType.LAB_PDF, "documents:5", "page 1", "results[0]", clean("Potassium 41"), 1, box)
    reasons = ("implausible_value",)
    return CitedFact(FactType.LAB_RESULT, lab, clean(text), citation, Certainty.NEEDS_REVIEW, 0.2, reasons, FACT_SEAL)


def review(
    decision: ReviewWord, corrections: Mapping[str, str] | None = None, *, fingerprint: str = "f1", over: str = ""
) -> FactReview:
    return FactReview(
        patient_id=PatientId(7),
        document_id=DocumentId(5),
        content_hash="ab",
        fact_fingerprint=fingerprint,
        doc_type=DocType.LAB_PDF,
        fact_type="lab_result",
        certainty="needs_review",
        confidence=0.2,
        decision=decision,
        corrections=tuple((name, clean(text)) for name, text in (corrections or {}).items()),
        over=over,
        reason=ReviewReason.OTHER,
        note=clean(""),
        reviewer="users:7",
        version=3,
    )


def applied(fact: CitedFact, *reviews: FactReview) -> ReviewedFacts:
    return apply_fact_reviews([fact], ["f1"], reviews, FieldCorrections())


def test_a_fact_that_nobody_decided_about_is_as_it_was_read() -> None:
    fact = potassium()
    assert applied(fact).facts == (fact,)
    assert applied(fact, review(ReviewWord.REJECT, fingerprint="f2")) == ReviewedFacts((fact,), 0)
    assert applied(fact, review(ReviewWord.UNDO)).facts == (fact,)


@pytest.mark.parametrize(
    ("decision", "certainty", "reason"),
    [
        (ReviewWord.APPROVE, Certainty.VERIFIED, "approved_by_reviewer"),
        (ReviewWord.KEEP, Certainty.DOCUMENT_FACT, "kept_by_reviewer"),
        (ReviewWord.REJECT, Certainty.NEEDS_REVIEW, "rejected_by_reviewer"),
    ],
)
def test_each_decision_has_its_certainty_and_keeps_the_doubts(
    decision: ReviewWord, certainty: Certainty, reason: str
) -> None:
    reviewed = applied(potassium(), review(decision, over="procedure_result:4"))
    (fact,) = reviewed.facts
    assert (fact.certainty, fact.reasons) == (certainty, (reason, "implausible_value"))
    assert fact.value == potassium().value
    assert fact.confidence == 0.2
    assert fact.review is not None
    assert (fact.review.decision, fact.review.version, fact.review.over) == (decision, 3, "procedure_result:4")
    assert reviewed.applied == 1
    assert fact.is_rejected is (decision is ReviewWord.REJECT)


def test_a_person_needs_no_box() -> None:
    (fact,) = applied(potassium(box=None), review(ReviewWord.APPROVE)).facts
    assert fact.certainty is Certainty.VERIFIED


def test_a_corrected_fact_keeps_the_papers_value_beside_it() -> None:
    (fact,) = applied(potassium(), review(ReviewWord.APPROVE, {"value": "4.1"})).facts
    assert fact.lab is not None
    assert (fact.lab.value, str(fact.lab.numeric), fact.lab.abnormal_flag) == ("4.1", "4.1", AbnormalFlag.NORMAL)
    assert fact.review is not None
    assert fact.review.paper == potassium().value
    assert fact.fact_text.value == "Potassium 4.1 mmol/L (reference 3.5 - 5.1), normal"
    assert fact.reasons[:2] == ("approved_by_reviewer", "corrected_by_reviewer")
    assert fact.citation == potassium().citation


def test_a_printed_flag_goes_with_the_value_that_it_stood_beside() -> None:
    paper = replace(potassium().lab or LabResult("", ""), flag_printed="H", flag_derived=False)
    fact = replace(potassium(), value=paper, seal=FACT_SEAL)
    (changed,) = applied(fact, review(ReviewWord.APPROVE, {"value": "4.1"})).facts
    assert changed.lab is not None
    assert (changed.lab.abnormal_flag, changed.lab.flag_printed) == (AbnormalFlag.NORMAL, "")
    assert changed.fact_text.value == "Potassium 4.1 mmol/L (reference 3.5 - 5.1), normal"
    (unbounded,) = applied(fact, review(ReviewWord.APPROVE, {"value": "4.1", "reference_range": ""})).facts
    assert unbounded.lab is not None
    assert unbounded.lab.abnormal_flag is None
    assert "high" not in unbounded.fact_text.value


def test_what_the_sentence_did_not_say_is_added() -> None:
    fact = potassium(flag=None)
    (changed,) = applied(fact, review(ReviewWord.APPROVE, {"specimen": "Serum"})).facts
    assert changed.fact_text.value == "Potassium 41 mmol/L (reference 3.5 - 5.1), Serum"


@pytest.mark.parametrize(
    ("name", "value", "before", "given", "after"),
    [
        ("25-OH Vitamin D", "25", "25-OH Vitamin D 25 ng/mL", "31", "25-OH Vitamin D 31 ng/mL"),
        ("Vitamin D, 25 Hydroxy", "25", "Vitamin D, 25 Hydroxy 25 ng/mL", "31", "Vitamin D, 25 Hydroxy 31 ng/mL"),
        ("CA 125", "12", "CA 125 12 U/mL", "31", "CA 125 31 U/mL"),
        ("Vitamin B12", "12", "Vitamin B12 12 pg/mL", "312", "Vitamin B12 312 pg/mL"),
        ("Glucose", "5", "Glucose 5 mg/dL (reference 5.5 - 7.5)", "6.5", "Glucose 6.5 mg/dL (reference 5.5 - 7.5)"),
    ],
)
def test_the_value_is_put_right_and_not_a_number_of_the_name(
    name: str, value: str, before: str, given: str, after: str
) -> None:
    unit = before.removeprefix(f"{name} {value} ").partition(" ")[0]
    lab = LabResult(test_name=name, value=value, unit=unit, reference_range="5.5 - 7.5" if "(" in before else "")
    fact = replace(potassium(flag=None), value=lab, fact_text=clean(before), seal=FACT_SEAL)
    (changed,) = applied(fact, review(ReviewWord.APPROVE, {"value": given})).facts
    assert changed.lab is not None
    assert changed.lab.value == given
    assert changed.fact_text.value.removesuffix(", normal") == after


def test_a_name_and_a_value_are_put_right_together() -> None:
    lab = LabResult(test_name="Vitamin B1", value="12", unit="pg/mL", reference_range="")
    fact = replace(potassium(flag=None), value=lab, fact_text=clean("Vitamin B1 12 pg/mL"), seal=FACT_SEAL)
    given = {"test_name": "Vitamin B 12", "value": "312"}
    (changed,) = applied(fact, review(ReviewWord.APPROVE, given)).facts
    assert changed.fact_text.value == "Vitamin B 12 312 pg/mL"


def test_two_fields_of_one_word_are_put_right_apart() -> None:
    paper = Medication("Metformin", strength="500 mg", dose="500 mg")
    fact = replace(
        potassium(), fact_type=FactType.MEDICATION, value=paper, fact_text=clean("Metformin 500 mg"), seal=FACT_SEAL
    )
    (changed,) = applied(fact, review(ReviewWord.APPROVE, {"strength": "850 mg", "dose": "1700 mg"})).facts
    assert changed.fact_text.value == "Metformin 850 mg, 1700 mg"


def test_a_correction_that_cannot_be_read_any_more_waits_for_a_person() -> None:
    (fact,) = applied(potassium(), review(ReviewWord.APPROVE, {"value": "plenty of it"})).facts
    assert fact.certainty is Certainty.NEEDS_REVIEW
    assert fact.reasons == ("correction_unreadable", "implausible_value")
    assert fact.value == potassium().value
    assert fact.review == ReviewMark(ReviewWord.UNDO, 3)
    assert not fact.is_approved


class TestForeseen:
    """What is told before the next reading is what the next reading makes of it."""

    @pytest.mark.parametrize(
        "decision",
        [
            review(ReviewWord.APPROVE),
            review(ReviewWord.KEEP),
            review(ReviewWord.REJECT),
            review(ReviewWord.APPROVE, {"value": "4.1"}),
        ],
        ids=["approved", "kept", "rejected", "corrected"],
    )
    def test_it_is_what_the_reading_will_find(self, decision: FactReview) -> None:
        (found,) = applied(potassium(), decision).facts
        assert foreseen(potassium(), decision, FieldCorrections()) == found

    def test_a_decision_after_another_starts_from_the_paper(self) -> None:
        (corrected,) = applied(potassium(), review(ReviewWord.APPROVE, {"value": "4.1"})).facts
        undone = foreseen(corrected, None, FieldCorrections())
        assert (undone.value, undone.review, undone.fact_text) == (potassium().value, None, potassium().citation.quote)
        assert undone.reasons == potassium().reasons
        again = foreseen(corrected, review(ReviewWord.APPROVE, {"value": "4.2"}), FieldCorrections())
        assert (again.lab and again.lab.value, again.review and again.review.paper) == ("4.2", potassium().value)

    def test_what_an_approval_let_stand_without_a_box_is_no_certainty_without_it(self) -> None:
        (approved,) = applied(potassium(box=None), review(ReviewWord.APPROVE)).facts
        assert foreseen(approved, None, FieldCorrections()).certainty is Certainty.NEEDS_REVIEW


def test_there_is_a_fingerprint_for_each_fact() -> None:
    with pytest.raises(ValueError, match="argument"):
        apply_fact_reviews([potassium()], [], [], FieldCorrections())
