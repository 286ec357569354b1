"""One form, three ways: typed with drawn boxes, filled in on a screen, and scanned."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbiter_fhir.documents.engines import pymupdf


@dataclass
class DrawnForm:
    """A letter page under construction.

    Attributes:
        fillable: Whether answers stand in form fields instead of on the page.
    """

    fillable: bool = False
    y: float = 50.0
    document: object = field(default_factory=pymupdf.open)
    _fields: int = 0

    def __post_init__(self) -> None:
        self.page = self.document.new_page(width=612, height=792)  # type: ignore[attr-defined]

    def text(self, x: float, text: str, *, bold: bool = False) -> None:
        """Words of the form itself."""
        self.page.insert_text((x, self.y), text, fontsize=10, fontname="hebo" if bold else "helv")

    def answer(self, x: float, text: str, *, width: float = 200.0) -> None:
        """What the patient wrote."""
        if not self.fillable:
            self.text(x, text)
            return
        widget = pymupdf.Widget()
        widget.field_type, widget.field_value = pymupdf.PDF_WIDGET_TYPE_TEXT, text
        widget.text_fontsize = 10
        self._add(widget, (x - 2, self.y - 11, x + width, self.y + 4))

    def box(self, x: float, *, ticked: bool = False) -> None:
        """A box to tick."""
        place = (x, self.y - 8, x + 9, self.y + 1)
        if self.fillable:
            widget = pymupdf.Widget()
            widget.field_type, widget.field_value = pymupdf.PDF_WIDGET_TYPE_CHECKBOX, ticked
            widget.border_width, widget.border_color = 0.7, (0, 0, 0)
            self._add(widget, place)
            return
        self.page.draw_rect(place, width=0.8)
        if ticked:
            left, top, right, bottom = place
            self.page.draw_line((left + 1.5, top + 1.5), (right - 1.5, bottom - 1.5), width=1.2)
            self.page.draw_line((left + 1.5, bottom - 1.5), (right - 1.5, top + 1.5), width=1.2)

    def _add(self, widget: object, place: tuple[float, float, float, float]) -> None:
        self._fields += 1
        widget.field_name, widget.rect = f"field_{self._fields}", pymupdf.Rect(place)  # type: ignore[attr-defined]
        self.page.add_widget(widget)

    def next(self, step: float = 17.0) -> None:
        """Go to the next line."""
        self.y += step

    def finish(self) -> bytes:
        """The PDF."""
        return bytes(self.document.tobytes())  # type: ignore[attr-defined]


def health_history(*, fillable: bool = False) -> bytes:
    """A health history with every kind of question."""
    form = DrawnForm(fillable)
    form.text(50, "Lakeside Clinic - Health History", bold=True)
    form.next(24)
    form.text(50, "Name:")
    form.answer(90, "Brunhilde Okonkwo")
    form.text(320, "DOB:")
    form.answer(350, "04/17/1966", width=80)
    form.next(22)
    form.text(50, "Reason for today's visit:", bold=True)
    form.answer(185, "Ringing in both ears")
    form.next(22)
    form.text(50, "Allergies", bold=True)
    form.text(110, "Do you have any drug allergies?")
    form.box(290)
    form.text(303, "No")
    form.box(330, ticked=True)
    form.text(343, "Yes, please list:")
    for line in ("Penicillin - hives", "Codeine (nausea)"):
        form.next()
        form.answer(60, line)
    form.next(22)
    form.text(50, "Medications", bold=True)
    form.text(130, "Please list all medicines, e.g. ibuprofen 200 mg as needed")
    for line in ("Amlodipine 5 mg by mouth daily", "Cetirizine 10 mg as needed"):
        form.next()
        form.answer(60, line)
    form.next(22)
    form.text(50, "Medical history", bold=True)
    form.text(150, "(check all that apply)")
    for row in ((("Hypertension", True), ("Diabetes", False), ("Asthma", True)), (("Stroke", False), ("Gout", True))):
        form.next()
        for place, (name, ticked) in enumerate(row):
            form.box(60 + 160 * place, ticked=ticked)
            form.text(76 + 160 * place, name)
    form.next(22)
    _questions(form)
    form.text(50, "Social history", bold=True)
    form.next()
    form.text(60, "Smoking:")
    for place, (name, ticked) in enumerate((("Never", False), ("Former", True), ("Current", False))):
        form.box(120 + 80 * place, ticked=ticked)
        form.text(134 + 80 * place, name)
    form.next(22)
    form.text(50, "Patient signature:")
    form.answer(150, "Brunhilde Okonkwo")
    form.text(400, "Date:")
    form.answer(430, "03/02/2026", width=80)
    return form.finish()


def _questions(form: DrawnForm) -> None:
    form.text(50, "Have you ever had:", bold=True)
    form.text(250, "Yes", bold=True)
    form.text(300, "No", bold=True)
    for name, yes, no in (("Cancer", False, True), ("Anemia", True, False), ("Seizures", False, False)):
        form.next()
        form.text(60, name)
        form.box(253, ticked=yes)
        form.box(302, ticked=no)
    form.next(22)
    form.text(50, "Family history", bold=True)
    for line in ("Mother: diabetes", "Father: heart disease"):
        form.next()
        form.answer(60, line)
    form.next(22)


def scanned(content: bytes, *, dpi: int = 200) -> bytes:
    """The first page as a picture."""
    picture = pymupdf.open(stream=content)[0].get_pixmap(dpi=dpi, colorspace=pymupdf.csGRAY)
    picture.set_dpi(dpi, dpi)
    return bytes(picture.tobytes("png"))
