import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { api } from "../api.ts";
import { account as text, roles } from "../messages.ts";
import { usePageTitle } from "../page-title.ts";
import { fieldProblems } from "../problem-text.ts";
import { useMe } from "../session.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { useNotices } from "../ui/notices.tsx";
import { FormProblem } from "../ui/states.tsx";
import { PasskeysPart } from "./passkeys.tsx";
import { SecondFactorPart } from "./second-factor.tsx";

const nothing = { currentPassword: "", newPassword: "" };

export function AccountPage() {
  usePageTitle(text.title);
  const me = useMe();
  const { say } = useNotices();
  const [form, setForm] = useState(nothing);
  const change = useMutation({
    mutationFn: () => api.changePassword(form),
    onSuccess: () => {
      setForm(nothing);
      say(text.passwordChanged);
    },
  });
  const wrong = fieldProblems(change.error);
  const set = (name: keyof typeof nothing) => (value: string) =>
    setForm((before) => ({ ...before, [name]: value }));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!change.isPending) change.mutate();
  }

  return (
    <div className="mx-auto grid w-full max-w-xl content-start gap-8">
      <div className="grid gap-1">
        <h1 className="text-4xl font-bold">{text.title}</h1>
        <p className="text-soft">
          {me.user?.name}, {me.user?.email}. {roles[me.role]}, {me.organisation.name}.
        </p>
      </div>
      <form className="grid gap-5" onSubmit={submit}>
        <h2 className="text-2xl font-bold">{text.changePassword}</h2>
        <input
          type="hidden"
          name="username"
          autoComplete="username"
          value={me.user?.email ?? ""}
          readOnly
        />
        <Field
          label={text.currentPassword}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          isRequired
          value={form.currentPassword}
          onChange={set("currentPassword")}
          error={wrong["currentPassword"]}
        />
        <Field
          label={text.nextPassword}
          name="newPassword"
          type="password"
          autoComplete="new-password"
          isRequired
          minLength={10}
          hint={text.passwordHint}
          value={form.newPassword}
          onChange={set("newPassword")}
          error={wrong["newPassword"]}
        />
        <FormProblem error={Object.keys(wrong).length > 0 ? null : change.error} />
        <p className="text-soft">{text.changePasswordText}</p>
        <Button type="submit" look="main" className="justify-self-start">
          {change.isPending ? text.accepting : text.changePassword}
        </Button>
      </form>
      <PasskeysPart />
      <SecondFactorPart />
    </div>
  );
}
