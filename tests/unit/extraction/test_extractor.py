from __future__ import annotations

import pytest

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.extraction import RuleExtractor
from tests.unit.extraction.clean_forms import form_document, form_page


@pytest.mark.parametrize("doc_type", list(DocType))
def test_every_document_type_has_a_reader(doc_type: DocType) -> None:
    found = RuleExtractor().extract(form_document(form_page(["x"])), doc_type=doc_type, source_id="f")
    assert found.facts == ()


@pytest.mark.parametrize("doc_type", [DocType.INTAKE_FORM, DocType.REFERRAL_DOCX])
def test_citations_name_the_document_type(doc_type: DocType) -> None:
    page = form_page(["Allergies", "Penicillin - hives"])
    (fact,) = RuleExtractor().extract(form_document(page), doc_type=doc_type, source_id="f").facts
    assert (fact.fact_type, fact.citation.source_type) == (FactType.ALLERGY, SourceType(doc_type.value))
