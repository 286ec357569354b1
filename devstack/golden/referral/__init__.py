"""Referral letters as Word documents, in six designs."""

from devstack.golden.referral.cases import referral_cases

__all__ = ["referral_cases"]
