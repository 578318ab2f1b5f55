// Finding one visitor, seeing who is next, and sending somebody away.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { Position } from "../../wire/rooms.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { useNotices } from "../ui/notices.tsx";
import { FormProblem } from "../ui/states.tsx";
import { operator as text } from "./messages.ts";
import { roomsApi } from "./rooms-api.ts";

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

export function RoomVisitors({ roomId, operates }: { roomId: string; operates: boolean }) {
  const client = useQueryClient();
  const { say, complain } = useNotices();
  const [id, setId] = useState("");
  const [leaving, setLeaving] = useState<string | null>(null);
  const inLine = useQuery({
    queryKey: ["room-lists", roomId, "line"],
    queryFn: () => roomsApi.inLine(roomId),
  });
  const find = useMutation({ mutationFn: () => roomsApi.position(id.trim()) });
  const remove = useMutation({
    mutationFn: (positionId: string) => roomsApi.terminate(positionId),
    onSuccess: (gone) => {
      say(text.removed);
      if (find.data?.id === gone.id) find.mutate();
      void client.invalidateQueries({ queryKey: ["room-lists", roomId] });
    },
    onError: complain,
    onSettled: () => setLeaving(null),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (id.trim() !== "") find.mutate();
  }

  const list = inLine.data?.items ?? [];
  return (
    <section
      aria-labelledby="visitors"
      className="grid content-start gap-5 rounded-2xl border border-rule bg-card p-6"
    >
      <h2 id="visitors" className="text-xl font-bold">
        {text.visitors}
      </h2>
      <form onSubmit={submit} className="flex flex-wrap items-start gap-3">
        <Field
          className="min-w-0 flex-1 basis-64"
          label={text.lookup}
          hint={text.lookupHint}
          maxLength={100}
          value={id}
          onChange={setId}
        />
        <Button type="submit" className="sm:mt-7.5">
          {text.find}
        </Button>
      </form>
      <FormProblem error={find.error} />
      <div aria-live="polite" className="empty:hidden">
        {find.data && (
          <Found position={find.data} onRemove={operates ? () => setLeaving(find.data.id) : null} />
        )}
      </div>
      <div className="grid gap-2">
        <h3 className="font-semibold">{text.front}</h3>
        {list.length === 0 && <p className="text-soft">{text.nobody}</p>}
        <ol className="grid">
          {list.map((each) => (
            <li
              key={each.id}
              className="flex flex-wrap items-center justify-between gap-x-4 border-t border-rule py-1 first:border-0"
            >
              <span className="min-w-0">
                <code className="break-all text-sm">{each.id}</code>
                <span className="block text-sm text-soft">
                  {text.since(clock.format(new Date(each.joinedAt)))}
                  {each.address && ` · ${each.address}`}
                  {each.priority > 0 && ` · ${text.priority(each.priority)}`}
                </span>
              </span>
              {operates && (
                <Button
                  look="quiet"
                  className="text-danger!"
                  aria-label={text.removeOf(each.id)}
                  onPress={() => setLeaving(each.id)}
                >
                  {text.remove}
                </Button>
              )}
            </li>
          ))}
        </ol>
      </div>
      <ConfirmDialog
        title={text.removeQuestion}
        text={text.removeText}
        action={text.remove}
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => leaving && remove.mutate(leaving)}
      />
    </section>
  );
}

function Found({ position, onRemove }: { position: Position; onRemove: (() => void) | null }) {
  const isOver = position.endedAt !== null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-sunk px-4 py-3">
      <p>
        <strong>{text.statuses[position.status]}</strong>
        {position.position !== null && `, ${text.place(position.position)}`}
        {position.reason && `: ${text.reasons[position.reason] ?? position.reason}`}
        <span className="block text-sm text-soft">
          {text.since(clock.format(new Date(position.joinedAt)))}
        </span>
      </p>
      {onRemove && !isOver && (
        <Button look="danger" onPress={onRemove}>
          {text.remove}
        </Button>
      )}
    </div>
  );
}
