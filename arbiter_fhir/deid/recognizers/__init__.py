"""Recognizers: one file for each kind of identifier.

Takes: a `Reading` of a page. Gives: findings with offsets in the reading.
Never: looks at the chart (that is the sweep's), changes text, keeps state.
"""

from __future__ import annotations

from arbiter_fhir.deid.recognizers.address import AddressRecognizer
from arbiter_fhir.deid.recognizers.age import AgeRecognizer
from arbiter_fhir.deid.recognizers.clinician import ClinicianRecognizer
from arbiter_fhir.deid.recognizers.date import DateRecognizer
from arbiter_fhir.deid.recognizers.email import EmailRecognizer
from arbiter_fhir.deid.recognizers.ip import IpRecognizer
from arbiter_fhir.deid.recognizers.license import LicenseRecognizer
from arbiter_fhir.deid.recognizers.mrn import RecordNumberRecognizer
from arbiter_fhir.deid.recognizers.person import PersonRecognizer
from arbiter_fhir.deid.recognizers.phone import PhoneRecognizer
from arbiter_fhir.deid.recognizers.place import PlaceRecognizer
from arbiter_fhir.deid.recognizers.recognizer import Recognizer
from arbiter_fhir.deid.recognizers.short_date import ShortDateRecognizer
from arbiter_fhir.deid.recognizers.ssn import SsnRecognizer
from arbiter_fhir.deid.recognizers.staff_code import StaffCodeRecognizer
from arbiter_fhir.deid.recognizers.things import ThingRecognizer
from arbiter_fhir.deid.recognizers.url import UrlRecognizer

__all__ = ["RECOGNIZERS", "ClinicianRecognizer", "PersonRecognizer", "Recognizer"]

#: Every recognizer, in no particular order: the union of their findings counts.
RECOGNIZERS: tuple[Recognizer, ...] = (
    AddressRecognizer(),
    AgeRecognizer(),
    ClinicianRecognizer(),
    DateRecognizer(),
    EmailRecognizer(),
    IpRecognizer(),
    LicenseRecognizer(),
    PersonRecognizer(),
    PhoneRecognizer(),
    PlaceRecognizer(),
    RecordNumberRecognizer(),
    ShortDateRecognizer(),
    SsnRecognizer(),
    StaffCodeRecognizer(),
    ThingRecognizer(),
    UrlRecognizer(),
)
