"""A part and a fact as reviewers see them, with the decision that holds."""

from __future__ import annotations

from dataclasses import replace

from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.domain.record_view import EVERY_DOCUMENT
from arbiter_fhir.domain.review import ReviewWord
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.store import SqlReviewQueue
from tests.integration.store.conftest import StoreSite
from tests.integration.store.review_samples import PATIENT, decide, fact_review, identity_review, read
from tests.integration.store.samples import lab


def test_a_fact_comes_with_what_became_of_it(site: StoreSite) -> None:
    (fact_id,) = read(site, [lab()], outcome=PromotionOutcome.CONFLICT, reason="other_value_in_chart", existing=45)
    decide(site, fact_review(lab(), ReviewWord.KEEP))
    found = SqlReviewQueue(site.query).fact(PATIENT, EVERY_DOCUMENT, fact_id)
    assert found is not None
    assert (found.promotion_outcome, found.promotion_reason) == ("conflict_needs_review", "other_value_in_chart")
    assert found.chart_row == "procedure_result:45"
    assert found.record.fact == lab()
    assert (found.version, found.standing) == (1, found.review)
    assert found.is_waiting is False


def test_what_is_shown_beside_a_fact_is_part_of_its_version(site: StoreSite) -> None:
    (fact_id,) = read(site, [lab()], outcome=PromotionOutcome.CONFLICT, reason="other_value_in_chart", existing=45)
    found = SqlReviewQueue(site.query).fact(PATIENT, EVERY_DOCUMENT, fact_id)
    assert found is not None
    shown = found.shown_version("a1")
    assert found.over("a1") == "procedure_result:45@a1"
    assert found.version == 0 < shown < 2**53
    assert shown == found.shown_version("a1")
    others = (
        found.shown_version("a2"),
        replace(found, chart_row="procedure_result:46").shown_version("a1"),
        replace(found, chart_row=None).shown_version(""),
        replace(found, chart_row=None, promotion_reason="chart_says_none").shown_version(""),
    )
    assert len({shown, *others}) == len(others) + 1
    assert all(found.is_undecided_since(each) for each in (shown, *others))
    assert not found.is_undecided_since(shown + 1)
    itself = replace(found, chart_row=None, promotion_reason="document_contradicts_itself")
    marked = replace(found, chart_row=None, promotion_reason="chart_says_none")
    assert (itself.over(""), marked.over("")) == ("document", "list_marked_none")


def test_a_row_that_does_not_contradict_is_shown_and_not_decided_over(site: StoreSite) -> None:
    (fact_id,) = read(site, [lab()], reason="unlike_earlier_results", existing=45)
    found = SqlReviewQueue(site.query).fact(PATIENT, EVERY_DOCUMENT, fact_id)
    assert found is not None
    assert found.over("a1") == ""
    assert found.shown_version("a1") != found.shown_version("a2")
    assert replace(found, chart_row=None).shown_version("") == 0


def test_a_decision_on_a_copy_is_inherited_until_the_document_has_its_own(site: StoreSite) -> None:
    read(site, [lab()])
    (copy,) = read(site, [lab()], document=200)
    decide(site, fact_review(lab()), identity_review())
    queue = SqlReviewQueue(site.query)
    found = queue.fact(PATIENT, EVERY_DOCUMENT, copy)
    assert found is not None
    assert (found.version, found.review) == (0, None)
    assert found.standing is not None
    decide(site, fact_review(lab(), ReviewWord.UNDO, document=200))
    found = queue.fact(PATIENT, EVERY_DOCUMENT, copy)
    assert found is not None
    assert (found.version, found.standing) == (1, None)


def test_a_part_comes_with_its_comparisons(site: StoreSite) -> None:
    read(site, [lab()], status=IdentityStatus.MISMATCH)
    queue = SqlReviewQueue(site.query)
    ((check,),) = site.admin("SELECT id FROM clinical_document_identity_checks")
    part = queue.part(PATIENT, EVERY_DOCUMENT, int(str(check)))
    assert part is not None
    assert (part.status, part.first_page, part.last_page) == (IdentityStatus.MISMATCH, 1, 1)
    assert [(each.field, each.outcome.value) for each in part.comparisons] == [("birth_date", "match")]
    assert queue.part(PatientId(8), EVERY_DOCUMENT, int(str(check))) is None


def test_what_was_withdrawn_closed_or_is_anothers_cannot_be_decided(site: StoreSite) -> None:
    (fact_id,) = read(site, [lab(certainty=Certainty.NEEDS_REVIEW)])
    queue = SqlReviewQueue(site.query)
    assert queue.fact(PATIENT, EVERY_DOCUMENT, fact_id) is not None
    assert queue.fact(PatientId(8), EVERY_DOCUMENT, fact_id) is None
    site.admin("UPDATE clinical_document_identity_checks SET identity_status = 'identity_mismatch_quarantined'")
    assert queue.fact(PATIENT, EVERY_DOCUMENT, fact_id) is None
    site.admin("UPDATE clinical_document_identity_checks SET identity_status = 'identity_verified'")
    with site.work().begin() as unit:
        unit.deactivate_document(DocumentId(100), reason="source_deleted")
    assert queue.fact(PATIENT, EVERY_DOCUMENT, fact_id) is None
