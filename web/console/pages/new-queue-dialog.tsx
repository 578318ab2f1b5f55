import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { NumberReset } from "../../wire/types.ts";
import { api } from "../api.ts";
import { queues as text } from "../messages.ts";
import { Radios } from "../ui/choice.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { Field } from "../ui/field.tsx";
import { TimezoneField, timezoneHere } from "./timezone-field.tsx";

export const resets: { id: NumberReset; name: string }[] = [
  { id: "daily", name: text.resets.daily },
  { id: "weekly", name: text.resets.weekly },
  { id: "never", name: text.resets.never },
];

export function NewQueueDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog title={text.new} isOpen={isOpen} onClose={onClose}>
      <NewQueueForm onClose={onClose} />
    </Dialog>
  );
}

/** "Blood tests" gets BT: short is what people can keep in mind and read from afar. */
function suggestPrefix(name: string): string {
  const plain = name.normalize("NFKD").replace(/[^A-Za-z0-9 ]/g, "");
  const words = plain.trim().split(/\s+/).slice(0, 3);
  return words
    .map((word) => word.charAt(0))
    .join("")
    .toUpperCase();
}

function NewQueueForm({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [typedPrefix, setPrefix] = useState<string | null>(null);
  const [timezone, setTimezone] = useState(timezoneHere);
  const [numberReset, setReset] = useState<NumberReset>("daily");
  const prefix = typedPrefix ?? (suggestPrefix(name) || "A");
  const create = useMutation({
    mutationFn: () => api.createQueue({ name: name.trim(), prefix, timezone, numberReset }),
    onSuccess: async (queue) => {
      await client.invalidateQueries({ queryKey: ["queues"] });
      onClose();
      await navigate({ to: "/queues/$queueId", params: { queueId: queue.id } });
    },
  });

  return (
    <DialogForm work={create} action={text.create} doing={text.creating} onClose={onClose}>
      {(wrong) => (
        <>
          <Field
            label={text.name}
            hint={text.nameHint}
            isRequired
            maxLength={100}
            autoFocus
            value={name}
            onChange={setName}
            error={wrong["name"]}
          />
          <Field
            label={text.prefix}
            hint={text.prefixHint(`${prefix}-000123`)}
            isRequired
            maxLength={12}
            value={prefix}
            onChange={(value) => setPrefix(value.toUpperCase())}
            error={wrong["prefix"]}
          />
          <Radios
            label={text.numberReset}
            options={resets}
            value={numberReset}
            onChange={setReset}
          />
          <TimezoneField value={timezone} onChange={setTimezone} />
        </>
      )}
    </DialogForm>
  );
}
