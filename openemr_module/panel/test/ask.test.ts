import { vi } from "vitest";

import type { Answer } from "../src/contract";
import { Module, eventually, event, find, json, key, open, picture, press, problem, stream } from "./page";

const XSS = '<img src=x onerror="window.hit=1">';

function answer(more: Partial<Answer> = {}): Answer {
  return {
    request_id: "r1",
    question: "LDL?",
    status: "answered",
    sections: {
      "Missing or Not Found": ["Nothing is missing."],
      "Patient Findings": [`LDL was 148 mg/dL ${XSS} [1][2].`],
      "Needs Human Review": [],
      "Guideline Evidence": [],
    },
    text: "Patient Findings\n- LDL was 148 mg/dL [1][2].",
    citations: [
      { source_type: "lab_pdf", source_id: "documents:12", page_or_section: "page 1", field_or_chunk_id: "results[0]", quote_or_value: XSS, page: 1, bounding_box: null },
      { source_type: "chart", source_id: "procedure_result:1", page_or_section: "laboratory results", field_or_chunk_id: "result", quote_or_value: "148", page: null, bounding_box: null },
    ],
    tables: [
      {
        section: "Patient Findings",
        title: "LDL",
        columns: ["Date", "Value"],
        rows: [
          { cells: ["2025-01-02", "120 mg/dL"], citations: [1] },
          { cells: ["2026-01-02", "148 mg/dL"], citations: [2] },
        ],
      },
    ],
    notes: ["Read as LDL cholesterol."],
    worded_by: "",
    refusal: null,
    ...more,
  };
}

const SOURCE = {
  state: "open", refusal: null, quarantined: false, document_id: 12, doc_type: "lab_pdf", page: 1, pages: 2,
  boxes: [{ x: 0.1, y: 0.2, width: 0.5, height: 0.02 }], quote: XSS, field: "results[0]", section: "", text: "", certainty: "verified",
  confidence: 0.999, reasons: [{ code: "a", sentence: "A doubt." }], read_at: "2026-01-02T03:04:05Z", identity_status: "identity_verified",
  chart_row: { row: "procedure_result:1", outcome: "promoted" }, review: null, fallback: "none",
};

function module(more: Record<string, object | ((body: Record<string, unknown>) => object | Response)> = {}): Module {
  return new Module({
    overview: { documents: { read: 1, waiting: 0, failed: 2, withdrawn: 0 }, facts: { found: 3, in_chart: 1 }, review: 4 },
    examples: { questions: ["Most recent A1c?", "LDL trend"] },
    ask: () => stream(event("routed", { intent: "labs" }), `${event("evidence", {}).slice(0, 9)}`, event("evidence", {}).slice(9), event("done", answer())),
    source: SOURCE,
    page: () => picture(),
    ...more,
  });
}

async function ask(root: HTMLElement, question: string): Promise<void> {
  const box = await find<HTMLTextAreaElement>(root, "#af-question");
  box.value = question;
  key(box, "Enter");
}

test("an answer has its sections in their order, chips, a chart beside its table, notes and who worded it", async () => {
  const calls = module();
  const root = open();
  await ask(root, " LDL? ");
  const body = await find(root, ".af-answer");
  expect([...body.querySelectorAll(".af-section h3")].map((title) => title.textContent)).toEqual(["Patient Findings", "Missing or Not Found"]);
  expect(body.textContent).toContain("Nothing under: Needs Human Review, Guideline Evidence.");
  expect(body.querySelector("li")?.textContent).toContain(XSS);
  expect(body.querySelectorAll("img, script")).toHaveLength(0);
  expect(body.querySelector("svg")?.getAttribute("aria-label")).toContain("LDL over time. 2 results");
  expect(body.querySelectorAll("tbody tr")).toHaveLength(2);
  expect(body.textContent).toContain("Read as LDL cholesterol.");
  expect(body.textContent).toContain("Worded by rules.");
  expect(calls.of("ask")).toEqual([{ question: "LDL?", pid: 7, csrf_token_form: "token" }]);
  expect(root.querySelector("[role=status]")?.textContent).toBe("The answer is ready.");
});

test("the stages are ticked as they are reached, and Stop takes the place of Ask", async () => {
  let tell: (piece: string) => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      tell = (piece) => controller.enqueue(new TextEncoder().encode(piece));
    },
  });
  module({ ask: () => new Response(body, { headers: { "Content-Type": "text/event-stream" } }) });
  const root = open();
  await ask(root, "LDL?");
  await find(root, "[data-stage=sent][aria-current=step]");
  tell(event("routed", {}) + event("unheard_of", {}) + event("evidence", {}));
  await find(root, "[data-stage=evidence][aria-current=step]");
  expect([...root.querySelectorAll<HTMLElement>(".af-reached")].map((line) => line.dataset["stage"])).toEqual(["sent", "routed", "evidence"]);
  expect(root.querySelector<HTMLElement>("[data-stage=rewording]")?.hidden).toBe(true);
  expect(root.querySelector("[role=status]")?.textContent).toBe("Working on the answer.");
  expect([...root.querySelectorAll<HTMLElement>(".af-ask-row .af-button")].map((each) => each.hidden)).toEqual([true, false]);
  expect(root.querySelector(".af-answer")).toBeNull();
});

test("the next question follows the one before, and the one before stays at hand", async () => {
  const calls = module();
  const root = open();
  await ask(root, "LDL?");
  await find(root, ".af-answer");
  await press(root, "Most recent A1c?");
  await find(root, ".af-earlier summary", "LDL?");
  expect(calls.of("ask")[1]).toMatchObject({ question: "Most recent A1c?", follows: "r1" });
});

test("a chip opens its place, marks itself, and the next citation follows", async () => {
  const calls = module();
  const root = open();
  await ask(root, "LDL?");
  const chip = await find<HTMLButtonElement>(root, ".af-section li .af-chip", "1");
  expect(chip.getAttribute("aria-label")).toBe("Citation 1: Lab report, document 12, page 1");
  chip.focus();
  chip.click();
  const box = await find(root, ".af-box");
  expect(box.style.top).toBe("20%");
  expect(chip.getAttribute("aria-pressed")).toBe("true");
  expect(calls.of("source")[0]).toMatchObject({ source_id: "documents:12", field_or_chunk_id: "results[0]", page: 1, pid: 7 });
  expect(calls.of("page")[0]).toMatchObject({ document_id: 12, page: 1, pid: 7 });
  const source = root.querySelector(".af-source")!;
  expect(source.querySelector("q")?.textContent).toBe(XSS);
  for (const text of ["99 %", "A doubt.", "verified", "this patient's", "written (procedure_result:1)", "Page 1 of 2"]) expect(source.textContent).toContain(text);
  expect(source.querySelector("a")?.getAttribute("href")).toBe("/doc?id=12&p=7");
  source.querySelector<HTMLButtonElement>('[aria-label="Next citation"]')!.click();
  await find(source, "blockquote", "148");
  expect(chip.getAttribute("aria-pressed")).toBe("false");
  key(source, "Escape");
  expect((source as HTMLElement).hidden).toBe(true);
  expect(document.activeElement).toBe(chip);
});

test.each([
  [{ state: "refused", refusal: { reason: "deleted", message: "It was deleted in OpenEMR." } }, ["This source is not shown", "It was deleted in OpenEMR."], 0],
  [{ quarantined: true }, ["Quarantined"], 1],
  [{ fallback: "page", boxes: [] }, ["no exact place"], 1],
  [{ fallback: "section", page: null, text: `before ${XSS} after` }, ["its section is shown", `before ${XSS} after`], 0],
])("a source that is %j says so", async (more, texts, pictures) => {
  module({ source: { ...SOURCE, ...more } });
  const root = open();
  await ask(root, "LDL?");
  (await find<HTMLButtonElement>(root, ".af-chip", "1")).click();
  const source = root.querySelector(".af-source")!;
  for (const text of texts) await find(source, "p, h3, pre", text);
  if (pictures) await find(source, "img.af-page");
  expect(source.querySelectorAll("img")).toHaveLength(pictures);
});

test("a refusal says why and what can be asked instead", async () => {
  module({ ask: () => stream(event("done", answer({ status: "refused", sections: {}, citations: [], tables: [], notes: [], refusal: { reason: "unsafe_request", message: "That is for a clinician." } }))) });
  const root = open();
  await ask(root, "should I start a statin");
  const refusal = await find(root, ".af-refusal");
  expect(refusal.dataset["reason"]).toBe("unsafe_request");
  expect(refusal.textContent).toContain("That is for a clinician.");
  expect([...refusal.querySelectorAll("button")].map((each) => each.textContent)).toEqual(["Most recent A1c?", "LDL trend"]);
  expect(root.querySelector(".af-foot")).toBeNull();
});

test("a stream that breaks off is asked for once more as one piece", async () => {
  const calls = module({ ask: (body) => (body["stream"] === false ? json(answer()) : stream(event("routed", {}), "event: done\nda")) });
  const root = open();
  await ask(root, "LDL?");
  await find(root, ".af-answer");
  expect(calls.of("ask").map((body) => body["stream"])).toEqual([undefined, false]);
});

test.each([
  ["an event", () => stream(event("error", { code: "E_X", detail: "The service is busy." })), "The service is busy."],
  ["a coded answer", () => problem(502, "E_MODULE_UNREACHABLE", "The service cannot be reached."), "The service cannot be reached."],
  ["nothing readable", () => new Response("<h1>500</h1>", { status: 500 }), "The answer could not be read."],
])("an error as %s is a sentence with a way on", async (_, reply, sentence) => {
  const calls = module({ ask: reply });
  const root = open();
  await ask(root, "LDL?");
  const alert = await find(root, "[role=alert]", sentence);
  calls.replies["ask"] = () => stream(event("done", answer()));
  await eventually(() => expect(root.querySelector(".af-ask")?.getAttribute("aria-busy")).toBe("false"));
  await press(alert, "Try again");
  await find(root, ".af-answer");
});

test("numbers stand on the tabs", async () => {
  module();
  const root = open();
  await find(root, "#af-tab-review .af-count", "4");
  await find(root, "#af-tab-documents .af-count", "2");
});

test("the tabs are walked with the arrow keys", async () => {
  module({ documents: { documents: [] } });
  const root = open();
  const tab = await find(root, "#af-tab-ask");
  tab.focus();
  key(tab, "ArrowRight");
  expect(document.activeElement?.id).toBe("af-tab-documents");
  expect(root.querySelector<HTMLElement>("#af-panel-documents")?.hidden).toBe(false);
  await find(root, "p", "No document of this patient");
});

test("a question that is too long is told so, not sent and not cut", async () => {
  const calls = module();
  const root = open();
  const box = await find<HTMLTextAreaElement>(root, "#af-question");
  expect(box.hasAttribute("maxlength")).toBe(false);
  box.value = "LDL? ".repeat(400).trim();
  box.dispatchEvent(new Event("input"));
  expect(root.querySelector("#af-question-length")?.textContent).toBe("999 characters too many: at most 1000 are taken.");
  key(box, "Enter");
  expect(box.value).toHaveLength(1999);
  expect(calls.of("ask")).toEqual([]);
  box.value = "LDL?";
  box.dispatchEvent(new Event("input"));
  key(box, "Enter");
  await find(root, ".af-answer");
});

test("what the answer says runs in its own direction", async () => {
  const { tables } = answer();
  const ranged = { ...tables[0]!, columns: ["Date", "Reference"], rows: [{ cells: ["2025-01-02", "< 100"], citations: [1] }] };
  module({ ask: () => stream(event("done", answer({ tables: [ranged] }))) });
  const root = open();
  await ask(root, "LDL?");
  await find(root, ".af-answer");
  const own = [...root.querySelectorAll("bdi")].map((each) => each.textContent);
  for (const text of ["< 100", "Read as LDL cholesterol.", "LDL?"]) expect(own, text).toContain(text);
});

test("the chosen zoom is there again when the panel is opened again", async () => {
  localStorage.clear();
  const zoom = async (): Promise<string | null | undefined> => {
    const root = open();
    await ask(root, "LDL?");
    await find(root, ".af-chip");
    root.querySelector<HTMLButtonElement>(".af-chip")!.click();
    await find(root, "img.af-page");
    return root.querySelector(".af-zoom")?.textContent;
  };
  module();
  expect(await zoom()).toBe("100 %");
  key(document.querySelector(".af-window")!, "+");
  expect(await zoom()).toBe("150 %");
  localStorage.clear();
});

test("a picture of an earlier zoom that arrives late replaces no sharper one", async () => {
  localStorage.clear();
  vi.stubGlobal("devicePixelRatio", 2);
  const late: (() => void)[] = [];
  const drawn = (width: number): Response =>
    new Response(new Uint8Array(width), { headers: { "Content-Type": "image/png", "X-Page-Count": "2" } });
  const calls = module({
    page: ({ width }) =>
      width === 1200 ? new Promise<Response>((give) => late.push(() => give(drawn(1200)))) : drawn(Number(width)),
  });
  const root = open();
  URL.createObjectURL = (picture) => `blob:${(picture as Blob).size}`;
  await ask(root, "LDL?");
  (await find<HTMLButtonElement>(root, ".af-chip", "1")).click();
  await eventually(() => expect(root.querySelector<HTMLImageElement>("img.af-page")?.src).toBe("blob:800"));
  for (const _ of [1, 2, 3]) root.querySelector<HTMLButtonElement>('[aria-label="Zoom in"]')!.click();
  await eventually(() => expect(root.querySelector<HTMLImageElement>("img.af-page")?.src).toBe("blob:2000"));
  expect(calls.of("page").map(({ width }) => width)).toEqual([800, 1200, 1600, 2000]);
  late.forEach((give) => give());
  await new Promise((turn) => setTimeout(turn));
  await new Promise((turn) => setTimeout(turn));
  expect(root.querySelector<HTMLImageElement>("img.af-page")?.src).toBe("blob:2000");
  vi.stubGlobal("devicePixelRatio", 1);
  localStorage.clear();
});

test("a picture that is decoded after its source was closed is not shown", async () => {
  module();
  const root = open();
  let decoded: (() => void) | undefined;
  HTMLImageElement.prototype.decode = () => new Promise<void>((done) => (decoded = done));
  await ask(root, "LDL?");
  (await find<HTMLButtonElement>(root, ".af-chip", "1")).click();
  await eventually(() => expect(decoded).toBeDefined());
  const sheet = root.querySelector(".af-sheet")!;
  root.querySelector(".af-source")!.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  decoded!();
  await new Promise((turn) => setTimeout(turn));
  expect(sheet.querySelector("img")).toBeNull();
});

test("what needs review leads to the queue, where there is one", async () => {
  const sections = { "Needs Human Review": ["A value waits [1]."] };
  module({ ask: () => stream(event("done", answer({ sections, tables: [] }))), reviews: { items: [], counts: { identity: 0, fact: 0, conflict: 0 }, next: null } });
  const reader = open({ permissions: ["query"] });
  await ask(reader, "LDL?");
  expect((await find(reader, ".af-answer")).textContent).not.toContain("Open the review queue");
  const reviewer = open();
  await ask(reviewer, "LDL?");
  await press(reviewer, "Open the review queue");
  await find(reviewer, ".af-review", "Nothing waits for review.");
});

test("with the keyboard in the source, n and p walk the citations", async () => {
  module();
  const root = open();
  await ask(root, "LDL?");
  await find(root, ".af-chip");
  root.querySelector<HTMLButtonElement>(".af-chip")!.click();
  await find(root, ".af-walk", "Citation 1 of 2");
  key(root.querySelector(".af-source-title")!, "n");
  await find(root, ".af-walk", "Citation 2 of 2");
  key(root.querySelector(".af-source-title")!, "p");
  await find(root, ".af-walk", "Citation 1 of 2");
});

test("what was stopped stands in the box again", async () => {
  module();
  const root = open();
  await find(root, ".af-examples button");
  vi.stubGlobal("fetch", (_: string, init: RequestInit) =>
    new Promise((_, reject) => init.signal?.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")))),
  );
  await ask(root, "LDL?");
  await press(root, "Stop");
  await find(root, ".af-latest", "Stopped.");
  const box = root.querySelector<HTMLTextAreaElement>("#af-question");
  expect(box?.value).toBe("LDL?");
  expect(document.activeElement).toBe(box);
});
