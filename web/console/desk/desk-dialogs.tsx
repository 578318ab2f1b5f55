import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { Queue, Ticket } from "../../wire/types.ts";
import { api, type TransferPlace } from "../api.ts";
import { common, desk as text } from "../messages.ts";
import { Button } from "../ui/button.tsx";
import { Radios } from "../ui/choice.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { Count, Field } from "../ui/field.tsx";
import { useNotices } from "../ui/notices.tsx";
import { QueueChoice } from "./queue-choice.tsx";

interface AddPersonProps {
  queue: Queue;
  isOpen: boolean;
  onClose(): void;
  onAdded(ticket: Ticket): void;
}

export function AddPersonDialog({ queue, isOpen, onClose, onAdded }: AddPersonProps) {
  return (
    <Dialog title={text.addTitle} isOpen={isOpen} onClose={onClose}>
      <AddPersonForm queue={queue} onClose={onClose} onAdded={onAdded} />
    </Dialog>
  );
}

function AddPersonForm({ queue, onClose, onAdded }: Omit<AddPersonProps, "isOpen">) {
  const { say } = useNotices();
  const ordinary = queue.priorities.at(-1)?.key ?? "";
  const [name, setName] = useState("");
  const [mobile, setMobile] = useState("");
  const [partySize, setPartySize] = useState<number | null>(1);
  const [priority, setPriority] = useState(ordinary);
  const add = useMutation({
    mutationFn: () =>
      api.addPerson(queue.id, {
        name: name.trim(),
        partySize: partySize ?? 1,
        ...(mobile.trim() && { mobile: mobile.trim() }),
        ...(priority !== ordinary && { priority }),
      }),
    onSuccess: (ticket) => {
      onAdded(ticket);
      say(text.added(ticket.number, ticket.name));
      onClose();
    },
  });

  return (
    <DialogForm work={add} action={text.addAction} doing={text.adding} onClose={onClose}>
      {(wrong) => (
        <>
          <p className="text-soft">{text.addText}</p>
          <Field
            label={text.personName}
            isRequired
            autoFocus
            maxLength={100}
            autoComplete="off"
            value={name}
            onChange={setName}
            error={wrong["name"]}
          />
          <div className="grid grid-cols-[1fr_auto] gap-4">
            <Field
              label={text.mobile}
              optional
              type="tel"
              autoComplete="off"
              maxLength={24}
              value={mobile}
              onChange={setMobile}
              error={wrong["mobile"]}
            />
            <Count
              label={text.partySize}
              value={partySize}
              onChange={setPartySize}
              max={100}
              error={wrong["partySize"]}
            />
          </div>
          {queue.priorities.length > 1 && (
            <Radios
              label={text.priority}
              options={queue.priorities.map(({ key, label }) => ({ id: key, name: label }))}
              value={priority}
              onChange={setPriority}
            />
          )}
        </>
      )}
    </DialogForm>
  );
}

interface TransferProps {
  ticket: Ticket | null;
  onClose(): void;
  onTransfer(ticket: Ticket, queueId: string, place: TransferPlace): void;
}

/** Somebody on the way through the house was served here and has just come there; others keep the time they waited. */
const placeAfter = ({ from, status }: Ticket): TransferPlace =>
  from && status === "SERVING" ? "end" : "arrival";

export function TransferDialog({ ticket, onClose, onTransfer }: TransferProps) {
  const place = ticket ? placeAfter(ticket) : "arrival";
  return (
    <Dialog
      title={text.transferTitle(ticket?.number ?? "")}
      isOpen={ticket !== null}
      onClose={onClose}
    >
      <p className="text-soft">{place === "end" ? text.sendOnText : text.transferText}</p>
      <QueueChoice
        except={ticket?.queueId ?? null}
        none={text.transferNone}
        onChoose={(queue) => {
          if (ticket) onTransfer(ticket, queue.id, place);
          onClose();
        }}
      />
    </Dialog>
  );
}

interface EditProps {
  ticket: Ticket | null;
  onClose(): void;
  onEdit(ticket: Ticket, change: { name: string; partySize: number }): void;
}

export function EditDialog({ ticket, onClose, onEdit }: EditProps) {
  return (
    <Dialog title={text.editTitle(ticket?.number ?? "")} isOpen={ticket !== null} onClose={onClose}>
      {ticket && <EditForm key={ticket.id} ticket={ticket} onClose={onClose} onEdit={onEdit} />}
    </Dialog>
  );
}

function EditForm({ ticket, onClose, onEdit }: EditProps & { ticket: Ticket }) {
  const [name, setName] = useState(ticket.name);
  const [partySize, setPartySize] = useState<number | null>(ticket.partySize);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === "") return;
    onEdit(ticket, { name: name.trim(), partySize: partySize ?? 1 });
    onClose();
  }
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <Field
        label={text.personName}
        isRequired
        autoFocus
        maxLength={100}
        value={name}
        onChange={setName}
      />
      <Count label={text.partySize} value={partySize} onChange={setPartySize} max={100} />
      <DialogButtons>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button type="submit" look="main">
          {common.save}
        </Button>
      </DialogButtons>
    </form>
  );
}

interface HelpProps {
  isOpen: boolean;
  onClose(): void;
  keys?: readonly (readonly [key: string, what: string])[];
}

export function HelpDialog({ isOpen, onClose, keys = text.keys }: HelpProps) {
  return (
    <Dialog title={text.shortcuts} isOpen={isOpen} onClose={onClose}>
      <p className="text-soft">{text.shortcutsText}</p>
      <dl className="grid grid-cols-[3rem_1fr] items-center gap-y-2.5">
        {keys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-grid h-9 min-w-9 px-1 place-items-center rounded-lg border border-edge bg-sunk font-bold">
                {key}
              </kbd>
            </dt>
            <dd className="text-lg">{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
