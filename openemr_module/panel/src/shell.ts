/** The frame: tabs over the views, and the source beside them or in their place. */

import { Api, type ApiError } from "./api";
import type { PanelConfig } from "./config";
import type { Context, View } from "./context";
import { fill, h } from "./dom";
import { when } from "./format";
import { button, failure } from "./parts";
import { SourceView } from "./source/view";
import { t, type TextKey } from "./strings";

export interface Tab {
  name: string;
  text: TextKey;
  make(context: Context): View;
}

interface Entry {
  tab: Tab;
  button: HTMLButtonElement;
  count: HTMLElement;
  panel: HTMLElement;
  view: View | null;
}

/** From this width on, source and view stand side by side. */
const WIDE = "(min-width: 64rem)";

export class Shell {
  readonly element: HTMLElement;
  private readonly entries: Entry[];
  private readonly live = h("div", { class: "af-visually-hidden", role: "status", "aria-live": "polite" });
  private readonly printed = h("p", { class: "af-printed" });
  private readonly source: SourceView;
  private readonly context: Context;
  private current: Entry | null = null;

  constructor(config: PanelConfig, tabs: readonly Tab[], onChanged: (shell: Shell) => void) {
    const wide = window.matchMedia(WIDE);
    const api = new Api(config, (why) => this.leave(why));
    this.source = new SourceView(api, config, (open) => this.element.classList.toggle("af-with-source", open));
    this.context = {
      api,
      config,
      sources: this.source,
      announce: (text) => fill(this.live, h("span", {}, text)),
      changed: () => onChanged(this),
      isWide: () => wide.matches,
      review: tabs.some(({ name }) => name === "review") && tabs.length > 1 ? (id) => this.show("review", id) : null,
    };
    this.entries = tabs.map((tab) => this.entry(tab, tabs.length > 1));
    window.addEventListener("beforeprint", () => this.tellPaper(config));
    this.element = h(
      "main",
      { class: "af-frame" },
      document.title ? h("h1", { class: "af-visually-hidden" }, document.title) : null,
      this.printed,
      tabs.length > 1
        ? h(
            "div",
            { class: "af-tabs", role: "tablist", "aria-label": t("panel.views"), on: { keydown: (e) => this.onKey(e) } },
            this.entries.map((entry) => entry.button),
          )
        : null,
      this.live,
      h(
        "div",
        { class: "af-columns" },
        h("div", { class: "af-views" }, this.entries.map((entry) => entry.panel)),
        this.source.element,
      ),
    );
  }

  /** Paper lies about without the chart around it: it says whose and of when it is. */
  private tellPaper(config: PanelConfig): void {
    const whose = config.pid === null ? "" : t("common.patient", { n: config.pid });
    fill(this.printed, [document.title, whose, when(new Date().toISOString())].filter(Boolean).join(" · "));
  }

  /** Brings a view to the front, making it on its first time; `documentId` is what one came for. */
  show(name: string, documentId: number | null = null): void {
    const next = this.entries.find((entry) => entry.tab.name === name);
    if (!next || next === this.current) return;
    this.current?.view?.hide?.();
    this.source.close();
    for (const entry of this.entries) {
      const chosen = entry === next;
      entry.button.setAttribute("aria-selected", String(chosen));
      entry.button.tabIndex = chosen ? 0 : -1;
      entry.panel.hidden = !chosen;
    }
    this.current = next;
    if (!next.view) {
      next.view = next.tab.make(this.context);
      next.panel.append(next.view.element);
    }
    next.view.show(documentId);
    // Whoever came by a button of another view goes on in this one.
    if (documentId !== null) next.button.focus();
  }

  /** A number on a tab; none for zero. */
  count(name: string, number: number): void {
    const entry = this.entries.find((each) => each.tab.name === name);
    if (entry) fill(entry.count, number > 0 ? number : null);
  }

  /** Takes everything off the screen that was shown of a patient, and says why. */
  private leave(why: ApiError): void {
    this.current?.view?.hide?.();
    this.source.forget();
    const { parentElement } = this.element;
    for (const dialog of parentElement?.querySelectorAll("dialog") ?? []) dialog.close();
    const said = failure(why);
    said.tabIndex = -1;
    said.append(h("p", {}, t("error.cleared")), button(t("common.reload"), () => window.location.reload()));
    fill(this.element, said);
    this.element.classList.remove("af-with-source");
    for (const entry of this.entries) {
      entry.view = null;
      fill(entry.panel);
    }
    said.focus();
  }

  get api(): Api {
    return this.context.api;
  }

  private entry(tab: Tab, hasTabs: boolean): Entry {
    const count = h("span", { class: "af-count" });
    const button = h(
      "button",
      {
        type: "button",
        class: "af-tab",
        role: "tab",
        id: `af-tab-${tab.name}`,
        "aria-controls": `af-panel-${tab.name}`,
        "aria-selected": "false",
        tabindex: -1,
        on: { click: () => this.show(tab.name) },
      },
      t(tab.text),
      " ",
      count,
    );
    const panel = h("div", {
      class: "af-panel",
      id: `af-panel-${tab.name}`,
      role: hasTabs && "tabpanel",
      "aria-labelledby": hasTabs && `af-tab-${tab.name}`,
      hidden: true,
    });
    return { tab, button, count, panel, view: null };
  }

  private onKey(event: Event): void {
    const key = (event as KeyboardEvent).key;
    const at = this.entries.findIndex((entry) => entry.button === document.activeElement);
    const last = this.entries.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[key];
    const entry = to === undefined || at < 0 ? undefined : this.entries[to];
    if (!entry) return;
    event.preventDefault();
    entry.button.focus();
    this.show(entry.tab.name);
  }
}
