import { vi } from "vitest";
import { onReturn } from "../src/returning";
import { Module, eventually, find, open, problem } from "./page";

test("a return is told once, however many signs of it there are, and none before it was away", () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const look = vi.fn();
  onReturn(document.body, look);
  window.dispatchEvent(new Event("focus"));
  expect(look).not.toHaveBeenCalled();
  vi.setSystemTime(1_060_000);
  window.dispatchEvent(new Event("focus"));
  document.dispatchEvent(new Event("visibilitychange"));
  expect(look).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});

test.each([["patient", "overview"], ["queue", "reviews"]])("what the page of mode %s showed goes when one returns to another's session", async (mode, action) => {
  const module = new Module({ overview: { documents: {}, review: 0 }, examples: { questions: ["LDL?"] }, reviews: { items: [], counts: {}, next: null } });
  vi.useFakeTimers({ now: 1_000_000, toFake: ["Date"] });
  const root = open({ mode, pid: mode === "queue" ? null : 7 });
  await eventually(() => expect(module.of(action).length).toBeGreaterThan(0));
  module.replies[action] = problem(409, "E_MODULE_OTHER_PATIENT", "Another patient has been opened.");
  vi.setSystemTime(1_060_000);
  window.dispatchEvent(new Event("focus"));
  await find(root, "[role=alert]", "Another patient has been opened.");
  expect(root.textContent).not.toContain("LDL?");
  vi.useRealTimers();
});
