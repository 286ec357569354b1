/** Light or dark: what OpenEMR's page says comes first, then what the system prefers. */

const ATTRIBUTES = ["data-bs-theme", "data-theme"];

/** Sets `data-af-theme` on the panel and keeps it right. */
export function followTheme(root: HTMLElement, fixed: "light" | "dark" | ""): void {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const page = document.documentElement;
  const apply = (): void => {
    const said = ATTRIBUTES.map((name) => page.getAttribute(name) ?? document.body.getAttribute(name))
      .find((value) => value === "light" || value === "dark");
    root.dataset["afTheme"] = said ?? (fixed || (system.matches ? "dark" : "light"));
  };
  apply();
  system.addEventListener("change", apply);
  const watch = new MutationObserver(apply);
  watch.observe(page, { attributes: true, attributeFilter: ATTRIBUTES });
  watch.observe(document.body, { attributes: true, attributeFilter: ATTRIBUTES });
}
