import { h } from "../src/dom";
import { table } from "../src/tables";

test("every cell carries its column's name and its role, so that it can stand alone", () => {
  const made = table("Identity", ["Field", "Document", "Chart"], [{ cells: ["Name", h("b", {}, "Doe"), "Roe"], props: { "data-field": "name" } }], { named: true, still: true });
  expect(made.getAttribute("tabindex")).toBe("0");
  const row = made.querySelector("tbody tr")!;
  expect(row.getAttribute("data-field")).toBe("name");
  expect(row.querySelector("th")?.getAttribute("role")).toBe("rowheader");
  expect([...row.querySelectorAll("td")].map((cell) => [cell.getAttribute("data-label"), cell.getAttribute("role"), cell.textContent])).toEqual([
    ["Document", "cell", "Doe"],
    ["Chart", "cell", "Roe"],
  ]);
  expect(made.querySelectorAll('[role="columnheader"]')).toHaveLength(3);
});

test("a table whose cells take the keyboard is no stop of its own", () => {
  expect(table("LDL", ["Date"], [{ cells: ["2026"] }]).hasAttribute("tabindex")).toBe(false);
});
