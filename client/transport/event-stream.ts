// Reads text/event-stream as the HTML standard describes it: fields by line, a message at each empty
// line. EventSource is not used because it can send no Authorization header, does not show the server's
// signs of life, and Node has none.

export interface StreamMessage {
  event: string;
  id: string;
  data: string;
}

/** What is kept from one connection to the next. */
export interface Place {
  /** Where to go on after a break; a message without data can move it, too. */
  lastId: string;
  /** How long the server wants to be left alone before that. */
  retryMs: number;
  /** When anything last arrived, comments included: the connection is alive. */
  heardAt: number;
}

export const placeAfter = (lastId = ""): Place => ({ lastId, retryMs: 2_000, heardAt: 0 });

export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  place = placeAfter(),
): AsyncGenerator<StreamMessage, void> {
  let id = place.lastId;
  let event = "";
  let data: string[] = [];
  for await (const line of linesOf(body, place)) {
    if (line === "") {
      place.lastId = id;
      const message = { event: event || "message", id, data: data.join("\n") };
      const isEmpty = data.length === 0;
      event = "";
      data = [];
      if (!isEmpty) yield message;
      continue;
    }
    const [, name, value] = /^([^:]*):? ?(.*)$/s.exec(line)!;
    if (name === "event") event = value!;
    else if (name === "data") data.push(value!);
    else if (name === "id") id = value!;
    else if (name === "retry" && /^\d+$/.test(value!)) place.retryMs = Number(value);
  }
}

async function* linesOf(
  body: ReadableStream<Uint8Array>,
  place: Place,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = "";
  const chunks = body.getReader(); // not every browser can loop over a stream
  for (;;) {
    const { done, value } = await chunks.read();
    if (done) return;
    place.heardAt = Date.now();
    rest += decoder.decode(value, { stream: true });
    // A CR at the very end may be half of a CRLF: it waits for what comes next.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    yield* lines;
  }
}
