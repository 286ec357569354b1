"""Exact distance between vectors, in the database.

There is no vector index on a patient's tables: their key reads this patient's rows only, distance is exact, recall is 1
(performance notes, B6.1), and no other patient's rows are ever looked at. Callers name patient and model in their
statement; vectors of different models are never compared.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, Double, LargeBinary, bindparam, func

from arbiter_fhir.store.columns import VECTOR_BYTES

__all__ = ["cosine_distance"]


def cosine_distance(column: ColumnElement[bytes], vector: bytes) -> ColumnElement[float]:
    """`VEC_DISTANCE_COSINE`, 0-2, with the vector bound as bytes: as text it costs 17 times as much (B6.3).

    Raises:
        ValueError: Not 384 little-endian float32.
    """
    if len(vector) != VECTOR_BYTES:
        raise ValueError(f"a vector has {VECTOR_BYTES} bytes, not {len(vector)}")
    return func.vec_distance_cosine(column, bindparam("near", vector, type_=LargeBinary()), type_=Double())
