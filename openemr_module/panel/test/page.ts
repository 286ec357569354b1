/** A page for tests: the shell's element, a module that answers from a table, and what jsdom leaves out. */

import { vi } from "vitest";

import { start } from "../src/main";

export interface Call {
  action: string;
  body: Record<string, unknown>;
}

type Reply = object | ((body: Record<string, unknown>) => object | Response);

/** Answers of the module by action; each call is kept. */
export class Module {
  readonly calls: Call[] = [];

  constructor(public replies: Record<string, Reply>) {
    vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
      if (address !== "/module/api.php" || init.method !== "POST") throw new TypeError("no such address");
      const { action, ...body } = JSON.parse(String(init.body)) as { action: string };
      this.calls.push({ action, body });
      const reply = this.replies[action];
      const given = typeof reply === "function" ? await (reply as (body: object) => object)(body) : reply;
      if (given === undefined) return problem(404, "E_NOTHING", `nothing for ${action}`);
      return given instanceof Response ? given : json(given);
    });
  }

  /** What was asked of an action. */
  of(action: string): Record<string, unknown>[] {
    return this.calls.filter((call) => call.action === action).map((call) => call.body);
  }
}

export function json(body: object, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json; charset=utf-8" } });
}

export function problem(status: number, code: string, message: string): Response {
  return json({ error: { code, message } }, status);
}

/** Server-sent events in the given pieces. */
export function stream(...pieces: string[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream; charset=utf-8" } });
}

export function event(name: string, data: object): string {
  return `event: ${name}\r\ndata: ${JSON.stringify(data)}\r\n\r\n`;
}

export function picture(pages = 2): Response {
  return new Response(new Uint8Array([0x89, 0x50]), {
    headers: { "Content-Type": "image/png", "X-Page-Count": String(pages) },
  });
}

/** Opens the panel; `wide` puts source and view side by side. */
export function open(config: Record<string, unknown> = {}, { wide = true, dark = false } = {}): HTMLElement {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("dark") ? dark : wide,
    addEventListener: () => undefined,
  }));
  URL.createObjectURL = () => "blob:page";
  URL.revokeObjectURL = () => undefined;
  HTMLImageElement.prototype.decode = () => Promise.resolve();
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close(value?: string) {
    this.open = false;
    this.returnValue = value ?? "";
    this.dispatchEvent(new Event("close"));
  };
  const root = document.createElement("div");
  root.dataset["config"] = JSON.stringify({
    mode: "patient",
    api: "/module/api.php",
    pid: 7,
    csrf: "token",
    permissions: ["query", "ingest", "review"],
    strings: {},
    links: { document: "/doc?id={document_id}&p={patient_id}", chart: "/chart?p={patient_id}" },
    ...config,
  });
  document.body.replaceChildren(root);
  start(root);
  return root;
}

/** Waits until something holds: long enough for a machine that has much else to do. */
export function eventually<T>(holds: () => T): Promise<T> {
  return vi.waitFor(holds, { timeout: 60_000 });
}

/** Waits until something is there. */
export async function find<E extends Element = HTMLElement>(root: Element, selector: string, text = ""): Promise<E> {
  return eventually(() => {
    const found = [...root.querySelectorAll<E>(selector)].find((each) => each.textContent?.includes(text));
    if (!found) throw new Error(`no ${selector} with "${text}" in: ${root.textContent?.slice(0, 800)}`);
    return found;
  });
}

export async function press(root: Element, text: string): Promise<void> {
  (await find<HTMLButtonElement>(root, "button", text)).click();
}

export function key(target: Element, name: string): void {
  target.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
}
