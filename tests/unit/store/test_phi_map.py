"""The cipher: what was sealed for one place opens there and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.domain.tenant import DocumentId, PatientId, SiteId
from arbiter_fhir.errors import DeidentificationError, ErrorCode
from arbiter_fhir.store import PhiCipher

KEY = bytes(range(32))
SITE = SiteId("alpha")
PLAIN = b'["Zyxwva Qponml"]'


def seal(cipher: PhiCipher, plain: bytes = PLAIN) -> bytes:
    return cipher.seal(plain, patient_id=PatientId(7), document_id=DocumentId(100), label="[PERSON_1]")


def unseal(
    cipher: PhiCipher,
    sealed: bytes,
    *,
    patient: int = 7,
    document: int = 100,
    label: str = "[PERSON_1]",
    version: int = 1,
) -> bytes:
    return cipher.open(
        sealed,
        patient_id=PatientId(patient),
        document_id=DocumentId(document),
        label=label,
        key_version=version,
    )


@given(st.binary(max_size=500))
def test_what_was_sealed_opens_again(plain: bytes) -> None:
    cipher = PhiCipher(SITE, {1: KEY})
    assert unseal(cipher, seal(cipher, plain)) == plain


def test_the_same_value_never_looks_the_same() -> None:
    cipher = PhiCipher(SITE, {1: KEY})
    sealed = {seal(cipher) for _ in range(100)}
    assert len(sealed) == 100
    assert all(b"Zyxwva" not in each for each in sealed)


@pytest.mark.parametrize("moved", [{"patient": 8}, {"document": 101}, {"label": "[PERSON_2]"}, {"label": "[PERSON_1"}])
def test_a_row_that_was_moved_does_not_open(moved: dict[str, int | str]) -> None:
    cipher = PhiCipher(SITE, {1: KEY})
    with pytest.raises(DeidentificationError) as refused:
        unseal(cipher, seal(cipher), **moved)  # type: ignore[arg-type]
    assert refused.value.code is ErrorCode.DEID_KEY
    assert refused.value.__cause__ is None


def test_another_tenant_or_key_does_not_open_it() -> None:
    sealed = seal(PhiCipher(SITE, {1: KEY}))
    for other in (PhiCipher(SiteId("beta"), {1: KEY}), PhiCipher(SITE, {1: KEY[::-1]})):
        with pytest.raises(DeidentificationError):
            unseal(other, sealed)


def test_a_row_under_another_key_version_does_not_open() -> None:
    both = PhiCipher(SITE, {1: KEY, 2: KEY})
    assert both.key_version == 2
    sealed = seal(both)
    assert unseal(both, sealed, version=2) == PLAIN
    with pytest.raises(DeidentificationError):
        unseal(both, sealed, version=1)


def test_an_old_key_still_opens_old_rows() -> None:
    old = seal(PhiCipher(SITE, {1: KEY}))
    assert unseal(PhiCipher(SITE, {1: KEY, 2: b"n" * 32}), old) == PLAIN
    with pytest.raises(DeidentificationError, match="version 1 is not configured"):
        unseal(PhiCipher(SITE, {2: b"n" * 32}), old)


@pytest.mark.parametrize("cut", [0, 5, 12, 20])
def test_a_row_that_was_cut_or_changed_does_not_open(cut: int) -> None:
    cipher = PhiCipher(SITE, {1: KEY})
    sealed = seal(cipher)
    flipped = sealed[:cut] + bytes([sealed[cut] ^ 1]) + sealed[cut + 1 :]
    for spoilt in (sealed[:cut], flipped):
        with pytest.raises(DeidentificationError):
            unseal(cipher, spoilt)


@pytest.mark.parametrize("keys", [{}, {1: b"short"}, {1: KEY, 2: b""}])
def test_without_a_proper_key_there_is_no_cipher(keys: dict[int, bytes]) -> None:
    with pytest.raises(DeidentificationError) as refused:
        PhiCipher(SITE, keys)
    assert refused.value.code is ErrorCode.DEID_KEY


def test_keys_are_not_shown() -> None:
    assert repr(PhiCipher(SITE, {1: KEY})) == "PhiCipher(site=alpha, key_version=1)"
