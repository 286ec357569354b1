import { Module, eventually, find, key, open, picture, press, problem } from "./page";

const LOST: readonly (readonly [string, () => Response, string])[] = [
  ["another patient was opened", () => problem(409, "E_MODULE_OTHER_PATIENT", "Another patient has been opened."), "Another patient has been opened."],
  ["the session has ended", () => problem(401, "E_MODULE_LOGIN", "Your session has ended."), "Your session has ended."],
  ["somebody else logged in", () => problem(403, "E_MODULE_FORM", "This page is no longer valid."), "This page is no longer valid."],
  ["the login page came", () => new Response("<html>log in</html>", { status: 200 }), "Your session in OpenEMR has ended."],
  ["an empty refusal came", () => new Response("", { status: 401 }), "Your session in OpenEMR has ended."],
];

function item(number: number): object {
  return {
    item: `fact:${number}`, kind: "fact", version: 0, patient_id: 7, document_id: 12, doc_type: "lab_pdf", page: 1, sentence: "It waits.", reasons: [],
    raised_at: null, citation: null, identity: null, chart: [], decided: null, actions: ["approve", "keep", "reject"],
    fact: { fact_type: "lab_result", text: `Ferritin 4${number}`, certainty: "needs_review", confidence: 0.5, fields: [] },
  };
}

async function shown(): Promise<{ module: Module; root: HTMLElement }> {
  const module = new Module({
    examples: { questions: ["Ferritin?"] },
    overview: problem(404, "E_NONE", "none"),
    reviews: { items: [item(1), item(2)], counts: { identity: 0, fact: 2, conflict: 0 }, next: null },
    page: () => picture(),
  });
  const root = open();
  await press(root, "Review");
  await find(root, ".af-current", "Ferritin 41");
  await find(root, "img.af-page");
  return { module, root };
}

test.each(LOST)("where %s, nothing of the patient stays on the screen, and it is said why", async (_, reply, sentence) => {
  const { module, root } = await shown();
  await press(root, "Approve all 2 of this document");
  await find(root, "dialog", "Ferritin 42");
  module.replies["decide"] = reply;
  key(root.querySelector(".af-queue")!, "a");
  const alert = await find(root, "[role=alert]", sentence);
  expect(alert.textContent).toContain("taken off the screen");
  expect(document.activeElement).toBe(alert);
  expect(document.body.textContent).not.toContain("Ferritin");
  expect(document.querySelectorAll("img, dialog, .af-tab, .af-review-card, textarea")).toHaveLength(0);
  await find(root, "button", "Reload");
});

test("what was asked before comes too late, and nothing is asked any more", async () => {
  const { module, root } = await shown();
  let answer: (response: Response) => void = () => undefined;
  const slow = new Promise<Response>((resolve) => (answer = resolve));
  module.replies["reviews"] = () => slow as unknown as Response;
  await press(root, "Reload");
  const left = root.querySelector(".af-queue")!;
  module.replies["decide"] = problem(409, "E_MODULE_OTHER_PATIENT", "Another patient has been opened.");
  key(left, "a");
  await find(root, "[role=alert]", "Another patient has been opened.");
  const asked = module.calls.length;
  answer(new Response(JSON.stringify({ items: [item(3)], counts: { identity: 0, fact: 1, conflict: 0 }, next: null })));
  await eventually(() => expect(left.getAttribute("aria-busy")).toBe("false"));
  key(left, "d");
  expect(document.body.textContent).not.toContain("Ferritin");
  expect(left.textContent).not.toContain("Ferritin 43");
  expect(module.calls).toHaveLength(asked);
  expect(root.querySelectorAll("[role=alert]")).toHaveLength(1);
});

test("a single thing that is refused or fails leaves the rest where it is", async () => {
  const { module, root } = await shown();
  module.replies["decide"] = problem(403, "E_MODULE_RIGHTS", "Your user may not do this.");
  key(root.querySelector(".af-queue")!, "a");
  await find(root, "[role=alert]", "Your user may not do this.");
  expect(root.textContent).toContain("Ferritin 42");
  module.replies["decide"] = new Response("gateway", { status: 502 });
  key(root.querySelector(".af-queue")!, "a");
  await find(root, "[role=alert]", "could not be read");
  expect(root.textContent).toContain("Ferritin 42");
});
