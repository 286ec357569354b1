import { Module, eventually, find, open, picture, press, problem } from "./page";

function document(id: number, more: object = {}): object {
  return {
    document_id: id, doc_type: "lab_pdf", state: "read", identity: { status: "identity_verified", sentence: "It is this patient's." }, pages: 1, unread_pages: 0,
    facts: { found: 5, in_chart: 3, review: 1, kept: 0 }, error: null, job_id: 3, can_retry: false, updated_at: "2026-01-02T03:04:05Z", ...more,
  };
}

const FAILED = document(13, { state: "failed", identity: null, pages: null, error: { code: "E_DOC_ENCRYPTED", message: "The file is locked with a password." }, can_retry: true });

async function documents(module: Module): Promise<HTMLElement> {
  void module;
  const root = open();
  await press(root, "Documents");
  await find(root, ".af-documents");
  return root;
}

test("each document says its state, its patient, its facts, and why it failed", async () => {
  const root = await documents(new Module({ documents: { documents: [document(12), FAILED] } }));
  const [read, failed] = root.querySelectorAll<HTMLElement>(".af-documents > li");
  for (const text of ["Lab report, document 12", "Read", "It is this patient's.", "5 found · 3 in chart · 1 to review", "1 page"]) expect(read?.textContent).toContain(text);
  for (const text of ["Failed", "The file is locked with a password.", "E_DOC_ENCRYPTED"]) expect(failed?.textContent).toContain(text);
  expect(root.textContent).toContain("1 read, 0 waiting, 1 failed; 10 facts found, 6 in the chart.");
});

test("a failed document is read again on demand", async () => {
  const module = new Module({ documents: { documents: [FAILED] }, retry: { job_id: 3 } });
  const root = await documents(module);
  module.replies["documents"] = { documents: [document(13, { state: "waiting" })] };
  await press(root, "Read again");
  await find(root, ".af-badge", "Waiting");
  expect(module.of("retry")[0]).toMatchObject({ job_id: 3, pid: 7 });
});

test("somebody without the right sees no retry", async () => {
  new Module({ documents: { documents: [FAILED] } });
  const root = open({ permissions: ["query"] });
  await press(root, "Documents");
  await find(root, ".af-documents");
  expect([...root.querySelectorAll("button")].map((each) => each.textContent)).not.toContain("Read again");
});

test("of many documents those that somebody has to look at can be shown alone", async () => {
  const many = Array.from({ length: 12 }, (_, n) => document(100 + n, { facts: { found: 1, in_chart: 1, review: 0, kept: 0 } }));
  const root = await documents(new Module({ documents: { documents: [...many, FAILED, document(14)] } }));
  const listed = (): number => root.querySelectorAll("[data-document]").length;
  expect(listed()).toBe(14);
  await press(root, "Only what waits, failed or needs a person (2)");
  expect(listed()).toBe(2);
  expect((await find(root, "button", "Only what waits")).getAttribute("aria-pressed")).toBe("true");
  await press(root, "Only what waits");
  expect(listed()).toBe(14);
});

test("a document that waits for a person leads to its item in the queue", async () => {
  const reviews = { items: [], counts: { identity: 0, fact: 0, conflict: 0 }, next: null };
  const module = new Module({ documents: { documents: [document(12), document(15, { facts: { found: 1, in_chart: 1, review: 0, kept: 0 } })] }, reviews });
  const root = await documents(module);
  const [waits, done] = root.querySelectorAll<HTMLElement>("[data-document]");
  expect([...done!.querySelectorAll("button")].map((each) => each.textContent)).toEqual(["Show pages"]);
  await press(waits!, "Review");
  await find(root, ".af-review", "Nothing waits for review.");
  expect(root.querySelector('[role="tab"][aria-selected="true"]')?.textContent).toContain("Review");
});

test("pages are turned and drawn as they are asked for", async () => {
  const module = new Module({ documents: { documents: [document(12)] }, page: () => picture(3) });
  const root = await documents(module);
  await press(root, "Show pages");
  await find(root, ".af-pager", "Page 1 of 3");
  await find(root, "img.af-page");
  root.querySelector<HTMLButtonElement>('[aria-label="Next page"]')!.click();
  await find(root, ".af-pager", "Page 2 of 3");
  expect(module.of("page").map((body) => body["page"])).toEqual([1, 2]);
});

test("pages that may be another patient's say so on top", async () => {
  const identity = { status: "identity_mismatch_quarantined", sentence: "Name and birth date are another's." };
  const root = await documents(new Module({ documents: { documents: [document(12, { identity })] }, page: () => picture(1) }));
  await find(root, ".af-badge", "Quarantined");
  await press(root, "Show pages");
  await find(root, "img.af-page");
  await find(root, ".af-source [role=alert]", "Quarantined");
});

test("a page that cannot be drawn says why", async () => {
  const root = await documents(new Module({ documents: { documents: [document(12)] }, page: problem(404, "E_SOURCE_WITHDRAWN", "The document was deleted in OpenEMR.") }));
  await press(root, "Show pages");
  await find(root, "[role=alert]", "The document was deleted in OpenEMR.");
});

function admin(replies: Record<string, object>, more: object = {}): [HTMLElement, Module] {
  const module = new Module(replies as never);
  return [open({ mode: "admin", pid: null, permissions: ["admin"], ...more }), module];
}

test("the connection check says in words what is in order and what is not", async () => {
  const [root] = admin({ check: { ok: false, findings: [{ name: "settings", ok: true, message: "Address and secret are set." }, { name: "reachable", ok: false, message: "Nothing answers." }] } });
  await find(root, ".af-alert", "Something needs attention");
  const marks = [...root.querySelectorAll(".af-check")].map((line) => line.textContent);
  expect(marks).toEqual(["in orderAddress and secret are set.", "needs attentionNothing answers."]);
});

test("a category is mapped by choosing its type, and unmapped again", async () => {
  const [root, module] = admin({ mappings_get: [{ category_id: 2, doc_type: "lab_pdf" }, { category_id: 99, doc_type: "fax_packet" }] as never, mappings_put: [] as never }, { categories: [{ id: 2, name: "Lab Report" }, { id: 3, name: "Letters" }] });
  await press(root, "Document types");
  const row = await find(root, '[data-category="3"]');
  const choice = row.querySelector("select")!;
  choice.value = "referral_docx";
  choice.dispatchEvent(new Event("change"));
  await find(row, "[role=status]", "Saved.");
  const lab = root.querySelector('[data-category="2"] select') as HTMLSelectElement;
  expect([lab.value, root.querySelector('[data-category="99"]')?.textContent?.startsWith("Category 99")]).toEqual(["lab_pdf", true]);
  lab.value = "";
  lab.dispatchEvent(new Event("change"));
  await eventually(() => expect(module.of("mappings_put")).toHaveLength(2));
  expect(module.of("mappings_put")).toMatchObject([
    { category_id: 3, doc_type: "referral_docx", active: true },
    { category_id: 2, doc_type: "lab_pdf", active: false },
  ]);
});

test("health tells queue, workers, checks and failures", async () => {
  const [root] = admin({
    status: {
      ready: true, checks: { database: true, worker_fresh: false }, queue: { pending: 2, running: 1, failed: 1 }, version: "0.1.0",
      workers: [{ worker: "w1", status: "idle", beat_at: "2026-01-02T03:04:05Z" }],
      failures: [{ job_id: 3, document_id: 13, doc_type: "lab_pdf", status: "failed", attempts: 3, created_at: null, finished_at: null, error_code: "E_X", error_message: "The file is locked." }],
    },
  });
  await press(root, "Health");
  await find(root, "p", "2 waiting, 1 being read, 1 failed");
  for (const text of ["Version 0.1.0", "w1: idle", "worker fresh", "Document 13 (Lab report), 3 attempts", "The file is locked."]) expect(root.textContent).toContain(text);
});

test("a rule is added, previewed with what is not measured, and saved", async () => {
  const preview = { doc_type: "lab_pdf", fact_type: "lab_result", mode: "automatic", min_confidence: 0.9, would_write: 8, would_wait: 2, decided: { approved: 0, corrected: 0, kept: 0, rejected: 0 }, share_accepted: null };
  const [root, module] = admin({ automation_get: { rules: [] }, automation_preview: { days: 90, rules: [preview] }, automation_put: { rules: [] } });
  await press(root, "Automation");
  await find(root, "p", "No rule is set");
  await press(root, "Add a rule");
  const row = await find(root, "[data-rule]");
  await eventually(() => expect(row.textContent).toContain("not measurednot measured"));
  expect([...row.querySelectorAll("td")].slice(4, 6).map((cell) => cell.textContent)).toEqual(["8", "2"]);
  await press(root, "Save");
  await eventually(() => expect(module.of("automation_put")[0]).toMatchObject({ rules: [{ doc_type: "lab_pdf", fact_type: "lab_result", mode: "automatic", min_confidence: 0.9 }] }));
});
