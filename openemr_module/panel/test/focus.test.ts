import { fill, h } from "../src/dom";
import { keepFocus } from "../src/focus";
import { eventually } from "./page";

function page(...children: HTMLElement[]): HTMLElement {
  const root = h("div", {}, h("section", {}, h("h2", {}, "Documents"), h("ul", {}, children)));
  document.body.replaceChildren(root);
  keepFocus(root);
  return root;
}

const item = (number: number, ...words: string[]): HTMLElement =>
  h("li", { "data-document": number }, h("h3", {}, `Document ${number}`), words.map((each) => h("button", {}, each)));

const button = (root: HTMLElement, number: number, words: string): HTMLButtonElement =>
  [...root.querySelectorAll<HTMLButtonElement>(`[data-document="${number}"] button`)].find((each) => each.textContent === words)!;

const active = (): string => document.activeElement?.textContent ?? "";

test("the same button of the same thing has the keyboard after a list was drawn anew", async () => {
  const root = page(item(1, "Show", "Read again"), item(2, "Show", "Read again"));
  button(root, 2, "Read again").focus();
  fill(root.querySelector("ul")!, item(1, "Show", "Read again"), item(2, "Show", "Read again"));
  await eventually(() => expect(document.activeElement).toBe(button(root, 2, "Read again")));
});

test("where the button is gone its thing's heading has it, and where the thing is gone the view's", async () => {
  const root = page(item(1, "Show"), item(2, "Show", "Read again"));
  button(root, 2, "Read again").focus();
  fill(root.querySelector("ul")!, item(1, "Show"), item(2, "Show"));
  await eventually(() => expect(active()).toBe("Document 2"));
  fill(root.querySelector("ul")!, h("li", {}, "Loading"));
  await eventually(() => expect(active()).toBe("Documents"));
});

test("a button that puts itself away hands the keyboard to the heading around", async () => {
  const root = page(item(1, "Ask"));
  const ask = button(root, 1, "Ask");
  ask.focus();
  ask.hidden = true;
  await eventually(() => expect(active()).toBe("Document 1"));
});

test("whoever has gone elsewhere is not called back", async () => {
  const root = page(item(1, "Show"), item(2, "Show"));
  const show = button(root, 1, "Show");
  show.focus();
  root.querySelector("h2")!.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  show.blur();
  fill(root.querySelector("ul")!, item(2, "Show"));
  await new Promise((resolve) => queueMicrotask(() => resolve(null)));
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
  button(root, 2, "Show").focus();
  const elsewhere = h("input", {});
  root.append(elsewhere);
  elsewhere.focus();
  fill(root.querySelector("ul")!);
  await Promise.resolve();
  expect(document.activeElement).toBe(elsewhere);
});
