/** A page as a picture with the cited boxes over it, in a window that scrolls and zooms. */

import type { Box } from "../contract";
import { fill, h } from "../dom";
import { button, loading } from "../parts";
import { t } from "../strings";

const STEPS = [1, 1.5, 2, 3] as const;
/** Below this width of the window, in pixels, print cannot be read at full width: a cited place is shown at twice that. */
const NARROW = 480;
const ZOOM_KEY = "arbiter-fhir.zoom";
/** Widths that pictures are asked for: few, so that one that was seen before is there already. */
const WIDTHS = [800, 1200, 1600, 2000] as const;

/** The width in pixels to draw a page with, for a window of `css` pixels at this zoom. */
export function drawnWidth(css: number, zoom: number, density: number): number {
  const needed = css * zoom * density;
  return WIDTHS.find((width) => width >= needed) ?? 2000;
}

/** Where to scroll to, so that a box is in the middle of the window; never before the start. */
export function centred(start: number, size: number, full: number, view: number): number {
  return Math.max(0, (start + size / 2) * full - view / 2);
}

export class Stage {
  readonly element: HTMLElement;
  private readonly sheet = h("div", { class: "af-sheet" });
  private readonly window: HTMLElement;
  private readonly zoomText = h("span", { class: "af-zoom", "aria-live": "polite" });
  private readonly zoomOut: HTMLButtonElement;
  private readonly zoomIn: HTMLButtonElement;
  private step = 0;
  private chosen = false;
  private boxes: readonly Box[] = [];
  private picture: string | null = null;
  /** Counts what was shown or taken away, so that a picture is not shown that was decoded too late. */
  private changes = 0;

  /**
   * @param onZoom - A sharper picture may be wanted.
   * @param beside - Stands before the zoom buttons.
   */
  constructor(
    private readonly onZoom: () => void,
    beside: HTMLElement,
  ) {
    const kept = keptZoom();
    if (kept !== null) {
      this.step = kept;
      this.chosen = true;
    }
    this.sheet.style.setProperty("width", `${(STEPS[this.step] ?? 1) * 100}%`);
    this.window = h("div", { class: "af-window", tabindex: 0, role: "group", "aria-label": t("source.title") }, this.sheet);
    this.zoomOut = button("−", () => this.choose(this.step - 1), { title: t("source.zoom_out"), label: t("source.zoom_out") });
    this.zoomIn = button("+", () => this.choose(this.step + 1), { title: t("source.zoom_in"), label: t("source.zoom_in") });
    const fit = button("↔", () => this.choose(0), { title: t("source.zoom_fit"), label: t("source.zoom_fit") });
    this.element = h(
      "div",
      { class: "af-stage", on: { keydown: (event) => this.onKey(event as KeyboardEvent) } },
      h("div", { class: "af-tools" }, beside, h("div", { class: "af-zoomer" }, this.zoomOut, this.zoomText, this.zoomIn, fit)),
      this.window,
    );
    this.tellZoom();
  }

  /** The width to draw pictures with now. */
  get width(): number {
    return drawnWidth(Math.max(320, this.window.clientWidth), STEPS[this.step] ?? 1, window.devicePixelRatio || 1);
  }

  /** Says that a picture is on its way; `cited` tells whether a place on it is looked for. */
  wait(cited: boolean): void {
    if (!this.chosen) this.zoom(cited && this.window.clientWidth > 0 && this.window.clientWidth < NARROW ? STEPS.indexOf(2) : 0);
    this.window.setAttribute("aria-busy", "true");
    if (!this.picture) fill(this.sheet, loading());
  }

  /** Shows a picture; `keep` leaves the window where it is (the same page, drawn anew). */
  async show(picture: Blob, text: string, boxes: readonly Box[], keep: boolean): Promise<void> {
    const change = ++this.changes;
    const before = this.picture;
    this.picture = URL.createObjectURL(picture);
    this.boxes = boxes;
    const image = h("img", { class: "af-page", src: this.picture, alt: text });
    const marks = boxes.map((box) =>
      h("div", {
        class: "af-box",
        "aria-hidden": "true",
        style: { left: share(box.x), top: share(box.y), width: share(box.width), height: share(box.height) },
      }),
    );
    await image.decode().catch(() => undefined);
    if (before) URL.revokeObjectURL(before);
    if (change !== this.changes) return;
    fill(this.sheet, image, marks);
    this.window.removeAttribute("aria-busy");
    if (!keep) this.reveal();
  }

  /** Takes the picture away. */
  clear(): void {
    this.changes += 1;
    if (this.picture) URL.revokeObjectURL(this.picture);
    this.picture = null;
    this.boxes = [];
    fill(this.sheet);
  }

  private choose(step: number): void {
    this.chosen = true;
    if (!this.zoom(step)) return;
    keepZoom(this.step);
    this.onZoom();
  }

  private zoom(step: number): boolean {
    const next = Math.min(STEPS.length - 1, Math.max(0, step));
    if (next === this.step) return false;
    this.step = next;
    this.sheet.style.setProperty("width", `${(STEPS[next] ?? 1) * 100}%`);
    this.tellZoom();
    this.reveal();
    return true;
  }

  private tellZoom(): void {
    fill(this.zoomText, t("source.zoom", { n: (STEPS[this.step] ?? 1) * 100 }));
    this.zoomOut.disabled = this.step === 0;
    this.zoomIn.disabled = this.step === STEPS.length - 1;
  }

  private reveal(): void {
    const box = this.boxes[0];
    const { clientWidth, clientHeight } = this.window;
    this.window.scrollTop = box ? centred(box.y, box.height, this.sheet.offsetHeight, clientHeight) : 0;
    this.window.scrollLeft = box ? centred(box.x, box.width, this.sheet.offsetWidth, clientWidth) : 0;
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { "+": this.step + 1, "=": this.step + 1, "-": this.step - 1, "0": 0 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.choose(step);
  }
}

/** The zoom that this person chose last in this browser; a number, and nothing of a patient. */
function keptZoom(): number | null {
  try {
    const step = Number.parseInt(window.localStorage.getItem(ZOOM_KEY) ?? "", 10);
    return step >= 0 && step < STEPS.length ? step : null;
  } catch {
    return null; // storage is closed to this page
  }
}

function keepZoom(step: number): void {
  try {
    window.localStorage.setItem(ZOOM_KEY, String(step));
  } catch {
    // It is remembered until the page is closed.
  }
}

function share(part: number): string {
  return `${(part * 100).toFixed(4)}%`;
}
