/** Small pieces that several views are made of. */

import { ApiError } from "./api";
import { fill, h, type Child } from "./dom";
import { t } from "./strings";

/** A push button. While what it began is under way (`onPress` gave a promise), it takes no second press. */
export function button(
  label: Child,
  onPress: (event: Event) => unknown,
  options: { kind?: "primary" | "danger" | "plain" | "link"; title?: string; label?: string } = {},
): HTMLButtonElement {
  const { kind = "plain", title, label: name } = options;
  const press = (event: Event): void => {
    if (made.getAttribute("aria-disabled") === "true") return;
    const begun = onPress(event);
    if (!(begun instanceof Promise)) return;
    // Not `disabled`: that would take the keyboard away from it.
    made.setAttribute("aria-disabled", "true");
    const done = (): void => made.removeAttribute("aria-disabled");
    begun.then(done, done);
  };
  const made: HTMLButtonElement = h(
    "button",
    { type: "button", class: `af-button af-${kind}`, title, "aria-label": name, on: { click: press } },
    label,
  );
  return made;
}

/** What the service or a document says: it runs in its own direction, whichever way the page runs ("< 100" stays that). */
export function said(text: Child): HTMLElement {
  return h("bdi", {}, text);
}

/** What went wrong, with its code and a way on. */
export function failure(error: unknown, again?: () => unknown): HTMLElement {
  const known = error instanceof ApiError ? error : new ApiError("", t("error.unreadable"), 0);
  return h(
    "div",
    { class: "af-alert af-alert-danger", role: "alert" },
    h("p", {}, said(known.message)),
    known.code ? h("p", { class: "af-code" }, t("error.code", { code: known.code })) : null,
    again ? button(t("common.retry"), again) : null,
  );
}

/** A line that says that something is on its way. */
export function loading(): HTMLElement {
  return h("p", { class: "af-muted af-loading", role: "status" }, t("common.loading"));
}

/** A small coloured word. */
export function badge(text: string, kind: "good" | "wait" | "bad" | "plain"): HTMLElement {
  return h("span", { class: `af-badge af-badge-${kind}` }, text);
}

/** A link that leaves the panel; nothing where the site names no address. */
export function outsideLink(target: string, text: string): HTMLElement | null {
  return target ? h("a", { class: "af-link", href: target, target: "_blank", rel: "noopener noreferrer" }, text) : null;
}

/** Names beside values; empty values are left out. */
export function details(rows: readonly (readonly [string, Child])[]): HTMLElement {
  return h(
    "dl",
    { class: "af-details" },
    rows.filter(([, value]) => value !== "" && value !== null).map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
  );
}

/**
 * Tells how much of a text's room is used once little is left of it. Nothing is cut off: a pasted text that lost its end
 * would say something else than its writer meant.
 */
export function counted(
  field: HTMLInputElement | HTMLTextAreaElement,
  most: number,
  id: string,
): { element: HTMLElement; isTooLong(): boolean } {
  const element = h("p", { id, class: "af-hint af-length", role: "status" });
  const isTooLong = (): boolean => field.value.trim().length > most;
  field.addEventListener("input", () => {
    const length = field.value.trim().length;
    field.setAttribute("aria-invalid", String(length > most));
    element.classList.toggle("af-error", length > most);
    if (length <= most * 0.9) fill(element);
    else fill(element, length > most ? t("common.too_long", { n: length - most, most }) : t("common.length", { n: length, most }));
  });
  return { element, isTooLong };
}

/** A modal question; resolves to whether it was agreed to. */
export function confirmed(title: string, body: Child, agree: string): Promise<boolean> {
  return new Promise((resolve) => {
    const heading = h("h2", { id: "af-dialog-title" }, title);
    const dialog: HTMLDialogElement = h(
      "dialog",
      { class: "af-dialog", "aria-labelledby": "af-dialog-title" },
      heading,
      h("div", { class: "af-dialog-body" }, body),
      h(
        "div",
        { class: "af-actions" },
        agree ? button(agree, () => dialog.close("yes"), { kind: "primary" }) : null,
        button(agree ? t("common.cancel") : t("common.close"), () => dialog.close("")),
      ),
    );
    const before = document.activeElement;
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (before instanceof HTMLElement) before.focus();
      resolve(dialog.returnValue === "yes");
    });
    (document.querySelector(".af") ?? document.body).append(dialog);
    dialog.showModal();
  });
}
