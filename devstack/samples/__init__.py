"""Synthetic laboratory reports with their ground truth.

Takes: invented people and results, and page designs. Gives: PDF bytes, typed or scanned, and the truth about every
row, written by the hand that drew the page. Never: a real person, a download, a look at what the product reads.

Write all of them to a folder with ``python -m devstack.samples FOLDER``.
"""

from devstack.samples.catalogue import DEMO_SAMPLE, SAMPLE_NAMES, sample, samples
from devstack.samples.lab_report import render_lab_report
from devstack.samples.layouts import LAYOUTS
from devstack.samples.people import CLINICS, PEOPLE, Clinic, Person
from devstack.samples.report import Analyte, LabReport, Panel
from devstack.samples.scan import CLEAN_SCAN, POOR_SCAN, ScanQuality
from devstack.samples.truth import Box, SampleDocument, SampleTruth, TrueRow, TrueWord

__all__ = [
    "CLEAN_SCAN",
    "CLINICS",
    "DEMO_SAMPLE",
    "LAYOUTS",
    "PEOPLE",
    "POOR_SCAN",
    "SAMPLE_NAMES",
    "Analyte",
    "Box",
    "Clinic",
    "LabReport",
    "Panel",
    "Person",
    "SampleDocument",
    "SampleTruth",
    "ScanQuality",
    "TrueRow",
    "TrueWord",
    "render_lab_report",
    "sample",
    "samples",
]
