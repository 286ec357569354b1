"""A fillable form: answers stand in the fields of the file, not on the page's own text."""

from __future__ import annotations

from collections.abc import Sequence

import pymupdf

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.evals.expected_items import ExpectedItem
from devstack.golden.claims import Claim
from devstack.golden.form_writer import FormWriter
from devstack.golden.intake.answers import Answers
from devstack.samples.paper import Paper

__all__ = ["draw_filled"]

_HEIGHT = 16.0


class _Form:
    """A form with fields, and where the fields of each claim are."""

    def __init__(self) -> None:
        self.paper = Paper()
        self.pen = FormWriter.begin(self.paper, size=9.0)
        self.frames: dict[str, pymupdf.Rect] = {}

    def text(self, name: str, value: str, key: str, *, x: float, width: float) -> None:
        """A text field at the pen's line. The pen does not move."""
        rect = pymupdf.Rect(x, self.pen.y - 11, x + width, self.pen.y - 11 + _HEIGHT)
        widget = pymupdf.Widget()
        widget.field_name = name
        widget.field_type = pymupdf.PDF_WIDGET_TYPE_TEXT
        widget.field_value = value
        widget.rect = rect
        widget.text_fontsize = 9
        widget.border_width = 0.5
        widget.border_color = (0, 0, 0)
        self.pen.sheet.page.add_widget(widget)
        self._mark(key, rect)

    def tick(self, name: str, *, ticked: bool, key: str, x: float) -> None:
        """A checkbox at the pen's line. The pen does not move."""
        rect = pymupdf.Rect(x, self.pen.y - 9, x + 10, self.pen.y + 1)
        widget = pymupdf.Widget()
        widget.field_name = name
        widget.field_type = pymupdf.PDF_WIDGET_TYPE_CHECKBOX
        widget.field_value = ticked
        widget.rect = rect
        widget.border_width = 0.7
        widget.border_color = (0, 0, 0)
        self.pen.sheet.page.add_widget(widget)
        self._mark(key, rect)

    def _mark(self, key: str, rect: pymupdf.Rect) -> None:
        if key:
            self.frames[key] = self.frames[key] | rect if key in self.frames else rect

    def label(self, text: str, x: float) -> None:
        """Words of the form at the pen's line. The pen does not move."""
        self.pen.sheet.put(text, x, self.pen.y, size=9, font="hebo")


def _who(form: _Form, answers: Answers) -> None:
    pen, person = form.pen, answers.person
    for label, name, value, x, width in (
        ("Full name", "patient_name", person.full_name, 50, 200),
        ("DOB", "dob", person.birth_date.strftime("%m/%d/%Y"), 330, 90),
    ):
        form.label(label, x)
        form.text(name, value, "", x=x + 60, width=width)
    pen.y += 22
    form.label("Phone", 50)
    form.text("phone", person.phone, "", x=110, width=120)
    form.label("Doctor", 330)
    form.text("doctor", answers.doctor, "", x=390, width=160)
    pen.y += 26
    form.label("Reason for visit", 50)
    form.text("visit_reason", answers.concern, "concern", x=140, width=410)
    pen.y += 14


def _medicines(form: _Form, answers: Answers) -> None:
    pen = form.pen
    pen.heading("Medications")
    for title, x in (("Name", 50), ("Strength", 190), ("Amount", 280), ("Route", 370), ("How often", 450)):
        form.label(title, x)
    pen.y += 18
    for place, med in enumerate(answers.meds):
        key = f"med{place}"
        often = f"{med.frequency} {'as needed' if med.as_needed else ''}".strip()
        for name, value, x, width in (
            ("name", med.name, 50, 135),
            ("strength", med.strength, 190, 85),
            ("amount", med.dose, 280, 85),
            ("route", med.route, 370, 75),
            ("often", often, 450, 112),
        ):
            form.text(f"medication_{place + 1}_{name}", value, key, x=x, width=width)
        pen.y += 20


def _allergies(form: _Form, answers: Answers) -> None:
    pen = form.pen
    pen.heading("Allergies")
    form.tick("no_known_drug_allergies", ticked=bool(answers.none_known), key="none", x=50)
    pen.sheet.put("No known drug allergies", 66, pen.y, size=9, part="none")
    if answers.none_known:
        form.frames["none"] |= pymupdf.Rect(60, pen.y - 10, 200, pen.y + 4)
    pen.y += 20
    for title, x in (("Allergic to", 50), ("Reaction", 230), ("Severity", 410)):
        form.label(title, x)
    pen.y += 18
    for place, each in enumerate(answers.sensitivities):
        key = f"allergy{place}"
        form.text(f"allergy_{place + 1}_substance", each.substance, key, x=50, width=170)
        form.text(f"allergy_{place + 1}_reaction", each.reaction, key, x=230, width=170)
        form.text(f"allergy_{place + 1}_severity", each.severity, key, x=410, width=120)
        pen.y += 20


def _history(form: _Form, answers: Answers) -> None:
    pen = form.pen
    pen.heading("Check all that apply to you")
    asked = [(name, f"yes{place}", True) for place, name in enumerate(answers.conditions)]
    asked += [(name, "", False) for name in answers.denied]
    for name, key, ticked in sorted(asked):
        form.tick(f"history_{name.lower().replace(' ', '_')}", ticked=ticked, key=key, x=50)
        pen.sheet.put(name, 66, pen.y, size=9, part=key)
        if key:
            form.frames[key] |= pymupdf.Rect(60, pen.y - 10, 300, pen.y + 4)
        pen.y += 17
    pen.heading("Family history")
    for place, each in enumerate(answers.kin):
        form.label("Relative", 50)
        form.text(f"relative_{place + 1}", each.relation, f"kin{place}", x=110, width=120)
        form.label("Condition", 250)
        form.text(f"condition_{place + 1}", each.condition, f"kin{place}", x=310, width=180)
        pen.y += 20
    pen.heading("Habits")
    for place, (question, answer) in enumerate(answers.social):
        form.label(question, 50)
        form.text(f"habit_{place + 1}", answer, f"social{place}", x=180, width=260)
        pen.y += 20
    if answers.wishes:
        form.label("Anything else", 50)
        form.text("comments", answers.wishes, "wishes", x=180, width=300)


def draw_filled(answers: Answers, claims: Sequence[Claim]) -> tuple[bytes, tuple[ExpectedItem, ...]]:
    """The file and its expected facts; their boxes lie in the frames of their fields and labels.

    Raises:
        KeyError: A claim has no field in this form.
    """
    form = _Form()
    form.pen.title("Online Check-in")
    _who(form, answers)
    _medicines(form, answers)
    _allergies(form, answers)
    _history(form, answers)
    height = form.pen.sheet.height
    items = []
    for claim in claims:
        rect = form.frames[claim.key] + (-4, -4, 4, 4)
        frame = (0.02, round(rect.y0 / height, 5), 0.96, round(rect.height / height, 5))
        items.append(claim.item(SourceType.INTAKE_FORM, page=1, frame=frame))
    content = form.paper.document.tobytes(garbage=3, deflate=True, no_new_id=True)
    return bytes(content), tuple(items)
