// Reads text/event-stream as it arrives in pieces. Kept apart from the connection so that it can be
// tested without one.

export interface ServerEvent {
  id: string | null;
  type: string;
  data: string;
}

export class EventText {
  #rest = "";
  #id: string | null = null;
  #type = "";
  #data: string[] = [];

  /** The events that this piece completes. */
  read(piece: string): ServerEvent[] {
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? "";
    const events: ServerEvent[] = [];
    for (const line of lines) {
      const event = this.#line(line);
      if (event) events.push(event);
    }
    return events;
  }

  #line(line: string): ServerEvent | null {
    if (line === "") {
      const event = { id: this.#id, type: this.#type || "message", data: this.#data.join("\n") };
      const complete = this.#data.length > 0 || this.#type !== "";
      this.#type = "";
      this.#data = [];
      return complete ? event : null;
    }
    if (line.startsWith(":")) return null;
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "id") this.#id = value;
    else if (field === "event") this.#type = value;
    else if (field === "data") this.#data.push(value);
    return null;
  }
}
