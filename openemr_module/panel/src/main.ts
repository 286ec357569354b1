/** Puts the panel into the page's shell. */

import "./panel.css";

import { askTab } from "./ask/view";
import { automationTab } from "./admin/automation";
import { connectionTab } from "./admin/connection";
import { healthTab } from "./admin/health";
import { mappingsTab } from "./admin/mappings";
import { readConfig, type PanelConfig } from "./config";
import type { Overview } from "./contract";
import { documentsTab } from "./documents";
import { fill, h } from "./dom";
import { keepFocus } from "./focus";
import { onReturn } from "./returning";
import { reviewTab } from "./review/view";
import { Shell, type Tab } from "./shell";
import { t, translate } from "./strings";
import { followTheme } from "./theme";

/** The views that a person may see here. */
export function tabsFor(config: PanelConfig): Tab[] {
  const may = config.permissions;
  if (config.mode === "admin") return may.has("admin") ? [connectionTab, mappingsTab, healthTab, automationTab] : [];
  if (config.mode === "queue") return may.has("review") ? [reviewTab] : [];
  return [
    ...(may.has("query") ? [askTab] : []),
    documentsTab,
    ...(may.has("review") ? [reviewTab] : []),
  ];
}

/** Starts the panel in its shell. */
export function start(root: HTMLElement): void {
  const config = readConfig(root);
  translate(config.strings);
  root.classList.add("af");
  followTheme(root, config.theme);
  const counted = config.mode === "patient" && config.pid !== null;
  const shell = new Shell(config, tabsFor(config), (changed) => {
    if (counted) void countOn(changed);
  });
  fill(root, shell.element);
  keepFocus(root);
  const first = tabsFor(config)[0];
  if (first) shell.show(first.name);
  if (counted) void countOn(shell);
  onReturn(root, () => lookAgain(shell, config));
}

/** Whether this page still is what it was: the module refuses where the session has ended or gone on to another patient. */
function lookAgain(shell: Shell, config: PanelConfig): void {
  if (config.mode === "patient") void countOn(shell);
  if (config.mode === "queue") void shell.api.call("reviews").catch(() => undefined);
}

/** Numbers on the tabs; a failure shows in the views themselves. */
async function countOn(shell: Shell): Promise<void> {
  const overview = await shell.api.call<Overview>("overview").catch(() => null);
  if (!overview) return;
  shell.count("documents", overview.documents.failed + overview.documents.waiting);
  shell.count("review", overview.review);
}

const root = document.getElementById("arbiter-panel");
if (root) {
  try {
    start(root);
  } catch {
    fill(root, h("p", { class: "af-alert af-alert-danger", role: "alert" }, t("error.broken")));
  }
}
