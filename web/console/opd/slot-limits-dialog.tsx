import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { timeIn } from "../../look/zone-time.ts";
import type { Doctor, OpdSlot } from "../../wire/opd.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { Count } from "../ui/field.tsx";
import { useNotices } from "../ui/notices.tsx";
import { places as text } from "./messages.ts";
import { opdApi } from "./opd-api.ts";

interface LimitsProps {
  doctor: Doctor;
  slot: OpdSlot;
  isOpen: boolean;
  onClose(): void;
}

export function SlotLimitsDialog(props: LimitsProps) {
  const time = timeIn(props.slot.start, props.doctor.timezone);
  return (
    <Dialog title={text.title(time)} isOpen={props.isOpen} onClose={props.onClose}>
      <LimitsForm key={props.slot.start} {...props} />
    </Dialog>
  );
}

function LimitsForm({ doctor, slot, onClose }: LimitsProps) {
  const client = useQueryClient();
  const { say } = useNotices();
  const [capacity, setCapacity] = useState<number | null>(slot.capacity);
  const [reserve, setReserve] = useState<number | null>(slot.emergencyReserve);
  const save = useMutation({
    mutationFn: () =>
      opdApi.setSlot(doctor.id, slot.start, {
        capacity: capacity ?? slot.capacity,
        emergencyReserve: reserve ?? 0,
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["opd"] });
      say(text.saved(timeIn(slot.start, doctor.timezone)));
      onClose();
    },
  });

  return (
    <DialogForm work={save} onClose={onClose}>
      <p className="text-soft">{text.text}</p>
      <Count
        label={text.capacity}
        hint={text.taken(slot.taken)}
        value={capacity}
        onChange={setCapacity}
        min={0}
        max={1_000}
      />
      <Count
        label={text.reserve}
        value={reserve}
        onChange={setReserve}
        min={0}
        max={Math.min(1_000, capacity ?? slot.capacity)}
      />
    </DialogForm>
  );
}
