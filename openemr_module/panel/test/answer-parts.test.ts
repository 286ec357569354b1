import { split, unbroken } from "../src/ask/chips";
import { plainText } from "../src/ask/copy";
import { series, trendChart } from "../src/ask/trend";
import { h } from "../src/dom";
import type { Answer, AnswerTable } from "../src/contract";
import { patient, percent, place, when, who } from "../src/format";
import { centred, drawnWidth } from "../src/source/stage";

test.each([
  ["LDL was 148 mg/dL (high) on 2026-04-10 [1][2].", "LDL was 148 mg/dL (high) on 2026-04-10", [1, 2], "."],
  ["Nothing cited.", "Nothing cited.", [], ""],
  ["A note [3] in the middle.", "A note [3] in the middle.", [], ""],
  ["Cites what is not there [9].", "Cites what is not there [9].", [], ""],
  ["No source zero [0]", "No source zero [0]", [], ""],
  ["[1]", "", [1], ""],
])("%j is split into text and citations", (sentence, text, numbers, end) => {
  expect(split(sentence, 3)).toEqual({ text, numbers, end });
});

test("days are kept in one piece, and nothing of the text is lost", () => {
  const text = "Fell from 160 on 2025-04-18 to 148 in 2026-04; 2024-2025 is no day.";
  const parts = h("p", {}, unbroken(text));
  expect(parts.textContent).toBe(text);
  expect([...parts.querySelectorAll("span")].map((part) => part.textContent)).toEqual(["2025-04-18", "2026-04"]);
});

function table(columns: string[], ...rows: string[][]): AnswerTable {
  return { section: "Patient Findings", title: "LDL", columns, rows: rows.map((cells) => ({ cells, citations: [1] })) };
}

const COLUMNS = ["Date", "Value", "Reference"];

test("a trend has its points in the order of time and the common range", () => {
  const data = series(table(COLUMNS, ["2026-01-02", "148 mg/dL", "50 - 100"], ["2025-01-02 08:15", "90 mg/dL", "50 - 100"]));
  expect(data?.points.map(({ day, value }) => [day, value])).toEqual([["2025-01-02", 90], ["2026-01-02", 148]]);
  expect(data?.range).toEqual({ low: 50, high: 100 });
  const chart = trendChart(data!);
  expect(chart.querySelector("svg")?.getAttribute("aria-label")).toContain("2 results from 2025-01-02 to 2026-01-02; lowest 90, highest 148");
  const heights = [...chart.querySelectorAll("circle")].map((circle) => Number(circle.getAttribute("cy")));
  expect(heights[0]).toBeGreaterThan(heights[1]!);
  expect([...chart.querySelectorAll("circle")].map((circle) => circle.getAttribute("class"))).toEqual(["af-trend-in", "af-trend-out"]);
});

test.each([
  ["one result", [["2026-01-02", "1 mg/dL", ""]]],
  ["two units", [["2026-01-02", "148 mg/dL", ""], ["2025-01-02", "3.8 mmol/L", ""]]],
  ["a bound", [["2026-01-02", "< 5 mg/dL", ""], ["2025-01-02", "6 mg/dL", ""]]],
  ["a word", [["2026-01-02", "positive", ""], ["2025-01-02", "negative", ""]]],
  ["no day", [["2026", "6 mg/dL", ""], ["2025-01-02", "6 mg/dL", ""]]],
])("%s is no chart", (_, rows) => {
  expect(series(table(COLUMNS, ...(rows as string[][])))).toBeNull();
});

test("equal values and equal days are drawn without a fault", () => {
  const data = series(table(COLUMNS, ["2026-01-02", "5 mg/dL", ""], ["2026-01-02", "5 mg/dL", ""]))!;
  const marks = [...trendChart(data).querySelectorAll("circle")];
  expect(marks.every((mark) => Number.isFinite(Number(mark.getAttribute("cx"))) && Number.isFinite(Number(mark.getAttribute("cy"))))).toBe(true);
});

test("what is copied holds question, sections, numbered sources and who worded it", () => {
  const answer = {
    question: "LDL?",
    text: "Patient Findings\n- LDL was 148 [1].",
    citations: [
      { source_type: "lab_pdf", source_id: "documents:12", page_or_section: "page 1", field_or_chunk_id: "results[0]", quote_or_value: "LDL 148", page: 1, bounding_box: null },
    ],
    notes: ["One note."],
    worded_by: "",
    refusal: null,
  } as unknown as Answer;
  expect(plainText(answer)).toBe(
    'LDL?\n\nPatient Findings\n- LDL was 148 [1].\n\nSources\n[1] Lab report, document 12, page 1: "LDL 148"\n\nOne note.\n\n' +
      "Worded by rules. Every statement was checked against its sources.",
  );
});

test("places, times and shares are said plainly", () => {
  const citation = { source_type: "guideline", source_id: "ada-2025", page_or_section: "Goals", field_or_chunk_id: "c1", quote_or_value: "", page: null, bounding_box: null };
  expect(place(citation)).toBe("Guideline, Goals");
  expect(["no time", "2026-04-10", "2026-04-10 08:15"].map((text) => when(text))).toEqual(["no time", "2026-04-10", "2026-04-10 08:15"]);
  expect(when("2026-04-10T08:15:00Z")).toContain("2026");
  expect(when("2026-04-10T08:15:00+00:00")).not.toContain("T");
  expect([who({ by: "users:7" }), who({ by: "key_1" })]).toEqual(["user 7", "key_1"]);
  expect(who({ by: "users:7", by_name: "Dana Vance" })).toBe("\u2068Dana Vance\u2069");
  expect(patient({ patient_id: 4 })).toBe("Patient 4");
  expect(patient({ patient_id: 4, patient_name: "Quill, Ada" })).toBe("\u2068Quill, Ada\u2069 (patient 4)");
  expect([percent(1), percent(0.999), percent(0.29)]).toEqual(["100 %", "99 %", "29 %"]);
});

test("pictures are drawn as sharp as the window needs, within the bounds", () => {
  expect([drawnWidth(300, 1, 1), drawnWidth(600, 1.5, 1), drawnWidth(600, 3, 2)]).toEqual([800, 1200, 2000]);
  expect([centred(0.5, 0.1, 1000, 400), centred(0, 0.02, 1000, 400)]).toEqual([350, 0]);
});
