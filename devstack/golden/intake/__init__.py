"""Intake forms: what patients answer, in seven designs, typed, scanned and filled in on a screen."""

from devstack.golden.intake.cases import intake_cases

__all__ = ["intake_cases"]
