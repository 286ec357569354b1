"""Boxes to tick, drawn or printed: where they are, and whether they are ticked."""
