import { address, readConfig } from "../src/config";
import { ENGLISH, t, translate, word } from "../src/strings";
import { followTheme } from "../src/theme";
import { Module, find, open } from "./page";

function element(config: object): HTMLElement {
  const root = document.createElement("div");
  root.dataset["config"] = JSON.stringify(config);
  return root;
}

test("settings that are missing or strange become safe ones", () => {
  const config = readConfig(element({ mode: "root", pid: "7", permissions: ["review", "everything"], strings: null, theme: "pink" }));
  expect(config).toMatchObject({ mode: "patient", pid: null, strings: {}, theme: "", categories: [] });
  expect([...config.permissions]).toEqual(["review"]);
  expect(() => readConfig(document.createElement("div"))).toThrow();
});

test("ids are put into addresses escaped", () => {
  expect(address("/d?id={document_id}&p={patient_id}", { document_id: 3, patient_id: 7 })).toBe("/d?id=3&p=7");
  expect(address("", { document_id: 3 })).toBe("");
});

test("a translation takes the place of English, and only of its own text", () => {
  translate({ "tab.ask": "Fragen", "tab.review": "", "common.user": "l`un {n}" });
  expect(t("common.user", { n: 7 })).toBe("l'un 7");
  expect([t("tab.ask"), t("tab.review"), t("common.page", { n: 2 })]).toEqual(["Fragen", "Review", "page 2"]);
  translate({});
  expect(word("type", "brand_new")).toBe("brand new");
});

test("English has nothing that OpenEMR's translation would spoil", () => {
  expect(Object.values(ENGLISH).filter((text) => /["`]/.test(text))).toEqual([]);
});

test("every text of the list is used, and words in braces are words", () => {
  const sources = Object.values(import.meta.glob("../src/**/*.ts", { query: "?raw", import: "default", eager: true }) as Record<string, string>);
  const text = sources.filter((source) => !source.includes("export const ENGLISH")).join("\n");
  const groups = new Set([...text.matchAll(/word\("([\w.]+)"/g)].map((match) => match[1]));
  const patterns = [...text.matchAll(/`((?:[a-z]+\.)+)\$\{/g)].map((match) => match[1] ?? "");
  const unused = Object.keys(ENGLISH).filter(
    (key) => !text.includes(`"${key}"`) && !groups.has(key.slice(0, key.lastIndexOf("."))) && !patterns.some((start) => key.startsWith(start)),
  );
  expect(unused).toEqual([]);
});

test("OpenEMR's theme comes before the system's", () => {
  new Module({});
  const root = open({}, { dark: true });
  expect(root.dataset["afTheme"]).toBe("dark");
  document.documentElement.setAttribute("data-theme", "light");
  followTheme(root, "dark");
  expect(root.dataset["afTheme"]).toBe("light");
  document.documentElement.removeAttribute("data-theme");
});

test("only what a person may do has a tab", async () => {
  new Module({});
  expect([...open({ permissions: ["query"] }).querySelectorAll("[role=tab]")].map((tab) => tab.id)).toEqual(["af-tab-ask", "af-tab-documents"]);
  expect(open({ mode: "admin", permissions: ["query"] }).querySelectorAll("[role=tab]")).toHaveLength(0);
  await find(open({ mode: "admin", permissions: ["admin"] }), "[role=tab]", "Automation");
});
