// Reads text/event-stream as the HTML standard describes it: fields by line, a message at each empty
// line. EventSource is not used because it can send no Authorization header and Node has none.

export interface StreamMessage {
  event: string;
  id: string;
  data: string;
}

export interface StreamReader {
  /** How long to wait before connecting again, once the server has said so. */
  retryMs: number | null;
  messages: AsyncGenerator<StreamMessage, void>;
}

/** `heard` is called for whatever arrives, comments included: the stream is alive. */
export function readEventStream(body: ReadableStream<Uint8Array>, heard: () => void): StreamReader {
  const reader: StreamReader = { retryMs: null, messages: read() };
  return reader;

  async function* read(): AsyncGenerator<StreamMessage, void> {
    let message = { event: "", data: [] as string[] };
    let id = "";
    for await (const line of linesOf(body, heard)) {
      if (line === "") {
        const { event, data } = message;
        message = { event: "", data: [] };
        if (data.length > 0) yield { event: event || "message", id, data: data.join("\n") };
        continue;
      }
      const [, name, value] = /^([^:]*):? ?(.*)$/s.exec(line)!;
      if (name === "event") message.event = value!;
      else if (name === "data") message.data.push(value!);
      else if (name === "id") id = value!;
      else if (name === "retry" && /^\d+$/.test(value!)) reader.retryMs = Number(value);
    }
  }
}

async function* linesOf(
  body: ReadableStream<Uint8Array>,
  heard: () => void,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = "";
  const chunks = body.getReader(); // not every browser can loop over a stream
  for (;;) {
    const { done, value } = await chunks.read();
    if (done) return;
    heard();
    rest += decoder.decode(value, { stream: true });
    // A CR at the very end may be half of a CRLF: it waits for what comes next.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    yield* lines;
  }
}
