"""Fax packets: several documents in one transmission, coarse, speckled, on their heads, of two patients."""

from devstack.golden.packet.cases import packet_cases

__all__ = ["packet_cases"]
