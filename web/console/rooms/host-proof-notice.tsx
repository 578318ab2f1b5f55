import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Room } from "../../wire/rooms.ts";
import { Button } from "../ui/button.tsx";
import { CopyLine } from "../ui/copy.tsx";
import { FormProblem } from "../ui/states.tsx";
import { roomKey } from "./live-room.ts";
import { roomSettings as text } from "./messages.ts";
import { roomsApi } from "./rooms-api.ts";

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Nothing while the proof of the host name is where it should be. */
export function HostProofNotice({ room }: { room: Room }) {
  const client = useQueryClient();
  const lookAgain = useMutation({
    mutationFn: () => roomsApi.change(room.id, { hostName: room.hostName }),
    onSuccess: (looked) => void client.setQueryData(roomKey(room.id), looked),
  });
  const missing = room.hostProofMissing;
  if (!missing) return null;
  const [since, until] = [missing.since, missing.servedUntil].map((at) =>
    moment.format(new Date(at)),
  );
  return (
    <div role="status" className="grid gap-3 rounded-xl bg-warn px-5 py-4 text-on-warn">
      <p>
        <strong>{text.hostProofMissing(room.hostName!, since!)}</strong>{" "}
        {room.hostServed ? text.hostServedUntil(until!) : text.hostNotServed}
      </p>
      <p>{text.hostProofBack(missing.record.name, missing.file.url)}</p>
      <CopyLine value={missing.record.value} label={text.hostProofValue} />
      <div>
        <Button isDisabled={lookAgain.isPending} onPress={() => lookAgain.mutate()}>
          {text.lookAgain}
        </Button>
      </div>
      <FormProblem error={lookAgain.error} />
    </div>
  );
}
