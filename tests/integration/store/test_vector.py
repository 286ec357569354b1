"""Distance as the database computes it, with the vector bound as bytes."""

from __future__ import annotations

import numpy as np
import pytest
from sqlalchemy import select

from arbiter_fhir.store.session import transaction
from arbiter_fhir.store.tables import chunks
from arbiter_fhir.store.vector import cosine_distance
from tests.integration.store.conftest import StoreSite
from tests.integration.store.samples import document, unit_vector


@pytest.mark.parametrize("seed", [1, 2, 17])
def test_it_is_one_minus_the_cosine(site: StoreSite, seed: int) -> None:
    site.ingest(document(100), [])
    statement = select(cosine_distance(chunks.c.embedding, unit_vector(seed))).where(chunks.c.patient_id == 7)
    with transaction(site.query) as connection:
        found = connection.execute(statement).scalar_one()
    there, near = (np.frombuffer(unit_vector(each), "<f4") for each in (1, seed))
    assert found == pytest.approx(1 - float(there @ near), abs=1e-5)


@pytest.mark.parametrize("vector", [b"", b"\0" * 1535, b"\0" * 1537])
def test_a_vector_of_another_length_is_refused(vector: bytes) -> None:
    with pytest.raises(ValueError, match="1536 bytes"):
        cosine_distance(chunks.c.embedding, vector)
