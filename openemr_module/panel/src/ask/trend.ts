/** A table's results as a small line chart; the table beside it says the same in words. */

import type { AnswerTable } from "../contract";
import { h, svg } from "../dom";
import { t } from "../strings";

export interface Point {
  time: number;
  day: string;
  value: number;
  text: string;
}

export interface Series {
  name: string;
  points: Point[];
  range: { low: number; high: number } | null;
}

const SIZE = { width: 480, height: 160, left: 44, right: 14, top: 14, bottom: 26 } as const;

/**
 * The points of a table, where every row has a day and a plain number of one unit; otherwise `null`, and the table alone
 * tells the results.
 */
export function series(table: AnswerTable): Series | null {
  const column = (name: string): number => table.columns.indexOf(name);
  const day = column("Date");
  const values = column("Converted") >= 0 ? column("Converted") : column("Value");
  if (day < 0 || values < 0 || table.rows.length < 2) return null;
  const points: Point[] = [];
  const units = new Set<string>();
  for (const { cells } of table.rows) {
    const text = cells[values] || cells[column("Value")] || "";
    const when = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?/.exec(cells[day] ?? "")?.[0];
    const read = /^(-?\d+(?:\.\d+)?)(?:\s+(\S.*))?$/.exec(text.trim());
    const time = when ? Date.parse(`${when.replace(" ", "T")}${when.length > 10 ? ":00Z" : "T00:00:00Z"}`) : NaN;
    if (!read || Number.isNaN(time) || !when) return null;
    units.add(read[2] ?? "");
    points.push({ time, day: when.slice(0, 10), value: Number(read[1]), text });
  }
  if (units.size > 1) return null;
  points.sort((one, other) => one.time - other.time);
  return { name: table.title, points, range: column("Converted") >= 0 ? null : range(table, column("Reference")) };
}

/** The reference range that all rows share. */
function range(table: AnswerTable, column: number): Series["range"] {
  const texts = new Set(table.rows.map(({ cells }) => cells[column] ?? "").filter(Boolean));
  const match = texts.size === 1 ? /^(-?\d+(?:\.\d+)?)\s*[-–]\s*(\d+(?:\.\d+)?)(?:\s|$)/.exec([...texts][0] ?? "") : null;
  return match ? { low: Number(match[1]), high: Number(match[2]) } : null;
}

/** The chart with its description. */
export function trendChart(data: Series): HTMLElement {
  const { points } = data;
  const values = points.map((point) => point.value);
  const summary = t("trend.summary", {
    n: points.length,
    from: points[0]?.day ?? "",
    to: points[points.length - 1]?.day ?? "",
    low: Math.min(...values),
    high: Math.max(...values),
  });
  const scale = scales(data);
  const line = points.map((point) => `${scale.x(point.time)},${scale.y(point.value)}`).join(" ");
  const title = t("trend.title", { name: data.name });
  return h(
    "figure",
    { class: "af-trend" },
    svg(
      "svg",
      { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: "img", "aria-label": `${title}. ${summary}` },
      data.range ? band(data.range, scale) : null,
      axis(scale, points),
      svg("polyline", { class: "af-trend-line", points: line }),
      points.map((point) =>
        svg(
          "circle",
          { class: outside(point.value, data.range) ? "af-trend-out" : "af-trend-in", cx: scale.x(point.time), cy: scale.y(point.value), r: 4 },
          svg("title", {}, `${point.day}: ${point.text}`),
        ),
      ),
    ),
    h("figcaption", { class: "af-muted" }, title, data.range ? `. ${t("trend.range", { ...data.range })}` : null),
  );
}

interface Scale {
  low: number;
  high: number;
  x(time: number): number;
  y(value: number): number;
}

function scales({ points, range: reference }: Series): Scale {
  const values = [...points.map((point) => point.value), ...(reference ? [reference.low, reference.high] : [])];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = (high - low || Math.abs(high) || 1) * 0.1;
  const first = points[0]?.time ?? 0;
  const span = (points[points.length - 1]?.time ?? 0) - first || 1;
  const room = { x: SIZE.width - SIZE.left - SIZE.right, y: SIZE.height - SIZE.top - SIZE.bottom };
  const part = (value: number): number => (value - low + margin) / (high - low + 2 * margin);
  return {
    low,
    high,
    x: (time) => round(SIZE.left + ((time - first) / span) * room.x),
    y: (value) => round(SIZE.top + (1 - part(value)) * room.y),
  };
}

function band(reference: { low: number; high: number }, scale: Scale): SVGElement {
  const top = scale.y(reference.high);
  const width = SIZE.width - SIZE.left - SIZE.right;
  return svg("rect", { class: "af-trend-range", x: SIZE.left, y: top, width, height: round(scale.y(reference.low) - top) });
}

function axis(scale: Scale, points: readonly Point[]): SVGElement[] {
  const bottom = SIZE.height - 8;
  const text = (x: number, y: number, anchor: string, words: string | number): SVGElement =>
    svg("text", { class: "af-trend-text", x, y, "text-anchor": anchor }, words);
  return [
    text(SIZE.left - 8, scale.y(scale.high) + 4, "end", scale.high),
    ...(scale.low === scale.high ? [] : [text(SIZE.left - 8, scale.y(scale.low) + 4, "end", scale.low)]),
    text(SIZE.left, bottom, "start", points[0]?.day ?? ""),
    text(SIZE.width - SIZE.right, bottom, "end", points[points.length - 1]?.day ?? ""),
  ];
}

function outside(value: number, reference: Series["range"]): boolean {
  return reference !== null && (value < reference.low || value > reference.high);
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
