// @vitest-environment node
import { readFileSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const PANEL = fileURLToPath(new URL("..", import.meta.url));
const ASSETS = fileURLToPath(new URL("../../public/assets/", import.meta.url));
const MADE = ["panel.js", "panel.css", "strings.json"];

/** The issue's goal for script and sheet together. */
const MAX_GZIP_BYTES = 60_000;

/** Ways by which text could be taken for markup or code. */
const PARSERS =
  /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|setHTML|srcdoc|\beval\b|new Function|set(?:Timeout|Interval)\(["'`]/;

const committed = (name: string): string => readFileSync(ASSETS + name, "utf8");

test("the committed assets are those of these sources", async () => {
  const result = await build({ root: PANEL, configFile: `${PANEL}vite.config.ts`, logLevel: "silent", build: { write: false } });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((each) => ("output" in each ? each.output : []));
  const made = new Map(outputs.map((each) => [each.fileName, "code" in each ? each.code : String(each.source)]));
  expect([...made.keys()].sort()).toEqual([...MADE].sort());
  for (const name of MADE) expect(made.get(name) === committed(name), `${name}: run npm run build`).toBe(true);
});

test("script and sheet are small", () => {
  const bytes = ["panel.js", "panel.css"].map((name) => gzipSync(committed(name)).length);
  expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(MAX_GZIP_BYTES);
});

test("no source and no asset parses markup or runs text", () => {
  const sources = readdirSync(`${PANEL}src`, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  expect(sources.length).toBeGreaterThan(20);
  const found = [...sources.map((name) => `${PANEL}src/${name}`), `${ASSETS}panel.js`].filter((path) => PARSERS.test(readFileSync(path, "utf8")));
  expect(found).toEqual([]);
});

test("the assets load nothing from elsewhere", () => {
  const others = `${committed("panel.js")}${committed("panel.css")}`.match(/(?:https?:)?\/\/[\w.-]+\.[a-z]{2,}[^\s"'`)]*/g) ?? [];
  expect(others.filter((address) => !address.includes("www.w3.org/2000/svg"))).toEqual([]);
});

test("a module is at most 400 lines", () => {
  const long = readdirSync(PANEL, { recursive: true, encoding: "utf8" })
    .filter((name) => /^(?:src|test)\/.*\.ts$/.test(name))
    .filter((name) => readFileSync(PANEL + name, "utf8").split("\n").length > 400);
  expect(long).toEqual([]);
});
