import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Doctor } from "../../wire/opd.ts";
import { useMay } from "../session.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { BoardDialog } from "./board-dialog.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { reception as text, rooms } from "./messages.ts";
import { RoomDialog } from "./room-dialog.tsx";

interface HeadProps {
  doctors: Doctor[];
  doctor: Doctor;
  date: string;
}

export function ReceptionHead({ doctors, doctor, date }: HeadProps) {
  const [open, setOpen] = useState<"board" | "leave" | "room" | null>(null);
  const managesHours = useMay("availability:manage");
  const operates = useMay("opd:operate");
  const manages = useMay("opd:manage");
  const link = `${buttonClass("quiet")} px-3 text-soft`;
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <h1 className="text-4xl font-bold">{text.title}</h1>
      <div className="-mx-3 flex flex-wrap items-center sm:ms-auto">
        <Link to="/opd/doctor/$doctorId" params={{ doctorId: doctor.id }} className={link}>
          <Icon name="person" />
          {text.doctorView}
        </Link>
        {operates && (
          <Button look="quiet" className="px-3 text-soft" onPress={() => setOpen("room")}>
            <Icon name="door" />
            {doctor.room?.name ?? rooms.button}
          </Button>
        )}
        {managesHours && (
          <Button look="quiet" className="px-3 text-soft" onPress={() => setOpen("leave")}>
            <Icon name="away" />
            {text.away}
          </Button>
        )}
        <Link to="/resources/$resourceId" params={{ resourceId: doctor.id }} className={link}>
          <Icon name="calendar" />
          {text.hours}
        </Link>
        <Button look="quiet" className="px-3 text-soft" onPress={() => setOpen("board")}>
          <Icon name="screen" />
          {text.board}
        </Button>
        {manages && (
          <Link to="/opd/settings" className={link}>
            <Icon name="settings" />
            {text.settings}
          </Link>
        )}
      </div>
      <BoardDialog doctors={doctors} isOpen={open === "board"} onClose={close} />
      <RoomDialog doctor={doctor} date={date} isOpen={open === "room"} onClose={close} />
      <LeaveDialog doctor={doctor} date={date} isOpen={open === "leave"} onClose={close} />
    </div>
  );
}
