import { useState, type FormEvent } from "react";
import { desk as text } from "../messages.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";

const place = (queueId: string) => `turnkeeper.desk.${queueId}`;

/** The desk this computer stands at, remembered from shift to shift. */
export function useDeskName(queueId: string): [string | null, (desk: string) => void] {
  const [desk, setDesk] = useState(() => read(place(queueId)));
  return [
    desk,
    (name) => {
      setDesk(name);
      try {
        localStorage.setItem(place(queueId), name);
      } catch {
        // Not remembered then: it is asked again next time.
      }
    },
  ];
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

interface DeskDialogProps {
  isOpen: boolean;
  desks: string[];
  desk: string | null;
  onChoose(desk: string): void;
  onClose(): void;
}

export function DeskDialog({ isOpen, desks, desk, onChoose, onClose }: DeskDialogProps) {
  return (
    <Dialog title={text.chooseTitle} isOpen={isOpen} onClose={onClose}>
      <p className="text-soft">{text.chooseText}</p>
      {desks.length > 0 && (
        <div className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2">
          {desks.map((name) => (
            <Button
              key={name}
              look={name === desk ? "main" : "second"}
              className="min-h-16 text-xl font-bold"
              onPress={() => onChoose(name)}
            >
              {name}
            </Button>
          ))}
        </div>
      )}
      <OwnName
        desk={desk && !desks.includes(desk) ? desk : ""}
        autoFocus={desks.length === 0}
        onChoose={onChoose}
      />
    </Dialog>
  );
}

function OwnName({
  desk,
  autoFocus,
  onChoose,
}: {
  desk: string;
  autoFocus: boolean;
  onChoose(desk: string): void;
}) {
  const [name, setName] = useState(desk);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() !== "") onChoose(name.trim());
  }
  return (
    <form onSubmit={submit} className="flex items-end gap-3">
      <Field
        label={text.otherDesk}
        value={name}
        onChange={setName}
        maxLength={40}
        autoFocus={autoFocus}
        className="flex-1"
      />
      <Button type="submit" look={autoFocus ? "main" : "second"}>
        {text.use}
      </Button>
    </form>
  );
}
