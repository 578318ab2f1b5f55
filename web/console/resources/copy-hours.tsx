// Hours of somebody else as a start for one's own.

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Configuration, Resource } from "../../wire/availability.ts";
import { Button } from "../ui/button.tsx";
import { Combo } from "../ui/combo.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FormProblem } from "../ui/states.tsx";
import { hours as text, types } from "./messages.ts";
import { resourcesApi } from "./resources-api.ts";

interface CopyProps {
  resource: Resource;
  onCopy(hours: Configuration): void;
}

export function CopyHours({ resource, onCopy }: CopyProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className="justify-self-start" onPress={() => setOpen(true)}>
        {text.copyFrom}
      </Button>
      <Dialog title={text.copyFromTitle} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Choice
          resource={resource}
          onCopy={(hours) => {
            onCopy(hours);
            setOpen(false);
          }}
        />
      </Dialog>
    </>
  );
}

function Choice({ resource, onCopy }: CopyProps) {
  const resources = useQuery({ queryKey: ["resources"], queryFn: resourcesApi.resources });
  const [chosen, setChosen] = useState("");
  const read = useMutation({
    mutationFn: async (id: string) => {
      const { configurations } = await resourcesApi.availability(id);
      return configurations.find(({ status }) => status === "present") ?? null;
    },
    onSuccess: (hours) => hours && onCopy(hours),
  });
  const others = resources.data?.items.filter(({ id }) => id !== resource.id) ?? [];
  return (
    <div className="grid gap-4">
      <p className="text-soft">{text.copyFromText}</p>
      {resources.data && (
        <Combo
          label={text.copyFromWhom}
          items={others
            .toSorted((a, b) => a.name.localeCompare(b.name))
            .map(({ id, name, type }) => ({ id, name, text: types[type] }))}
          value={chosen}
          onChange={(id) => {
            setChosen(id);
            read.mutate(id);
          }}
        />
      )}
      <p role="status" className="empty:hidden">
        {read.data === null && text.copyFromNone}
      </p>
      <FormProblem error={read.error ?? resources.error} />
    </div>
  );
}
