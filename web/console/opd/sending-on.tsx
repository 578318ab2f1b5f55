// The end of a visit: the patient is done, or goes on to a station. The station that this doctor sent somebody to
// last is one press away.

import { useState } from "react";
import type { Token } from "../../wire/opd.ts";
import type { Queue } from "../../wire/types.ts";
import { QueueChoice, useQueues } from "../desk/queue-choice.tsx";
import { useMay } from "../session.ts";
import { Button, Key } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { common } from "../messages.ts";
import { doctorPage as text, whoIs } from "./messages.ts";
import type { TokenActions } from "./token-actions.tsx";

export function FinishOrSend({ token, actions }: { token: Token; actions: TokenActions }) {
  const [choosing, setChoosing] = useState(false);
  const maySend = useMay("counter:operate");
  const queues = useQueues(maySend).data?.items ?? [];
  const open = queues.filter(({ state }) => state !== "closed");
  const lastId = lastStation(token.doctorId);
  const last = open.find(({ id }) => id === lastId);
  const busy = actions.isBusy(token);

  function send(station: Queue): void {
    setChoosing(false);
    rememberStation(token.doctorId, station.id);
    void actions.sendOn(token, station);
  }

  return (
    <>
      <Button
        look="main"
        className="col-span-2 min-h-14 justify-between text-xl"
        aria-disabled={busy}
        onPress={() => void actions.act(token, "complete")}
      >
        {text.finish}
        <Key>F</Key>
      </Button>
      {last && (
        <Button
          className="col-span-2 min-h-14 justify-between text-lg sm:col-span-1"
          aria-disabled={busy}
          onPress={() => send(last)}
        >
          <span className="truncate">{text.sendTo(last.name)}</span>
        </Button>
      )}
      {open.length > 0 && (
        <Button
          className={`col-span-2 min-h-14 text-lg ${last ? "sm:col-span-1" : ""}`}
          aria-disabled={busy}
          onPress={() => !busy && setChoosing(true)}
        >
          {last ? text.sendElsewhere : text.send}
        </Button>
      )}
      <Dialog
        title={text.sendTitle(whoIs(token))}
        isOpen={choosing}
        onClose={() => setChoosing(false)}
      >
        <p className="text-soft">{text.sendText(token.label ?? "")}</p>
        <QueueChoice except={null} none={text.noStation} onChoose={send} />
        <Button onPress={() => setChoosing(false)}>{common.cancel}</Button>
      </Dialog>
    </>
  );
}

const place = (doctorId: string) => `turnkeeper.station.${doctorId}`;

/** Storage may be refused: then each time one is chosen from the list. */
function lastStation(doctorId: string): string | null {
  try {
    return localStorage.getItem(place(doctorId));
  } catch {
    return null;
  }
}

function rememberStation(doctorId: string, queueId: string): void {
  try {
    localStorage.setItem(place(doctorId), queueId);
  } catch {
    // Nothing is lost but a press the next time.
  }
}
