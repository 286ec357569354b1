import { EventReader } from "../src/sse";

const TEXT = ': wait\r\n\r\nevent: routed\r\ndata: {"a":1}\r\n\r\nevent: done\ndata: {"b":\ndata: "ü"}\n\ndata: x\r\r';
const EVENTS = [["routed", '{"a":1}'], ["done", '{"b":\n"ü"}'], ["message", "x"]];

test("events are the same however the text was cut", () => {
  for (let size = 1; size <= TEXT.length; size += 1) {
    const seen: string[][] = [];
    const reader = new EventReader((name, data) => seen.push([name, data]));
    for (let at = 0; at < TEXT.length; at += size) reader.push(TEXT.slice(at, at + size));
    reader.push("\n");
    expect(seen, `pieces of ${size}`).toEqual(EVENTS);
  }
});

test("an event that was not finished is not told", () => {
  const seen: string[] = [];
  new EventReader((name) => seen.push(name)).push('event: done\ndata: {"half":');
  expect(seen).toEqual([]);
});
