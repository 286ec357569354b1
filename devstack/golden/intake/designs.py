"""Five paper designs of an intake form; each draws all answers and marks their words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from devstack.golden.form_writer import FormWriter, Piece
from devstack.golden.intake.answers import Answers
from devstack.samples.paper import Paper

__all__ = ["DESIGNS", "draw_intake"]


def _birth(answers: Answers) -> str:
    return answers.person.birth_date.strftime("%m/%d/%Y")


def _med_pieces(answers: Answers) -> list[list[Piece]]:
    return [[(med.line, f"med{place}")] for place, med in enumerate(answers.meds)]


def _allergy_pieces(answers: Answers, *, joint: str = " - ") -> list[list[Piece]]:
    lines: list[list[Piece]] = []
    for place, each in enumerate(answers.sensitivities):
        severity = f" ({each.severity})" if each.severity else ""
        text = f"{each.substance}{joint}{each.reaction}{severity}" if each.reaction else each.substance
        lines.append([(text, f"allergy{place}")])
    if answers.none_known:
        lines.append([(answers.none_known, "none")])
    return lines


def _signature(pen: FormWriter, answers: Answers) -> None:
    pen.y += 14
    pen.labelled("Patient signature:", answers.person.full_name)
    pen.y -= pen.pitch
    pen.labelled("Date:", answers.filled, x=pen.left + 360)


def _numbered(pen: FormWriter, lines: list[list[Piece]]) -> None:
    for number, line in enumerate(lines, start=1):
        pen.pieces([(f"{number}.", ""), *line], x=pen.left + 8)


def _plain(paper: Paper, answers: Answers) -> None:
    """Sections under ruled headings, everything in numbered lines."""
    pen = FormWriter.begin(paper)
    pen.title("Riverbend Family Practice")
    pen.title("New Patient Questionnaire", size=12)
    person = answers.person
    pen.labelled("Name:", person.full_name)
    pen.labelled("Date of birth:", _birth(answers))
    pen.y -= pen.pitch
    pen.labelled("Sex:", person.sex, x=pen.left + 250)
    pen.labelled("Address:", f"{person.street}, {person.city}, {person.state} {person.postal_code}")
    pen.labelled("Phone:", person.phone)
    if answers.contact:
        pen.labelled("Emergency contact:", answers.contact)
    pen.labelled("Primary doctor:", answers.doctor)
    pen.heading("Reason for today's visit")
    pen.pieces([(answers.concern, "concern")])
    pen.heading("Current medications")
    _numbered(pen, _med_pieces(answers))
    pen.heading("Allergies and reactions")
    _numbered(pen, _allergy_pieces(answers))
    pen.heading("Past medical history")
    for place, name in enumerate(answers.conditions):
        pen.pieces([("-", ""), (name, f"yes{place}")])
    if answers.operations:
        pen.heading("Past surgeries")
        for place, name in enumerate(answers.operations):
            pen.pieces([("-", ""), (name, f"operation{place}")])
    pen.heading("Family history")
    for place, each in enumerate(answers.kin):
        pen.pieces([(f"{each.relation}: {each.condition}", f"kin{place}")])
    _closing(pen, answers)


def _closing(pen: FormWriter, answers: Answers) -> None:
    pen.heading("Social history")
    for place, (question, answer) in enumerate(answers.social):
        pen.labelled(question, answer, f"social{place}")
    if answers.wishes:
        pen.heading("Anything else we should know?")
        pen.pieces([(answers.wishes, "wishes")])
    _signature(pen, answers)


def _tables(paper: Paper, answers: Answers) -> None:
    """Ruled tables for medications, allergies and family, shaded headings."""
    pen = FormWriter.begin(paper, size=9.0, pitch=14.0)
    pen.title("PATIENT INTAKE FORM", center=True)
    person = answers.person
    for label, value, x in (
        ("Patient Name", person.family_first, 0),
        ("DOB", _birth(answers), 240),
        ("MRN", person.mrn, 380),
    ):
        pen.labelled(f"{label}:", value, x=pen.left + x)
        pen.y -= pen.pitch
    pen.y += pen.pitch
    pen.labelled("Referring provider:", answers.doctor)
    pen.heading("CHIEF CONCERN", ruled=False, shaded=True)
    pen.pieces([(answers.concern, "concern")])
    pen.heading("MEDICATIONS YOU TAKE NOW", ruled=False, shaded=True)
    meds = [
        [
            (f"{med.name} {med.form}".strip() if med.form else med.name, f"med{place}"),
            (med.strength, f"med{place}"),
            (med.dose, f"med{place}"),
            (med.route, f"med{place}"),
            (f"{med.frequency} {'as needed' if med.as_needed else ''}".strip(), f"med{place}"),
        ]
        for place, med in enumerate(answers.meds)
    ]
    pen.table((("Medication", 0), ("Strength", 130), ("Amount", 210), ("Route", 280), ("How often", 365)), meds)
    pen.heading("ALLERGIES", ruled=False, shaded=True)
    rows = [
        [(each.substance, f"allergy{place}"), (each.reaction, f"allergy{place}"), (each.severity, f"allergy{place}")]
        for place, each in enumerate(answers.sensitivities)
    ]
    if answers.none_known:
        rows.append([(answers.none_known, "none"), ("", ""), ("", "")])
    pen.table((("Substance", 0), ("Reaction", 180), ("Severity", 360)), rows)
    pen.heading("MEDICAL PROBLEMS", ruled=False, shaded=True)
    for place, name in enumerate(answers.conditions):
        pen.pieces([(name, f"yes{place}")], x=pen.left + 3)
    for place, name in enumerate(answers.operations):
        pen.labelled("Surgery:", name, f"operation{place}", x=pen.left + 3)
    pen.heading("FAMILY HISTORY", ruled=False, shaded=True)
    kin = [[(each.relation, f"kin{place}"), (each.condition, f"kin{place}")] for place, each in enumerate(answers.kin)]
    pen.table((("Relative", 0), ("Condition", 180)), kin)
    _closing(pen, answers)


def _ticks(paper: Paper, answers: Answers) -> None:
    """A grid of conditions with yes and no boxes, printed as crosses in brackets."""
    pen = FormWriter.begin(paper, font="tiro", bold="tibo", size=10.5)
    pen.title("Health History", size=18)
    person = answers.person
    pen.labelled("Last name:", person.family, indent=75)
    pen.labelled("First name:", person.given, indent=75)
    pen.labelled("Birth date:", _birth(answers), indent=75)
    pen.labelled("Provider:", answers.doctor, indent=75)
    pen.heading("What brings you in today?")
    pen.pieces([(answers.concern, "concern")])
    pen.heading("Have you ever been told that you have any of these?")
    pen.pieces([("Condition", ""), ("", "")], font=pen.bold)
    pen.y -= pen.pitch
    pen.pieces([("Yes", "")], x=pen.left + 200, font=pen.bold)
    pen.y -= pen.pitch
    pen.pieces([("No", "")], x=pen.left + 250, font=pen.bold)
    asked = [(name, f"yes{place}", True) for place, name in enumerate(answers.conditions)]
    asked += [(name, f"no{place}", False) for place, name in enumerate(answers.denied)]
    for name, key, yes in sorted(asked):
        pen.sheet.put(name, pen.left, pen.y, size=pen.size, font=pen.font, part=key)
        pen.sheet.put("[X]" if yes else "[ ]", pen.left + 200, pen.y, size=pen.size, font="cour")
        pen.sheet.put("[ ]" if yes else "[X]", pen.left + 250, pen.y, size=pen.size, font="cour")
        pen.y += pen.pitch
    pen.heading("Medicines (prescription and over the counter)")
    for line in _med_pieces(answers):
        pen.pieces(line)
    pen.heading("Medicine, food or other allergies")
    for line in _allergy_pieces(answers, joint=": "):
        pen.pieces(line)
    pen.heading("Health of your family")
    for place, each in enumerate(answers.kin):
        pen.pieces([(f"{each.relation} - {each.condition}", f"kin{place}")])
    if answers.operations:
        pen.heading("Operations")
        for place, name in enumerate(answers.operations):
            pen.pieces([(name, f"operation{place}")])
    _closing(pen, answers)


def _framed(paper: Paper, answers: Answers) -> None:
    """Small labels above values in frames; lists below them."""
    pen = FormWriter.begin(paper, size=10.0)
    pen.title("CLEARWATER SPECIALTY CLINIC - REGISTRATION & HISTORY", size=12)
    person = answers.person
    frames = (
        (("PATIENT NAME", person.family_first, ""), ("DATE OF BIRTH", _birth(answers), ""), ("SEX", person.sex, "")),
        (
            ("STREET ADDRESS", person.street, ""),
            ("CITY / STATE / ZIP", _city(answers), ""),
            ("PHONE", person.phone, ""),
        ),
    )
    for frame in frames:
        for (label, value, key), x, width in zip(frame, (0, 215, 390), (210, 170, 122), strict=True):
            pen.label_above(label, value, key, x=pen.left + x, width=width)
        pen.y += 32
    pen.label_above("REASON FOR VISIT", answers.concern, "concern", x=pen.left, width=512)
    pen.y += 36
    pen.pieces([("LIST ALL MEDICATIONS WITH DOSE AND HOW OFTEN TAKEN (e.g. aspirin 81 mg daily)", "")], font=pen.bold)
    for line in _med_pieces(answers):
        pen.pieces(line, x=pen.left + 12)
    pen.y += 6
    pen.pieces([("DRUG ALLERGIES / REACTION", "")], font=pen.bold)
    for line in _allergy_pieces(answers, joint=" / "):
        pen.pieces(line, x=pen.left + 12)
    pen.y += 6
    pen.pieces([("PERSONAL MEDICAL HISTORY", "")], font=pen.bold)
    joined: list[Piece] = []
    for place, name in enumerate(answers.conditions):
        joined.append((name + ("," if place + 1 < len(answers.conditions) else ""), f"yes{place}"))
    pen.pieces(joined, x=pen.left + 12)
    for place, name in enumerate(answers.operations):
        pen.labelled("SURGICAL HISTORY:", name, f"operation{place}")
    pen.y += 6
    pen.pieces([("FAMILY MEDICAL HISTORY", "")], font=pen.bold)
    for place, each in enumerate(answers.kin):
        pen.pieces([(f"{each.condition} ({each.relation.lower()})", f"kin{place}")], x=pen.left + 12)
    _closing(pen, answers)


def _city(answers: Answers) -> str:
    person = answers.person
    return f"{person.city}, {person.state} {person.postal_code}"


def _two_columns(paper: Paper, answers: Answers) -> None:
    """Two columns of sections beside each other, boxes drawn as squares for the conditions."""
    pen = FormWriter.begin(paper, size=9.0, pitch=14.0)
    pen.title("Welcome to our clinic", center=True)
    pen.labelled("Name", answers.person.full_name, indent=60)
    pen.labelled("Born", _birth(answers), indent=60)
    pen.labelled("Your doctor", answers.doctor, indent=60)
    top = pen.y + 14
    right = 320.0
    pen.y = top
    pen.pieces([("MAIN CONCERN", "")], font=pen.bold)
    pen.pieces([(answers.concern, "concern")])
    pen.y += 8
    pen.pieces([("MEDICATIONS", "")], font=pen.bold)
    for place, med in enumerate(answers.meds):
        key = f"med{place}"
        pen.pieces([(" ".join(part for part in (med.name, med.strength, med.form) if part) + ",", key)])
        how = [med.dose, med.route, med.frequency, "as needed" if med.as_needed else ""]
        pen.pieces([(" ".join(part for part in how if part), key)], x=pen.left + 10)
    pen.y += 8
    pen.pieces([("ALLERGIES", "")], font=pen.bold)
    for line in _allergy_pieces(answers):
        pen.pieces(line)
    bottom = pen.y
    pen.y = top
    pen.pieces([("DO YOU HAVE OR HAVE YOU HAD", "")], x=right, font=pen.bold)
    asked = [(name, f"yes{place}", True) for place, name in enumerate(answers.conditions)]
    asked += [(name, f"no{place}", False) for place, name in enumerate(answers.denied)]
    for name, key, ticked in sorted(asked):
        pen.box(right, ticked=ticked)
        pen.sheet.put(name, right + 14, pen.y, size=pen.size, font=pen.font, part=key)
        pen.y += pen.pitch
    pen.y += 8
    pen.pieces([("FAMILY", "")], x=right, font=pen.bold)
    for place, each in enumerate(answers.kin):
        pen.pieces([(f"{each.relation}:", f"kin{place}"), (each.condition, f"kin{place}")], x=right)
    if answers.operations:
        pen.y += 8
        pen.pieces([("SURGERIES", "")], x=right, font=pen.bold)
        for place, name in enumerate(answers.operations):
            pen.pieces([(name, f"operation{place}")], x=right)
    pen.y = max(bottom, pen.y)
    _closing(pen, answers)


DESIGNS: Mapping[str, Callable[[Paper, Answers], None]] = MappingProxyType(
    {"plain": _plain, "tables": _tables, "ticks": _ticks, "framed": _framed, "two-columns": _two_columns}
)


def draw_intake(design: str, answers: Answers) -> Paper:
    """The form on paper.

    Raises:
        KeyError: No such design.
        ValueError: An answer does not fit on the page's width.
    """
    paper = Paper()
    DESIGNS[design](paper, answers)
    for sheet in paper.sheets:
        if any(word.box.x + word.box.width > 1 for word in sheet.words):
            raise ValueError(f"the {design} design runs off the paper")
    return paper
