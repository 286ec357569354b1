/** Server-sent events out of pieces of text, however they were cut. */
export class EventReader {
  private rest = "";
  private name = "";
  private data: string[] = [];

  constructor(private readonly onEvent: (name: string, data: string) => void) {}

  push(piece: string): void {
    this.rest += piece;
    // A carriage return at the end may be the first half of a line's end.
    for (let end = /\r\n|\n|\r(?!$)/.exec(this.rest); end; end = /\r\n|\n|\r(?!$)/.exec(this.rest)) {
      const line = this.rest.slice(0, end.index);
      this.rest = this.rest.slice(end.index + end[0].length);
      this.read(line);
    }
  }

  private read(line: string): void {
    if (line === "") {
      if (this.data.length) this.onEvent(this.name || "message", this.data.join("\n"));
      this.name = "";
      this.data = [];
      return;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.name = value;
    if (field === "data") this.data.push(value);
  }
}
