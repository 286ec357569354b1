"""HL7 v2 messages: results of every kind, admissions, batches, corrections, damage."""

from devstack.golden.hl7.cases import hl7_cases

__all__ = ["hl7_cases"]
