// A form in a dialog: what is wrong, where; once at a time; cancel or do it. It stands inside the dialog, so
// that it begins anew each time that is opened.

import type { FormEvent, ReactNode } from "react";
import { common } from "../messages.ts";
import { fieldProblems } from "../problem-text.ts";
import { Button } from "./button.tsx";
import { DialogButtons } from "./dialog.tsx";
import { FormProblem } from "./states.tsx";

interface DialogFormProps {
  work: { mutate(): void; isPending: boolean; isSuccess: boolean; error: unknown };
  /** On the button, and while it is under way. */
  action?: string;
  doing?: string;
  isReady?: boolean;
  onClose(): void;
  /** As a function: shows what the server says of a field beside it. */
  children: ReactNode | ((wrong: Record<string, string>) => ReactNode);
}

export function DialogForm({
  work,
  action = common.save,
  doing = common.saving,
  isReady = true,
  onClose,
  children,
}: DialogFormProps) {
  const tells = typeof children === "function";
  const wrong = fieldProblems(work.error);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady && !work.isPending && !work.isSuccess) work.mutate();
  }
  return (
    <form className="grid gap-5" onSubmit={submit}>
      {tells ? children(wrong) : children}
      <FormProblem error={tells && Object.keys(wrong).length > 0 ? null : work.error} />
      <DialogButtons>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button type="submit" look="main" isDisabled={!isReady}>
          {work.isPending ? doing : action}
        </Button>
      </DialogButtons>
    </form>
  );
}
