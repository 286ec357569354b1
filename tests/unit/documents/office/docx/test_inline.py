"""One paragraph's text as a reader with all changes accepted sees it."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.region import RegionKind, RegionMark
from tests.unit.documents.office_files import codes_of, docx_of, read_word, regions_of, text_of, word_part

MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
EMPTY_BOX = "\u2610"


def run(text: str, properties: str = "") -> str:
    return f'<w:r>{f"<w:rPr>{properties}</w:rPr>" if properties else ""}<w:t xml:space="preserve">{text}</w:t></w:r>'


def shown(inner: str) -> str:
    return text_of(read_word(docx_of(f"<w:p>{run('start ')}{inner}{run(' end')}</w:p>")))


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        (run("Sm") + run("ith", "<w:b/>"), "start Smith end"),
        ("<w:r><w:t>Sm</w:t><w:softHyphen/><w:t>ith</w:t></w:r>", "start Smith end"),
        (run("Sm\u00adi\u200bth"), "start Smith end"),
        ("<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:noBreakHyphen/><w:t>c</w:t></w:r>", "start a b-c end"),
        ("<w:r><w:t>one</w:t><w:br/><w:t>two</w:t></w:r>", "start one\ntwo end"),
        (f"<w:hyperlink>{run('link')}</w:hyperlink>", "start link end"),
        (f"<w:smartTag>{run('smart')}</w:smartTag><w:bookmarkStart/><w:proofErr/>", "start smart end"),
        (f"<w:del>{run('gone').replace('w:t', 'w:delText')}{run('gone too')}</w:del>", "start end"),
        (f"<w:moveFrom>{run('was here')}</w:moveFrom><w:moveTo>{run('is here')}</w:moveTo>", "start is here end"),
        (f"<w:ins>{run('added')}</w:ins>", "start added end"),
        (f"<w:ins><w:del>{run('added and gone')}</w:del></w:ins>", "start end"),
        ('<w:r><w:sym w:font="Symbol" w:char="F0B3"/></w:r>', "start \u2265 end"),
        (run("m", '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>'), "start \u03bc end"),
        ('<w:r><w:footnoteReference w:id="2"/></w:r>', "start [2] end"),
        (f"<w:r><w:ruby><w:rt/><w:rubyBase>{run('base')}</w:rubyBase></w:ruby></w:r>", "start base end"),
        (f"<m:oMath {MATH}><m:r><m:t>x=1</m:t></m:r></m:oMath>", "start x=1 end"),
    ],
)  # fmt: skip
def test_what_is_shown(inner: str, text: str) -> None:
    assert shown(inner) == text


def field(code: str, result: str, data: str = "") -> str:
    return (
        f'<w:r><w:fldChar w:fldCharType="begin">{data}</w:fldChar></w:r><w:r><w:instrText>{code}</w:instrText></w:r>'
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{result}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def test_fields_show_their_results_only() -> None:
    assert shown(field("PAGE", run("7"))) == "start 7 end"
    assert shown(field("IF", field("DATE", run("inner")) + run("outer"))) == "start innerouter end"
    assert shown(f'<w:fldSimple w:instr="AUTHOR">{run("Ada")}</w:fldSimple>') == "start Ada end"
    nested_in_code = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>IF </w:instrText></w:r>'
        f"{field('DATE', run('hidden in code'))}"
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>shown</w:t></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )
    assert shown(nested_in_code) == "start shown end"


@pytest.mark.parametrize("code", ["INCLUDETEXT x.docx", " DDEAUTO c:\\\\cmd", 'INCLUDEPICTURE "http://localhost:1/x"'])
def test_fields_that_fetch_are_not_followed_but_named(code: str) -> None:
    collector = read_word(docx_of(f"<w:p>{field(code, run('kept'))}</w:p>"))
    assert text_of(collector) == "kept"
    assert codes_of(collector) == ["W_EXTERNAL"]


def box(checked: str) -> str:
    return (
        f'<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="{checked}"/></w14:checkbox></w:sdtPr>'
        f"<w:sdtContent>{run(EMPTY_BOX)}</w:sdtContent></w:sdt>"
    )


def test_boxes_of_every_make_say_whether_they_are_ticked() -> None:
    old_box = '<w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData>'
    body = (
        f"<w:p>{run('Yes')}{box('1')}{run('No')}{box('0')}</w:p>"
        f"<w:p>{field('FORMCHECKBOX', '', old_box)}{run('smoker')}</w:p>"
        f'<w:p><w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>{run("diabetes")}</w:p>'
        f"<w:p>{run(EMPTY_BOX + 'asthma')}</w:p>"
    )
    collector = read_word(docx_of(body))
    assert text_of(collector).split("\n") == [
        "Yes \u2612 No \u2610",
        "\u2612 smoker",
        "\u2612 diabetes",
        "\u2610 asthma",
    ]
    boxes = [region for region, _ in regions_of(collector).values() if region.kind is RegionKind.CHECKBOX]
    assert [region.path for region in boxes] == [
        "paragraph 1, box 1", "paragraph 1, box 2", "paragraph 2, box 1", "paragraph 3, box 1", "paragraph 4, box 1",
    ]  # fmt: skip
    checked, unchecked = (RegionMark.CHECKED,), (RegionMark.UNCHECKED,)
    assert [region.marks for region in boxes] == [checked, unchecked, checked, checked, unchecked]


def test_lists_of_old_forms_show_what_was_chosen() -> None:
    entries = '<w:listEntry w:val="mild"/><w:listEntry w:val="severe"/>'
    chosen = f'<w:ffData><w:ddList><w:result w:val="1"/>{entries}</w:ddList></w:ffData>'
    assert shown(field("FORMDROPDOWN", run("ignored"), chosen)) == "start severe end"


def test_content_controls_are_regions_and_their_prompts_no_answers() -> None:
    filled = f"<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>{run('aspirin')}</w:sdtContent></w:sdt>"
    prompt = f"<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>{run('Click here')}</w:sdtContent></w:sdt>"
    collector = read_word(docx_of(f"<w:p>{run('Drug: ')}{filled}{run(' Dose: ')}{prompt}</w:p>"))
    assert text_of(collector) == "Drug: aspirin Dose:"
    regions = regions_of(collector)
    assert regions["paragraph 1, control 1"][1] == "aspirin"
    assert regions["paragraph 1, control 2"][0].spans == ()
    assert regions["paragraph 1, control 2"][0].kind is RegionKind.CONTENT_CONTROL


def marks_of(text: str, body: str) -> set[RegionMark]:
    collector = read_word(docx_of(body))
    page = collector.pages[0]
    start = page.text.index(text)
    return {mark for region in page.regions if region.holds(start, start + len(text)) for mark in region.marks}


@pytest.mark.parametrize(
    "properties",
    [
        "<w:vanish/>",
        '<w:color w:val="FFFFFF"/>',
        '<w:sz w:val="2"/>',
        '<w:rStyle w:val="Secret"/>',
        "<w:strike/>",
        "<w:dstrike/>",
        '<w:rStyle w:val="Struck"/>',
    ],
)
def test_text_that_nobody_sees_is_read_and_marked(properties: str) -> None:
    styles = word_part(
        "styles",
        '<w:style w:styleId="Secret"><w:basedOn w:val="Base"/></w:style>'
        '<w:style w:styleId="Base"><w:rPr><w:vanish/></w:rPr></w:style>'
        '<w:style w:styleId="Struck"><w:rPr><w:strike/></w:rPr></w:style>',
    )
    body = f"<w:p>{run('seen ')}{run('unseen', properties)}</w:p>"
    collector = read_word(docx_of(body, {"word/styles.xml": styles}, styles="styles.xml"))
    page = collector.pages[0]
    assert page.text == "seen unseen"
    hidden = [page.text[a:b] for region in page.regions if RegionMark.HIDDEN in region.marks for a, b in region.spans]
    assert hidden == ["unseen"]
    assert codes_of(collector) == ["W_HIDDEN"]


OFF = '<w:vanish w:val="0"/><w:strike w:val="false"/>'
WHITE = '<w:color w:val="FFFFFF"/>'
SHADE = '<w:pPr><w:shd w:fill="000000"/></w:pPr>'


@pytest.mark.parametrize("body", [f"<w:p>{run('word', OFF)}</w:p>", f"<w:p>{SHADE}{run('word', WHITE)}</w:p>"])
def test_text_that_shows_is_not_marked(body: str) -> None:
    assert marks_of("word", body) == set()


def test_inserted_letters_are_marked_within_their_word() -> None:
    collector = read_word(docx_of(f"<w:p>{run('4')}<w:ins>{run('0')}</w:ins>{run(' mg')}</w:p>"))
    page = collector.pages[0]
    assert page.text == "40 mg"
    inserted = [region for region in page.regions if RegionMark.INSERTED in region.marks]
    assert [region.spans for region in inserted] == [((1, 2),)]


def text_box(text: str) -> str:
    inner = f"<w:txbxContent><w:p>{run(text)}</w:p></w:txbxContent>"
    return (
        "<w:r><mc:AlternateContent>"
        f'<mc:Choice Requires="wps"><w:drawing><wps:txbx>{inner}</wps:txbx></w:drawing></mc:Choice>'
        f"<mc:Fallback><w:pict><v:textbox>{inner}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )


def test_a_text_box_is_read_once_after_its_paragraph() -> None:
    collector = read_word(
        docx_of(f"<w:p>{run('before')}{text_box('boxed words')}{run(' after')}</w:p><w:p>{run('next')}</w:p>")
    )
    assert text_of(collector).split("\n") == ["before after", "boxed words", "next"]
    assert regions_of(collector)["text box 1"][0].kind is RegionKind.TEXT_BOX


def test_the_old_copy_is_read_where_the_new_one_says_nothing() -> None:
    inner = f"<w:txbxContent><w:p>{run('old words')}</w:p></w:txbxContent>"
    both = (
        "<w:r><mc:AlternateContent><mc:Choice><w:drawing/></mc:Choice>"
        f"<mc:Fallback><w:pict><v:textbox>{inner}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )
    assert "old words" in shown(both)


def test_what_lies_outside_or_is_embedded_is_named() -> None:
    linked = '<w:r><w:drawing><a:blip r:link="image1"/></w:drawing></w:r>'
    collector = read_word(docx_of(f"<w:p>{run('x')}{linked}</w:p>", image1="!http://localhost:1/x.png"))
    assert codes_of(collector) == ["W_EXTERNAL"]
    ole = "<w:r><w:object><o:OLEObject/></w:object></w:r>"
    collector = read_word(docx_of(f"<w:p>{run('x')}{ole}</w:p>"))
    assert codes_of(collector) == ["W_HIDDEN"]
