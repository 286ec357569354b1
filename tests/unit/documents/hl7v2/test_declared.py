"""Every field that identifies somebody is declared as what it is."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.hl7v2.declared import declared_by_identifier_type, declared_of
from arbiter_fhir.documents.hl7v2.dictionary import field_type
from arbiter_fhir.domain.region import DeclaredContent
from tests.unit.documents.hl7v2.writing import fields, message, read, segment

PEOPLE = (
    segment(
        "PID",
        f2="EXT1",
        f3="884213^^^HOSP^MR~111-22-3333^^^SSA^SS~D77^^^DE^DL",
        f4="ALT9",
        f5="Orlov^Mina^R^Jr",
        f6="Kovac",
        f7="19710304",
        f8="F",
        f9="Orlova^Minka",
        f10="2106-3^White^HL70005",
        f11="12 Elm St^Apt 4^Dover^DE^19901^USA^H",
        f12="KENT",
        f13="(302)555-0147^PRN^PH^mina@example.org",
        f14="^WPN^PH^^1^302^5550199",
        f18="ACC55^^^HOSP^AN",
        f19="111-22-3333",
        f20="D1234567^DE",
        f21="884100",
        f23="Riga",
        f29="20260401",
    ),
    segment("NK1", f2="Orlov^Pavel", f3="SPO", f4="12 Elm St^^Dover^DE", f5="(302)555-0148"),
    segment(
        "PV1", f3="4W^401^B^HOSP", f7="1234^Bexley^Ruth^^^Dr^MD", f8="5678^Tamm^Ilse", f17="77^Ames^Rex", f19="V900"
    ),
    segment("GT1", f3="Orlov^Pavel", f5="12 Elm St^^Dover^DE", f12="999-88-7777"),
    segment(
        "IN1", f8="GRP5", f16="Orlov^Pavel", f18="19700101", f19="12 Elm St^^Dover^DE", f36="POL123456", f49="MEM77"
    ),
    segment("ORC", f2="PL1^LAB", f3="FL1^LAB", f12="1234^Bexley^Ruth"),
    segment(
        "OBR",
        f2="PL1^LAB",
        f3="FL1^LAB",
        f4="24323-8^Panel^LN",
        f10="77^Drew^Kim",
        f16="1234^Bexley^Ruth",
        f17="(302)555-0111",
        f18="R1",
        f28="99^Ode^Lena",
        f32="88&Roth&Max^202604100900",
    ),
    segment(
        "OBX",
        f2="ST",
        f3="1^Note^L",
        f5="text",
        f16="55^Lind^Eva",
        f23="Lab One^L",
        f24="9 Lab Rd^^Dover^DE",
        f25="44^Park^Joe",
        f26="44^Park^Joe",
    ),
    segment("SPM", f2="S1&LAB^S2&LAB", f4="BLD^Blood^HL70487"),
)


@pytest.mark.parametrize(
    ("path", "text", "declares"),
    [
        ("PID[1]-2.1", "EXT1", DeclaredContent.IDENTIFIER),
        ("PID[1]-3[1].1", "884213", DeclaredContent.PATIENT_MRN),
        ("PID[1]-3[2].1", "111-22-3333", DeclaredContent.PATIENT_SSN),
        ("PID[1]-3[3].1", "D77", DeclaredContent.LICENSE),
        ("PID[1]-5", "Orlov, Mina R Jr", DeclaredContent.PATIENT_NAME),
        ("PID[1]-6", "Kovac", DeclaredContent.RELATIVE_NAME),
        ("PID[1]-7", "19710304", DeclaredContent.PATIENT_BIRTH_DATE),
        ("PID[1]-8", "F", DeclaredContent.PATIENT_SEX),
        ("PID[1]-9", "Orlova, Minka", DeclaredContent.PERSON_NAME),
        ("PID[1]-10.2", "White", DeclaredContent.CLINICAL),
        ("PID[1]-11", "12 Elm St, Apt 4, Dover, DE, 19901, USA", DeclaredContent.PATIENT_ADDRESS),
        ("PID[1]-12", "KENT", DeclaredContent.ADDRESS),
        ("PID[1]-13", "(302)555-0147", DeclaredContent.PATIENT_PHONE),
        ("PID[1]-13.4", "mina@example.org", DeclaredContent.EMAIL),
        ("PID[1]-14.5", "1 302 5550199", DeclaredContent.PATIENT_PHONE),
        ("PID[1]-18.1", "ACC55", DeclaredContent.ACCOUNT),
        ("PID[1]-19", "111-22-3333", DeclaredContent.PATIENT_SSN),
        ("PID[1]-20.1", "D1234567", DeclaredContent.LICENSE),
        ("PID[1]-21.1", "884100", DeclaredContent.IDENTIFIER),
        ("PID[1]-23", "Riga", DeclaredContent.ADDRESS),
        ("PID[1]-29", "20260401", DeclaredContent.DATE),
        ("NK1[1]-2", "Orlov, Pavel", DeclaredContent.RELATIVE_NAME),
        ("NK1[1]-4", "12 Elm St, Dover, DE", DeclaredContent.ADDRESS),
        ("NK1[1]-5", "(302)555-0148", DeclaredContent.PHONE),
        ("PV1[1]-7.1", "1234", DeclaredContent.IDENTIFIER),
        ("PV1[1]-7.2", "Bexley, Ruth", DeclaredContent.CLINICIAN_NAME),
        ("PV1[1]-8.2", "Tamm, Ilse", DeclaredContent.CLINICIAN_NAME),
        ("PV1[1]-17.2", "Ames, Rex", DeclaredContent.CLINICIAN_NAME),
        ("PV1[1]-19.1", "V900", DeclaredContent.ACCOUNT),
        ("GT1[1]-3", "Orlov, Pavel", DeclaredContent.PERSON_NAME),
        ("GT1[1]-12", "999-88-7777", DeclaredContent.IDENTIFIER),
        ("IN1[1]-8", "GRP5", DeclaredContent.ACCOUNT),
        ("IN1[1]-16", "Orlov, Pavel", DeclaredContent.PERSON_NAME),
        ("IN1[1]-18", "19700101", DeclaredContent.DATE),
        ("IN1[1]-36", "POL123456", DeclaredContent.ACCOUNT),
        ("IN1[1]-49.1", "MEM77", DeclaredContent.IDENTIFIER),
        ("ORC[1]-2.1", "PL1", DeclaredContent.ACCESSION),
        ("ORC[1]-12.2", "Bexley, Ruth", DeclaredContent.CLINICIAN_NAME),
        ("OBR[1]-3.1", "FL1", DeclaredContent.ACCESSION),
        ("OBR[1]-10.2", "Drew, Kim", DeclaredContent.CLINICIAN_NAME),
        ("OBR[1]-16.2", "Bexley, Ruth", DeclaredContent.CLINICIAN_NAME),
        ("OBR[1]-17", "(302)555-0111", DeclaredContent.PHONE),
        ("OBR[1]-18", "R1", DeclaredContent.ACCESSION),
        ("OBR[1]-32.1.2", "Roth, Max", DeclaredContent.CLINICIAN_NAME),
        ("OBX[1]-16.2", "Lind, Eva", DeclaredContent.CLINICIAN_NAME),
        ("OBX[1]-23.1", "Lab One", DeclaredContent.ORGANIZATION),
        ("OBX[1]-24", "9 Lab Rd, Dover, DE", DeclaredContent.ADDRESS),
        ("OBX[1]-25.2", "Park, Joe", DeclaredContent.CLINICIAN_NAME),
        ("SPM[1]-2.1.1", "S1", DeclaredContent.ACCESSION),
    ],
)
def test_identifying_fields(path: str, text: str, declares: DeclaredContent) -> None:
    found, region = fields(read(message(*PEOPLE)))[path]
    assert (found, region.declares) == (text, declares)


def test_no_field_of_people_is_clinical_or_free_text_by_mistake() -> None:
    secrets = (
        "Orlov",
        "Mina",
        "Kovac",
        "Pavel",
        "Bexley",
        "Tamm",
        "Drew",
        "Roth",
        "Lind",
        "Park",
        "5550",
        "555-0",
        "Elm",
    )
    for path, (text, region) in fields(read(message(*PEOPLE))).items():
        if any(secret in text for secret in secrets):
            # What stands where the standard has no person is free text, in which names are looked for.
            misplaced = path.startswith("OBX[1]-26.")
            assert region.declares is not DeclaredContent.CLINICAL, path
            assert (region.declares is DeclaredContent.NARRATIVE) == misplaced, path


@pytest.mark.parametrize(("kind", "declares"), [("ss", DeclaredContent.PATIENT_SSN), ("MR", None), ("", None)])
def test_identifier_types(kind: str, declares: DeclaredContent | None) -> None:
    assert declared_by_identifier_type(kind) is declares


def test_a_field_of_a_clinician_is_nobody_elses() -> None:
    assert declared_of("OBR", 16, field_type("OBR", 16), "K") is DeclaredContent.CLINICIAN_NAME
