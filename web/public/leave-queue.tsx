/** @jsxImportSource preact */
import { useRef, useState } from "preact/hooks";
import { asProblem } from "../../client/transport/problem.ts";
import { newKey } from "../../client/transport/send.ts";
import { request } from "../wire/request.ts";

export interface LeaveQueueProps<T> {
  /** Of the ticket or token. */
  path: string;
  secret: string;
  words: {
    leave: string;
    leaveQuestion: string;
    leaveText: string;
    leaveConfirm: string;
    leaving: string;
    stay: string;
    problems: Record<string, string>;
  };
  onLeft(now: T): void;
}

export function LeaveQueue<T>({ path, secret, words: text, onLeft }: LeaveQueueProps<T>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const key = useRef("");
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");

  function ask() {
    key.current = newKey();
    setTrouble("");
    dialog.current?.showModal();
  }

  async function leave() {
    if (busy) return;
    setBusy(true);
    try {
      const now = await request<T>(`${path}/cancel`, {
        method: "POST",
        body: {},
        bearer: secret,
        key: key.current,
      });
      dialog.current?.close();
      if (now) onLeft(now);
    } catch (error) {
      setTrouble(text.problems[asProblem(error).code] ?? text.problems["other"]!);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <button type="button" class="quiet-action" onClick={ask}>
        {text.leave}
      </button>
      <dialog ref={dialog} aria-labelledby="leave-question" aria-describedby="leave-text">
        <h2 id="leave-question">{text.leaveQuestion}</h2>
        <p id="leave-text">{text.leaveText}</p>
        <div role="alert">{trouble && <p class="trouble">{trouble}</p>}</div>
        <div class="choices">
          <button type="button" class="main" onClick={() => dialog.current?.close()}>
            {text.stay}
          </button>
          <button type="button" class="danger" onClick={() => void leave()}>
            {busy ? text.leaving : text.leaveConfirm}
          </button>
        </div>
      </dialog>
    </>
  );
}
