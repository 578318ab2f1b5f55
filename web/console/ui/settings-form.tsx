// A long form of settings: what was changed is kept apart from what stands, and alone is sent.

import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { common } from "../messages.ts";
import { fieldProblems } from "../problem-text.ts";
import { useMay, type Scope } from "../session.ts";
import { Button } from "./button.tsx";
import { useNotices } from "./notices.tsx";
import { FormProblem } from "./states.tsx";

/** What is in a form, and how to change a field of it. */
export function useFields<S extends object>(first: S) {
  const [form, setForm] = useState(first);
  const set =
    <F extends keyof S>(field: F) =>
    (value: S[F]) =>
      setForm((now) => ({ ...now, [field]: value }));
  return { form, setForm, set };
}

interface Settings<S> {
  first: S;
  /** As they are sent, without what was left empty. */
  clean?(form: S): S;
  /** Answers how they stand then. */
  send(changes: Partial<S>): Promise<S>;
}

export function useSettings<S extends object>({ first, clean, send }: Settings<S>) {
  const { say } = useNotices();
  const [before, setBefore] = useState(first);
  const fields = useFields(first);
  const changes = changesOf(before, clean ? clean(fields.form) : fields.form);
  const save = useMutation({
    mutationFn: () => send(changes),
    onSuccess: (saved) => {
      setBefore(saved);
      fields.setForm(saved);
      say(common.saved);
    },
  });
  return { ...fields, before, save, isChanged: Object.keys(changes).length > 0 };
}

/** Only what was changed is sent: a colleague may be changing something else. */
export function changesOf<S extends object>(before: S, now: S): Partial<S> {
  const changed = Object.entries(now).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof S]),
  );
  return Object.fromEntries(changed) as Partial<S>;
}

interface SettingsFormProps {
  /** A way back and the title. */
  head: ReactNode;
  save: { mutate(): void; isPending: boolean; error: unknown };
  isChanged: boolean;
  unsaved: string;
  /** Others can look at them. */
  needs: Scope;
  children(wrong: Record<string, string>): ReactNode;
}

export function SettingsForm(props: SettingsFormProps) {
  const { head, save, isChanged, unsaved, needs, children } = props;
  const mayChange = useMay(needs);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!save.isPending && isChanged) save.mutate();
  }
  if (!mayChange) {
    return (
      <div className="mx-auto grid w-full max-w-3xl gap-8">
        {head}
        <p role="note" className="rounded-lg bg-sunk px-4 py-3">
          {common.onlyLook}
        </p>
        <fieldset disabled className="contents">
          {children({})}
        </fieldset>
      </div>
    );
  }
  return (
    <form onSubmit={submit} className="mx-auto grid w-full max-w-3xl gap-8">
      {head}
      {children(fieldProblems(save.error))}
      <div className="sticky bottom-0 z-10 -mx-4 grid gap-3 border-t border-rule bg-paper px-4 py-4">
        <FormProblem error={save.error} />
        <div className="flex flex-wrap items-center justify-end gap-4">
          <p className="text-soft" aria-live="polite">
            {isChanged && unsaved}
          </p>
          <Button type="submit" look="main" isDisabled={!isChanged}>
            {save.isPending ? common.saving : common.save}
          </Button>
        </div>
      </div>
    </form>
  );
}

export function SettingsHead({ back, title }: { back: ReactNode; title: ReactNode }) {
  return (
    <div className="grid gap-1">
      {back}
      <h1 className="text-4xl font-bold">{title}</h1>
    </div>
  );
}
