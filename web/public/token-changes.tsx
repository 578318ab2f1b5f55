/** @jsxImportSource preact */
// Why the number or the time is not what the slip says: the last change in full sight, the earlier
// ones below it.

import { useEffect, useState } from "preact/hooks";
import type { Token, TokenChange } from "../wire/opd.ts";
import { request } from "../wire/request.ts";
import { timeThere } from "./doctor-time.ts";
import { token as text } from "./token-messages.ts";

interface ChangesProps {
  token: Token;
  path: string;
  secret: string;
  timezone: string;
}

export function Changes({ token, path, secret, timezone }: ChangesProps) {
  const changes = useChanges(token, path, secret);
  const wasMoved = changes.some(({ kind }) => kind === "MOVED");
  const sentences = changes.map((change) => ({
    key: change.at + change.kind,
    words: inWords(change, timezone),
    at: change.at as string | null,
  }));
  if (token.movedToAlternative && !wasMoved && token.number !== null) {
    const [wished, given] = [token.requestedSlotStart, token.slotStart].map((at) =>
      timeThere(at, timezone),
    );
    sentences.push({ key: "alternative", words: text.alternative(wished!, given!), at: null });
  }
  const [latest, ...earlier] = sentences;
  return (
    <section class="changes" aria-label={text.changes} aria-live="polite">
      {latest && (
        <p class="note" key={latest.key}>
          <When at={latest.at} timezone={timezone} />
          {latest.words}
        </p>
      )}
      {earlier.length > 0 && (
        <details>
          <summary>{text.earlier}</summary>
          <ul>
            {earlier.map(({ key, words, at }) => (
              <li key={key}>
                <When at={at} timezone={timezone} />
                {words}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function When({ at, timezone }: { at: string | null; timezone: string }) {
  if (!at) return null;
  return (
    <>
      <time class="when" dateTime={at}>
        {timeThere(at, timezone)}
      </time>{" "}
    </>
  );
}

/** Read again whenever the token is another than before. */
function useChanges(token: Token, path: string, secret: string): TokenChange[] {
  const [changes, setChanges] = useState<TokenChange[]>([]);
  const { number, slotStart, status } = token;
  useEffect(() => {
    let isCurrent = true;
    request<{ items: TokenChange[] }>(`${path}/changes`, { bearer: secret }).then(
      (answer) => isCurrent && answer && setChanges(answer.items),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [path, secret, number, slotStart, status]);
  return changes;
}

function inWords({ kind, reason, before, after }: TokenChange, timezone: string): string {
  const [was, is] = [before, after].map(({ slotStart }) => timeThere(slotStart, timezone));
  if (kind === "RENUMBERED") return text.renumbered(before.label ?? "", after.label ?? "");
  if (kind === "PROMOTED") return text.promoted(after.label ?? "");
  if (reason !== "DOCTOR_AWAY") return text.moved(was!, is!, after.label ?? "");
  if (after.label !== null) return text.doctorAway(was!, is!, after.label);
  return was === is ? text.doctorAwayStay(was!) : text.doctorAwayWaiting(was!, is!);
}
