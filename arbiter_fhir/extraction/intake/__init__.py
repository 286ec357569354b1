"""Intake forms: what a patient wrote, ticked and left open."""
