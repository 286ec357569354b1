"""Frozen values that the rooms hand to each other; pure, no input or output.

*Takes* nothing. *Gives* the vocabulary (see GLOSSARY.md). *Never* imports anything but `errors`.
"""
