"""Another parser sees the same fields: hl7apy, on messages made here, in each version that it knows."""

from __future__ import annotations

import warnings

import pytest
from hl7apy.consts import VALIDATION_LEVEL
from hl7apy.parser import parse_message

from tests.unit.documents.hl7v2.writing import PATIENT, message, parsed, segment

HEADER = r"MSH|^~\&|LAB|CENTRAL|EHR|CLINIC|202604101530||{kind}|M0001|P|{version}"
#: Without a telephone, whose first part hl7apy moves to the end in 2.6.
WITHOUT_PHONE = PATIENT.rpartition("|")[0]
REPORT = (
    WITHOUT_PHONE,
    segment("PV1", f2="O", f7="1234^Bexley^Ruth~88^Tamm^Ilse"),
    segment("OBR", f2="A77^EHR", f3="F77^LAB", f4="57021-8^CBC^LN", f7="202604100815", f16="1234^Bexley^Ruth"),
    segment("OBX", f2="NM", f3="718-7^Hemoglobin^LN^HGB^Hb^L", f5="13.4", f6="g/dL", f7="12.0-16.0", f8="N", f11="F"),
    segment("OBX", f2="SN", f3="5048-4^ANA^LN", f4="1", f5="^1^:^80", f7="<1:40", f8="A", f11="F"),
    segment("NTE", f3="Sample was hemolyzed"),
)
ADMISSION = (
    WITHOUT_PHONE,
    segment("PV1", f2="I", f3="4W^401^B", f7="1234^Bexley^Ruth"),
    segment("AL1", f3="7980^Penicillin^RXNORM", f4="SV", f5="hives"),
    segment("DG1", f1="1", f3="E11.9^Type 2 diabetes^I10", f6="F"),
)


@pytest.mark.parametrize("version", ["2.3", "2.3.1", "2.4", "2.5", "2.5.1", "2.6", "2.7", "2.8", "2.8.2"])
@pytest.mark.parametrize(("kind", "segments"), [("ORU^R01", REPORT), ("ADT^A08", ADMISSION)])
def test_the_same_fields(version: str, kind: str, segments: tuple[str, ...]) -> None:
    content = message(*segments, header=HEADER.format(kind=kind, version=version))
    (ours,), told = parsed(content)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = parse_message(content.decode(), validation_level=VALIDATION_LEVEL.TOLERANT, find_groups=False)
    assert told == []
    assert [each.name for each in ours.segments] == [each.name for each in theirs.children]
    compared = 0
    for mine, other in zip(ours.segments, theirs.children, strict=True):
        fields: dict[str, list[str]] = {}
        for field in other.children:
            fields.setdefault(field.name, []).append(field.to_er7())
        for number in mine.numbers():
            if mine.name != "MSH" or number > 2:
                assert mine.raw[number - 1] == "~".join(fields[f"{mine.name}_{number}"]), (mine.name, number)
                compared += 1
    assert compared >= 20
