// Where a doctor sees patients: on this day, or on every day from now on.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Doctor } from "../../wire/opd.ts";
import { types } from "../resources/messages.ts";
import { resourcesApi } from "../resources/resources-api.ts";
import { Dropdown, Radios } from "../ui/choice.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { useNotices } from "../ui/notices.tsx";
import { FormProblem, Loading } from "../ui/states.tsx";
import { rooms as text } from "./messages.ts";
import { opdApi } from "./opd-api.ts";

interface RoomDialogProps {
  doctor: Doctor;
  date: string;
  isOpen: boolean;
  onClose(): void;
}

export function RoomDialog({ doctor, date, isOpen, onClose }: RoomDialogProps) {
  return (
    <Dialog title={text.title(doctor.name)} isOpen={isOpen} onClose={onClose}>
      <Form doctor={doctor} date={date} onClose={onClose} />
    </Dialog>
  );
}

const none = "none";

function Form({ doctor, date, onClose }: Omit<RoomDialogProps, "isOpen">) {
  const client = useQueryClient();
  const { say } = useNotices();
  const rooms = useQuery({ queryKey: ["resources"], queryFn: resourcesApi.resources });
  const now = useQuery({
    queryKey: ["opd", "room", doctor.id, date],
    queryFn: () => opdApi.room(doctor.id, date),
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const [when, setWhen] = useState<"date" | "always">(doctor.usualRoom ? "date" : "always");
  const roomId = chosen ?? now.data?.room?.id ?? none;
  const save = useMutation({
    mutationFn: async () => {
      const wish = { roomId: roomId === none ? null : roomId };
      if (when === "always") await opdApi.setRoom(doctor.id, { ...wish });
      return opdApi.setRoom(doctor.id, {
        roomId: when === "always" ? "usual" : wish.roomId,
        date,
      });
    },
    onSuccess(after) {
      for (const queryKey of [["doctors"], ["opd"]]) {
        void client.invalidateQueries({ queryKey });
      }
      say(after.room ? text.saved(doctor.name, after.room.name) : text.savedNone(doctor.name));
      onClose();
    },
  });
  if (rooms.isError || now.isError) return <FormProblem error={rooms.error ?? now.error} />;
  if (!rooms.data || !now.data) return <Loading />;
  const options = rooms.data.items
    .filter(({ type, active, id }) => type !== "doctor" && (active || id === roomId))
    .toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
    .map(({ id, name, type }) => ({ id, name, text: types[type] }));
  if (options.length === 0) return <p>{text.noRooms}</p>;
  return (
    <DialogForm work={save} onClose={onClose}>
      <p className="text-soft">{text.text}</p>
      <Dropdown
        label={text.room}
        options={[{ id: none, name: text.none }, ...options]}
        value={roomId}
        onChange={setChosen}
      />
      <Radios
        label={text.when}
        options={[
          { id: "date" as const, name: text.onDate(date) },
          { id: "always" as const, name: text.always },
        ]}
        value={when}
        onChange={setWhen}
      />
    </DialogForm>
  );
}
