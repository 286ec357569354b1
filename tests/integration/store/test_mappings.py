"""Which category is read as which document type."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.errors import ErrorCode, StoreError
from arbiter_fhir.store import SqlMappingStore
from tests.integration.store.conftest import StoreSite


def test_a_mapping_is_made_changed_and_switched_off(site: StoreSite) -> None:
    store = SqlMappingStore(site.query)
    assert store.active() == {}
    store.put(3, DocType.LAB_PDF, active=True)
    store.put(4, DocType.INTAKE_FORM, active=True)
    store.put(3, DocType.FAX_PACKET, active=True)
    assert store.active() == {3: DocType.FAX_PACKET, 4: DocType.INTAKE_FORM}
    store.put(4, DocType.INTAKE_FORM, active=False)
    assert SqlMappingStore(site.worker).active() == {3: DocType.FAX_PACKET}
    assert site.number("clinical_document_type_mappings") == 2


def test_the_worker_reads_and_does_not_map(site: StoreSite) -> None:
    with pytest.raises(StoreError) as refused:
        SqlMappingStore(site.worker).put(3, DocType.LAB_PDF, active=True)
    assert refused.value.code is ErrorCode.STORE_PRIVILEGE
