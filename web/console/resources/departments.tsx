// Departments: choosing one, and the list of them.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { Department } from "../../wire/availability.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Dropdown } from "../ui/choice.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { FormProblem } from "../ui/states.tsx";
import { common } from "../messages.ts";
import { departments as text, list as listText } from "./messages.ts";
import { resourcesApi } from "./resources-api.ts";

const key = ["departments"];
const nothing: Department[] = [];

export function useDepartments(): Department[] {
  const { data } = useQuery({ queryKey: key, queryFn: resourcesApi.departments });
  return data?.items ?? nothing;
}

interface FieldProps {
  value: string | null;
  onChange(id: string | null): void;
}

/** Nothing to see where there is no department. */
export function DepartmentField({ value, onChange }: FieldProps) {
  const departments = useDepartments();
  if (departments.length === 0) return null;
  return (
    <Dropdown
      label={listText.department}
      options={[{ id: "none", name: listText.noDepartment }, ...departments]}
      value={value ?? "none"}
      onChange={(id) => onChange(id === "none" ? null : id)}
    />
  );
}

export function DepartmentsDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog title={text.title} isOpen={isOpen} onClose={onClose}>
      <DepartmentList />
    </Dialog>
  );
}

function DepartmentList() {
  const departments = useDepartments();
  const [name, setName] = useState("");
  const add = useChange(
    () => resourcesApi.addDepartment(name.trim()),
    () => setName(""),
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() && !add.isPending) add.mutate();
  }
  return (
    <>
      <p className="text-soft">{text.text}</p>
      {departments.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        <ul
          aria-label={text.title}
          className="max-h-[45dvh] divide-y divide-rule overflow-y-auto rounded-xl border border-rule"
        >
          {departments.map((one) => (
            <Row key={one.id} department={one} />
          ))}
        </ul>
      )}
      <form onSubmit={submit} className="grid gap-3">
        <div className="flex items-end gap-3">
          <Field
            label={text.name}
            maxLength={100}
            value={name}
            onChange={setName}
            className="flex-1"
          />
          <Button type="submit" look="main">
            {text.add}
          </Button>
        </div>
        <p className="text-sm text-soft">{text.nameHint}</p>
        <FormProblem error={add.error} />
      </form>
    </>
  );
}

function Row({ department }: { department: Department }) {
  const [name, setName] = useState<string | null>(null);
  const rename = useChange(
    () => resourcesApi.renameDepartment(department.id, name!.trim()),
    () => setName(null),
  );
  const remove = useChange(() => resourcesApi.removeDepartment(department.id));
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name?.trim() && !rename.isPending) rename.mutate();
  }
  return (
    <li className="grid gap-2 px-4 py-1.5">
      {name === null ? (
        <div className="flex items-center">
          <span className="flex-1 font-semibold">
            <bdi>{department.name}</bdi>
          </span>
          <IconButton label={text.rename(department.name)} onPress={() => setName(department.name)}>
            <Icon name="edit" className="size-5" />
          </IconButton>
          <IconButton
            label={text.remove(department.name)}
            onPress={() => !remove.isPending && remove.mutate()}
          >
            <Icon name="close" className="size-5" />
          </IconButton>
        </div>
      ) : (
        <form onSubmit={submit} className="flex items-end gap-3 py-1">
          <Field
            label={text.renameTo}
            autoFocus
            maxLength={100}
            value={name}
            onChange={setName}
            className="flex-1"
          />
          <Button type="submit">{common.save}</Button>
        </form>
      )}
      <FormProblem error={rename.error ?? remove.error} />
    </li>
  );
}

function useChange<T>(change: () => Promise<T>, onDone?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    async onSuccess() {
      await client.invalidateQueries({ queryKey: key });
      onDone?.();
    },
  });
}
