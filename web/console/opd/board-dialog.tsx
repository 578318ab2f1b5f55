// Makes the address of a screen in the waiting hall.

import { useState } from "react";
import type { Doctor } from "../../wire/opd.ts";
import { publicUrl } from "../public-url.ts";
import { buttonClass } from "../ui/button.tsx";
import { CopyLine } from "../ui/copy.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icons.tsx";
import { ManyPicker } from "../ui/many-picker.tsx";
import { useDepartments } from "../resources/departments.tsx";
import { boards as text, reception } from "./messages.ts";

/** More than twenty take turns on the screen. */
const maxOnBoard = 60;
/** More are hardly meant for one screen: they are chosen, by department. */
const atOnce = 20;

interface BoardDialogProps {
  doctors: Doctor[];
  isOpen: boolean;
  onClose(): void;
}

export function BoardDialog({ doctors, isOpen, onClose }: BoardDialogProps) {
  return (
    <Dialog title={text.title} isOpen={isOpen} onClose={onClose}>
      <Choice doctors={doctors} />
    </Dialog>
  );
}

function Choice({ doctors }: { doctors: Doctor[] }) {
  const [chosen, setChosen] = useState(() => {
    const active = doctors.filter((doctor) => doctor.active);
    return active.length > atOnce ? [] : active.map(({ id }) => id);
  });
  const departments = useDepartments();
  const path = `/opd/board?doctors=${chosen.join(",")}`;
  return (
    <>
      <p className="text-soft">{text.text}</p>
      <ManyPicker
        label={reception.doctors}
        items={doctors.map(({ id, name, active, departmentId }) => ({
          id,
          name,
          ...(!active && { text: reception.inactive }),
          group: departments.find((one) => one.id === departmentId)?.name,
        }))}
        value={chosen}
        onChange={setChosen}
        max={maxOnBoard}
      />
      {chosen.length === 0 ? (
        <p role="status">{text.none}</p>
      ) : (
        <>
          <CopyLine value={`${publicUrl()}${path}`} label={text.address} />
          <a href={path} target="_blank" rel="noreferrer" className={buttonClass("second")}>
            <Icon name="screen" />
            {text.open}
          </a>
        </>
      )}
    </>
  );
}
