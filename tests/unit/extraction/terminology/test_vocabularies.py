from __future__ import annotations

from arbiter_fhir.extraction.terminology.vocabularies import procedures, relations, vaccines


def test_procedures_vaccines_and_relatives_by_any_name() -> None:
    assert procedures().get("gallbladder removed") == "cholecystectomy"
    assert procedures().get("CABG") == "coronary artery bypass graft"
    assert vaccines().get("Shingrix") == "zoster recombinant"
    assert vaccines().get("flu shot") == "influenza"
    assert relations().get("Mother's") == "mother"
    text = "maternal aunt"
    assert [match.entry for match in relations().find(text)] == ["maternal aunt"]
    assert procedures().get("aspirin") is None
