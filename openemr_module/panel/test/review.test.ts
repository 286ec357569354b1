import type { ReviewItem } from "../src/contract";
import { differing } from "../src/review/body";
import { Module, eventually, find, key, open, picture, press, problem } from "./page";

const DECIDED = { by: "users:1", at: "2026-01-02T03:04:05Z", note: "", can_undo: true };

function fact(number: number, more: Partial<ReviewItem> = {}): ReviewItem {
  return {
    item: `fact:${number}`,
    kind: "fact",
    version: 0,
    patient_id: 7,
    document_id: 12,
    doc_type: "lab_pdf",
    page: 1,
    sentence: "It waits.",
    reasons: [{ code: "value_read_doubtful", sentence: "A digit was read with little confidence." }],
    raised_at: "2026-01-02T03:04:05Z",
    citation: { source_id: "documents:12", field_or_chunk_id: `results[${number}]`, page: 1, quote: `LDL 14${number}`, bounding_box: null },
    identity: null,
    fact: {
      fact_type: "lab_result",
      text: `LDL 14${number} mg/dL`,
      certainty: "needs_review",
      confidence: 0.5,
      fields: [
        { name: "value", label: "Value", value: `14${number}`, editable: true, paper: null },
        { name: "name", label: "Name", value: "LDL", editable: false, paper: null },
      ],
    },
    chart: [],
    decided: null,
    actions: ["approve", "keep", "reject", "correct"],
    state: "waiting",
    ...more,
  };
}

const IDENTITY = fact(9, {
  item: "identity:9",
  kind: "identity",
  sentence: "The birth date differs.",
  citation: null,
  fact: null,
  identity: {
    fields: [
      { field: "birth_date", label: "Birth date", document: ["1970-01-31"], chart: "1970-01-13", outcome: "mismatch" },
      { field: "family", label: "Family name", document: ["Doe"], chart: "Doe", outcome: "match" },
    ],
  },
  actions: ["approve", "reject"],
});

/** The fact as the service tells it at once: with the corrected values, and the paper's beside them. */
function corrected({ fact }: ReviewItem, corrections: unknown): Pick<ReviewItem, "fact"> {
  const given = new Map(Object.entries(corrections ?? {}));
  const fields = fact?.fields.map((field) => (given.has(field.name) ? { ...field, value: given.get(field.name), paper: field.value } : field));
  return { fact: fact && { ...fact, fields: fields ?? [] } };
}

function module(items: ReviewItem[], more: Record<string, object | ((body: Record<string, unknown>) => object | Response)> = {}): Module {
  return new Module({
    reviews: { items, counts: { identity: 0, fact: items.length, conflict: 0 }, next: null },
    decide: (body) => {
      const item = items.find((each) => each.item === body["item"])!;
      const undone = body["decision"] === "undo";
      const decided = undone ? null : { decision: body["decision"], ...DECIDED };
      return { item: { ...item, ...corrected(item, body["corrections"]), version: Number(body["version"]) + 1, decided }, job: null };
    },
    source: problem(404, "E_NONE", "no source here"),
    page: () => picture(),
    ...more,
  });
}

async function queue(mode = "queue"): Promise<HTMLElement> {
  const root = open({ mode, pid: mode === "queue" ? null : 7, permissions: ["review"] });
  if (mode === "patient") await press(root, "Review");
  await find(root, ".af-review-card");
  return root;
}

const current = (root: HTMLElement): string | undefined => root.querySelector<HTMLElement>(".af-current")?.dataset["item"];

test("the queue is worked with the keyboard alone: approve, next, undo", async () => {
  const calls = module([fact(1), fact(2)]);
  const root = await queue();
  expect(current(root)).toBe("fact:1");
  const list = root.querySelector(".af-queue")!;
  key(list, "a");
  await find(root, '[data-item="fact:1"] .af-badge', "Approved");
  expect(calls.of("decide")[0]).toMatchObject({ patient_id: 7, document_id: 12, item: "fact:1", version: 0, decision: "approve", reason: "seen_on_page", corrections: null, pid: null });
  await eventually(() => expect(current(root)).toBe("fact:2"));
  expect(document.activeElement?.closest("li")?.dataset["item"]).toBe("fact:2");
  key(document.activeElement!, "k");
  expect(current(root)).toBe("fact:1");
  key(document.activeElement!, "u");
  await eventually(() => expect(calls.of("decide")).toHaveLength(2));
  expect(calls.of("decide")[1]).toMatchObject({ decision: "undo", version: 1, reason: "decided_by_mistake" });
  await eventually(() => expect(root.querySelector('[data-item="fact:1"]')?.classList.contains("af-decided")).toBe(false));
});

test("what is still to come of a decision is said", async () => {
  const decided = { decision: "approve", ...DECIDED };
  module([fact(1, { decided, state: "read_again" }), fact(2, { decided, state: "not_carried_out" }), fact(3, { decided, state: "decided" }), fact(4)]);
  const root = await queue();
  const said = (item: string): string => root.querySelector(`[data-item="${item}"]`)?.textContent ?? "";
  expect(said("fact:1")).toContain("is being read again");
  expect(said("fact:2")).toContain("could not be read again");
  for (const item of ["fact:3", "fact:4"]) expect(said(item)).not.toContain("read again");
});

test("the site's queue names patients and who decided, as text alone", async () => {
  const decided = { decision: "keep", ...DECIDED, by_name: "Dana <b>Vance</b>" };
  module([fact(1, { patient_name: "Quill, Ada" }), fact(2), fact(3, { patient_name: "Brook, <img src=x>", decided })]);
  const root = await queue();
  const heads = [...root.querySelectorAll(".af-card-button")].map((head) => head.textContent?.replace(/[\u2068\u2069]/g, ""));
  expect(heads[0]).toContain("Quill, Ada (patient 7)");
  expect(heads[1]).toContain("Patient 7");
  expect(heads[2]).toContain("Brook, <img src=x> (patient 7)");
  expect(root.querySelector('[data-item="fact:1"] a')?.textContent).toContain("Quill, Ada");
  expect(root.querySelector('[data-item="fact:3"] .af-alert')?.textContent).toContain("Dana <b>Vance</b>");
  expect(root.querySelector("img[src=x], .af-alert b")).toBeNull();
});

test("the queue of one patient names the patient nowhere", async () => {
  module([fact(1, { patient_name: "Quill, Ada" })]);
  expect((await queue("patient")).textContent).not.toContain("Quill");
});

test("rejecting asks for the reason and takes a note", async () => {
  const calls = module([fact(1)]);
  const root = await queue("patient");
  key(root.querySelector(".af-queue")!, "x");
  const form = await find<HTMLFormElement>(root, "form.af-decision");
  expect(document.activeElement?.tagName).toBe("SELECT");
  key(document.activeElement!, "a");
  form.querySelector("select")!.value = "outdated";
  form.querySelector("input")!.value = " gone ";
  form.requestSubmit();
  await find(root, ".af-badge", "Rejected");
  expect(calls.of("decide")).toEqual([
    { document_id: 12, item: "fact:1", version: 0, decision: "reject", reason: "outdated", note: "gone", corrections: null, pid: 7, csrf_token_form: "token" },
  ]);
});

test("correcting keeps the paper's value beside and sends only what was changed", async () => {
  const calls = module([fact(1)]);
  const root = await queue();
  await press(root, "Correct");
  const form = await find<HTMLFormElement>(root, "form.af-decision");
  expect(form.textContent).toContain("On paper: 141");
  expect(form.querySelectorAll("[data-field]")).toHaveLength(1);
  form.requestSubmit();
  await find(form, ".af-error", "Change at least one value");
  form.querySelector<HTMLInputElement>("input")!.value = "147";
  form.requestSubmit();
  await eventually(() => expect(calls.of("decide")).toHaveLength(1));
  expect(calls.of("decide")[0]).toMatchObject({ decision: "approve", reason: "misread", corrections: { value: "147" } });
  await find(root, ".af-badge", "Corrected and approved");
  expect(root.querySelector(".af-fact")?.textContent).toContain("147 (On paper: 141)");
});

test("what a correction came to is what the service answers: the paper's own value in other letters is none", async () => {
  const one = fact(1);
  const fields = [{ name: "abnormal_flag", label: "Flag", value: "high", editable: true, paper: null }];
  const item = { ...one, fact: { ...one.fact!, fields } };
  const calls = module([item], { decide: () => ({ item: { ...item, version: 1, decided: { decision: "approve", ...DECIDED } }, job: null }) });
  const root = await queue();
  await press(root, "Correct");
  const form = await find<HTMLFormElement>(root, "form.af-decision");
  form.querySelector<HTMLInputElement>("input")!.value = "HIGH";
  form.requestSubmit();
  await find(root, ".af-card-state", "pproved");
  expect(calls.of("decide")[0]).toMatchObject({ corrections: { abnormal_flag: "HIGH" } });
  expect(root.querySelector(".af-card-state")?.textContent).toBe("Approved");
  expect(root.querySelector(".af-fact dd")?.textContent?.replace(/[\u2068\u2069]/g, "")).toBe("high");
});

test("identities stand side by side with the difference marked", async () => {
  module([IDENTITY]);
  const root = await queue();
  const row = await find(root, '[data-field="birth_date"]');
  expect([...row.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual(["31", "13"]);
  expect(row.textContent).toContain("different");
  expect(root.querySelector('[data-field="family"] mark')).toBeNull();
  expect(root.textContent).toContain("It is not this patient's");
  key(root.querySelector(".af-queue")!, "a");
  await find(root, "form.af-decision option", "It is the same person");
});

test.each([
  ["Anna Doe", ["Ann Doe"], ["a"]],
  ["1970-01-31", ["1971-01-31", "x"], ["0"]],
  ["same", ["other", "same"], []],
  ["SMITH", ["smith"], []],
  ["abc", [], []],
])("in %s beside %j the difference is %j", (value, others, marked) => {
  expect(differing(value, others).filter((part) => part.differs).map((part) => part.text)).toEqual(marked);
});

test("who was slower sees the item as it is now and that somebody was faster", async () => {
  const calls = module([fact(1), fact(2)], { decide: problem(409, "E_REVIEW_STALE", "The chart's row was changed while you looked.") });
  const root = await queue();
  calls.replies["reviews"] = { items: [fact(1, { version: 3, decided: { decision: "keep", ...DECIDED } })], counts: { identity: 0, fact: 1, conflict: 0 }, next: null };
  key(root.querySelector(".af-queue")!, "a");
  await find(root, "[role=alert]", "The chart's row was changed while you looked. The item was reloaded.");
  await find(root, '[data-item="fact:1"] .af-badge', "Kept as document fact");
  expect(calls.of("reviews")[1]).toMatchObject({ patient_id: 7 });
  calls.replies["reviews"] = { items: [], counts: { identity: 0, fact: 0, conflict: 0 }, next: null };
  key(document.activeElement!, "j");
  key(document.activeElement!, "a");
  await eventually(() => expect(root.querySelector('[data-item="fact:2"]')).toBeNull());
});

test("a clean document is approved in one go, after a look at what that is", async () => {
  const calls = module([fact(1), fact(2)], { accept_all: { decided: 2, job: null } });
  const root = await queue();
  await press(root, "Approve all 2 of this document");
  const dialog = await find(root, "dialog");
  expect(dialog.textContent).toContain("LDL 142 mg/dL");
  await press(dialog, "Approve all 2");
  await eventually(() => expect(calls.of("accept_all")[0]).toMatchObject({ patient_id: 7, document_id: 12, items: { "fact:1": 0, "fact:2": 0 } }));
});

test("a document with a conflict or a doubt about its patient is not offered as one", async () => {
  module([fact(1), fact(2), fact(3, { kind: "conflict", chart: [{ row: "lists:4", text: "LDL 90", date: "2026-01-02" }] })]);
  const root = await queue();
  expect(root.querySelector(".af-together")).toBeNull();
  key(root.querySelector(".af-queue")!, "j");
  key(document.activeElement!, "j");
  const sides = await find(root, ".af-current .af-sides");
  expect(sides.textContent).toContain("LDL 90");
  expect(root.querySelector(".af-current")?.textContent).toContain("Write beside the chart's");
});

test("a failed decision keeps the form and what was typed", async () => {
  module([fact(1)], { decide: problem(502, "E_MODULE_UNREACHABLE", "The service cannot be reached.") });
  const root = await queue();
  await press(root, "Correct");
  const form = await find<HTMLFormElement>(root, "form.af-decision");
  form.querySelector<HTMLInputElement>("input")!.value = "147";
  form.requestSubmit();
  await find(root, "[role=alert]", "The service cannot be reached.");
  expect(root.querySelector<HTMLInputElement>("form.af-decision input")?.value).toBe("147");
});

test("a form that is sent twice decides once", async () => {
  let letGo = (): void => undefined;
  const waits = new Promise<void>((resolve) => (letGo = resolve));
  const calls = module([fact(1)]);
  const { decide } = calls.replies as { decide: (body: object) => object };
  calls.replies["decide"] = (body: object) => waits.then(() => decide(body));
  const root = await queue();
  key(root.querySelector(".af-queue")!, "x");
  const form = await find<HTMLFormElement>(root, "form.af-decision");
  form.requestSubmit();
  form.requestSubmit();
  await find(root, ".af-card-state", "Saving");
  key(root.querySelector(".af-queue")!, "a");
  letGo();
  await find(root, ".af-card-state", "Rejected");
  expect(calls.of("decide")).toHaveLength(1);
});

test("what was begun outlasts a look at another item, another view and a reload", async () => {
  module([fact(1), fact(2)], { documents: { documents: [] } });
  const root = await queue("patient");
  await press(root, "Correct");
  const typed = (): HTMLInputElement | null => root.querySelector<HTMLInputElement>('[data-item="fact:1"] form.af-decision input');
  typed()!.value = "147";
  key(root.querySelector(".af-queue")!, "j");
  expect(current(root)).toBe("fact:2");
  expect(typed()?.value).toBe("147");
  await press(root, "Documents");
  await press(root, "Review");
  await press(root, "Reload");
  await eventually(() => expect(root.querySelector(".af-queue")?.getAttribute("aria-busy")).toBe("false"));
  expect(typed()?.value).toBe("147");
});

test("a form is dropped where its item is another by now", async () => {
  const calls = module([fact(1)]);
  const root = await queue();
  await press(root, "Correct");
  calls.replies["reviews"] = { items: [fact(1, { version: 5 })], counts: { identity: 0, fact: 1, conflict: 0 }, next: null };
  await press(root, "Reload");
  await eventually(() => expect(root.querySelector("form.af-decision")).toBeNull());
});

test("the next item is fetched where the shown ones end, and a document's item is found however far it is", async () => {
  const pages: Record<string, ReviewItem[]> = { "": [fact(1)], second: [fact(2)], third: [fact(3, { document_id: 44 })] };
  const after: Record<string, string | null> = { "": "second", second: "third", third: null };
  const documents = [{
    document_id: 44, doc_type: "lab_pdf", state: "read", identity: null, pages: 1, unread_pages: 0, job_id: 1, can_retry: false,
    facts: { found: 1, in_chart: 0, review: 1, kept: 0 }, error: null, updated_at: "2026-01-02T03:04:05Z",
  }];
  module([], {
    documents: { documents },
    reviews: (body) => {
      const from = String(body["after"] ?? "");
      return { items: pages[from], counts: { identity: 0, fact: 3, conflict: 0 }, next: after[from] };
    },
  });
  const root = await queue("patient");
  for (const _ of "jjj") key(root.querySelector(".af-queue")!, "j");
  await eventually(() => expect(current(root)).toBe("fact:2"));
  expect([...root.querySelectorAll("[data-item]")].map((each) => (each as HTMLElement).dataset["item"])).toEqual(["fact:1", "fact:2"]);
  await press(root, "Documents");
  await find(root, "[data-document]");
  root.querySelector<HTMLButtonElement>("[data-document] .af-actions button:last-of-type")!.click();
  await eventually(() => expect(current(root)).toBe("fact:3"));
  expect(document.activeElement?.closest("li")?.dataset["item"]).toBe("fact:3");
});

test("what comes from a document runs in its own direction", async () => {
  const chart = [{ row: "procedure_result:1", text: "LDL < 100 mg/dL", date: "2026-01-02" }];
  const fields = [{ name: "reference_range", label: "Reference range", value: "< 100", editable: true, paper: "< 1OO" }];
  const one = fact(1);
  module([fact(2, { kind: "conflict", chart, fact: { ...one.fact!, fields } }), IDENTITY]);
  const root = await queue();
  const own = [...root.querySelectorAll("bdi")].map((each) => each.textContent);
  for (const text of ["LDL < 100 mg/dL", "< 100", "< 1OO", "LDL 142", "1970-01-31", "The birth date differs."]) {
    expect(own.some((each) => each?.includes(text)), text).toBe(true);
  }
});

test("a note that is too long is not sent, and nothing of it is cut", async () => {
  const calls = module([fact(1)]);
  const root = await queue();
  key(root.querySelector(".af-queue")!, "x");
  const form = await find<HTMLFormElement>(root, "form.af-decision");
  const note = form.querySelector("input")!;
  note.value = "n".repeat(310);
  note.dispatchEvent(new Event("input"));
  expect(form.querySelector(".af-length")?.textContent).toContain("10 characters too many");
  form.requestSubmit();
  expect(note.value).toHaveLength(310);
  note.value = "n".repeat(300);
  note.dispatchEvent(new Event("input"));
  form.requestSubmit();
  await eventually(() => expect(calls.of("decide")).toHaveLength(1));
});

test("the list of keys is a question mark away", async () => {
  module([fact(1)]);
  const root = await queue();
  key(root.querySelector(".af-queue")!, "?");
  expect((await find(root, "dialog")).textContent).toContain("keep as document fact");
});

test("keys with a modifier, or in a field, are left alone", async () => {
  const calls = module([fact(1)]);
  const root = await queue();
  root.querySelector(".af-queue")!.dispatchEvent(new KeyboardEvent("keydown", { key: "a", ctrlKey: true, bubbles: true }));
  expect(calls.of("decide")).toHaveLength(0);
});
