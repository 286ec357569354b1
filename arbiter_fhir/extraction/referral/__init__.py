"""Referral letters: why a patient is sent, by whom and to whom, and what the letter tells of the patient."""
