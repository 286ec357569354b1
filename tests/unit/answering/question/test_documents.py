"""Documents that are named."""

from __future__ import annotations

import pytest

from arbiter_fhir.answering.question.documents import asked_document, document_mentions
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.question import AskedDocument


@pytest.mark.parametrize(
    "text, asked",
    [
        ("what does the intake form say", AskedDocument(DocType.INTAKE_FORM)),
        ("the last fax", AskedDocument(DocType.FAX_PACKET)),
        ("all faxes", AskedDocument(DocType.FAX_PACKET, newest=False)),
        ("document 214", AskedDocument(newest=False, number=214)),
        ("doc #7", AskedDocument(newest=False, number=7)),
        ("what did cardiology say", AskedDocument(DocType.REFERRAL_DOCX)),
        ("meds per the referral", AskedDocument(DocType.REFERRAL_DOCX)),
        ("glucose log", AskedDocument(DocType.CLINICAL_WORKBOOK)),
        ("the hl7 message", AskedDocument(DocType.HL7V2_MESSAGE)),
        ("any documents", AskedDocument(newest=False)),
        ("patient reports htn", None),
        ("was she referred", None),
        ("last A1c", None),
    ],
)
def test_documents(text: str, asked: AskedDocument | None) -> None:
    assert asked_document(text, document_mentions(text)) == asked
