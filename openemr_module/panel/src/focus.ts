/** Keeps the keyboard's place: what had it is often redrawn or put away by the very act that it began. */

/** Attributes that tell which of many like things an element belongs to. */
const KEYS = ["data-document", "data-item", "data-job", "data-rule", "data-category"] as const;

const CONTROLS = "button, a[href], input, select, textarea, summary";

interface Place {
  element: HTMLElement;
  /** From the element's parent outwards, as they were when it had the keyboard. */
  around: Element[];
  /** The thing of a list that it belonged to, as a selector; empty where it belonged to none. */
  key: string;
  words: string;
}

/**
 * When the element with the keyboard goes away and nothing else was given it, its successor gets it: the same control of
 * the same thing, else that thing's heading, else the nearest heading around.
 */
export function keepFocus(root: HTMLElement): void {
  let place: Place | null = null;
  root.addEventListener("focusin", (event) => {
    place = placeOf(event.target as HTMLElement, root);
  });
  // Whoever presses elsewhere has left; a place of his is not to be taken up again.
  root.addEventListener("pointerdown", (event) => {
    if (place && !place.element.contains(event.target as Node)) place = null;
  });
  new MutationObserver(() => {
    const active = document.activeElement;
    const lost = active === null || active === document.body || active === place?.element;
    if (!place || !lost || isThere(place.element)) return;
    const next = successor(place);
    place = null;
    next?.focus();
  }).observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden", "open", "disabled"] });
}

function placeOf(element: HTMLElement, root: HTMLElement): Place {
  const around: Element[] = [];
  for (let each = element.parentElement; each && each !== root.parentElement; each = each.parentElement) around.push(each);
  const keyed = around.map((each) => KEYS.find((name) => each.hasAttribute(name))).findIndex((name) => name !== undefined);
  const owner = around[keyed];
  const name = KEYS.find((each) => owner?.hasAttribute(each));
  return {
    element,
    around,
    key: owner && name ? `[${name}="${owner.getAttribute(name) ?? ""}"]` : "",
    words: wordsOf(element),
  };
}

function wordsOf(element: Element): string {
  return `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent ?? ""}`;
}

function isThere(element: Element): boolean {
  return element.isConnected && !element.closest("[hidden], :disabled") && !element.closest("details:not([open]) > :not(summary)");
}

function successor({ around, key, words }: Place): HTMLElement | null {
  const left = around.filter(isThere);
  const nearest = left[0];
  if (!nearest) return null;
  const owner = key ? (left.find((each) => each.matches(key)) ?? nearest.querySelector(key)) : nearest;
  const same = [...(owner?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].find((each) => wordsOf(each) === words && isThere(each));
  if (same) return same;
  for (const each of [owner, ...left]) {
    const heading = [...(each?.querySelectorAll<HTMLElement>("h2, h3") ?? [])].find(isThere);
    if (heading) {
      // A heading that is a button has the keyboard there.
      const button = heading.querySelector<HTMLElement>("button");
      if (!button) heading.tabIndex = -1;
      return button ?? heading;
    }
  }
  return null;
}
