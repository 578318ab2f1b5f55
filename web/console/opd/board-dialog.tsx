// Makes the address of a screen in the waiting hall.

import { useState } from "react";
import { CheckboxGroup, Label } from "react-aria-components";
import type { Doctor } from "../../wire/opd.ts";
import { publicUrl } from "../public-url.ts";
import { buttonClass } from "../ui/button.tsx";
import { Check } from "../ui/check.tsx";
import { CopyLine } from "../ui/copy.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { labelClass } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { boards as text, reception } from "./messages.ts";

const maxOnBoard = 20;

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
  const [chosen, setChosen] = useState(() =>
    doctors
      .filter(({ active }) => active)
      .slice(0, maxOnBoard)
      .map(({ id }) => id),
  );
  const path = `/opd/board?doctors=${chosen.join(",")}`;
  return (
    <>
      <p className="text-soft">{text.text}</p>
      <CheckboxGroup
        value={chosen}
        onChange={(ids) => setChosen(ids.slice(0, maxOnBoard))}
        className="grid gap-1"
      >
        <Label className={labelClass}>{reception.doctors}</Label>
        <div className="grid max-h-64 gap-x-4 overflow-y-auto sm:grid-cols-2">
          {doctors.map(({ id, name }) => (
            <Check key={id} value={id}>
              <bdi>{name}</bdi>
            </Check>
          ))}
        </div>
      </CheckboxGroup>
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
