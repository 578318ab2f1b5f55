// Reads text/event-stream as it arrives in pieces. Kept apart from the connection so that it can be
// tested without one.

export interface ServerEvent {
  id: string | null;
  type: string;
  data: string;
}

/** Not a class: private fields, as older phones need them written, cost every page a quarter of a kilobyte. */
export function eventText() {
  let rest = "";
  let id: string | null = null;
  let type = "";
  let data: string[] = [];

  function take(line: string): ServerEvent | null {
    if (line === "") {
      const event = { id, type: type || "message", data: data.join("\n") };
      const complete = data.length > 0 || type !== "";
      type = "";
      data = [];
      return complete ? event : null;
    }
    if (line.startsWith(":")) return null;
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "id") id = value;
    else if (field === "event") type = value;
    else if (field === "data") data.push(value);
    return null;
  }

  return {
    /** The events that this piece completes. */
    read(piece: string): ServerEvent[] {
      const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      return lines.flatMap((line) => take(line) ?? []);
    },
  };
}
