import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { asProblem } from "../../../client/transport/problem.ts";
import { api } from "../api.ts";
import { account as text } from "../messages.ts";
import { fieldProblems } from "../problem-text.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { FormProblem } from "../ui/states.tsx";
import { Door } from "./door.tsx";
import { usePageTitle } from "../page-title.ts";

export function SetupPage() {
  usePageTitle(text.setupPage);
  const client = useQueryClient();
  const router = useRouter();
  const [form, setForm] = useState({ organisation: "", name: "", email: "", password: "" });
  const [ownerKey, setOwnerKey] = useState("");
  const setup = useMutation({
    mutationFn: () =>
      api.setup({ ...form, email: form.email.trim() }, ownerKey.trim() || undefined),
    onSuccess: () => {
      client.clear();
      router.history.push("/queues");
    },
  });
  const set = (field: keyof typeof form) => (value: string) =>
    setForm((now) => ({ ...now, [field]: value }));
  const wrong = fieldProblems(setup.error);
  // Only a caller from another computer is asked for the key that the server printed.
  const refused = setup.error ? asProblem(setup.error).status : 0;
  const asksForKey = refused === 401 || refused === 403;
  const wantsKey = ownerKey !== "" || asksForKey;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!setup.isPending) setup.mutate();
  }

  return (
    <Door title={text.setupTitle} text={text.setupText} aside={<Steps />}>
      <form className="grid gap-5" onSubmit={submit}>
        <Field
          label={text.organisation}
          name="organisation"
          autoComplete="organization"
          isRequired
          maxLength={100}
          value={form.organisation}
          onChange={set("organisation")}
          error={wrong["organisation"]}
        />
        <Field
          label={text.yourName}
          name="name"
          autoComplete="name"
          isRequired
          maxLength={100}
          value={form.name}
          onChange={set("name")}
          error={wrong["name"]}
        />
        <Field
          label={text.email}
          name="email"
          type="email"
          autoComplete="username"
          isRequired
          value={form.email}
          onChange={set("email")}
          error={wrong["email"]}
        />
        <Field
          label={text.newPassword}
          name="password"
          type="password"
          autoComplete="new-password"
          isRequired
          minLength={10}
          hint={text.passwordHint}
          value={form.password}
          onChange={set("password")}
          error={wrong["password"]}
        />
        {wantsKey && (
          <Field
            label={text.ownerKey}
            name="ownerKey"
            type="password"
            autoComplete="off"
            error={asksForKey ? text.ownerKeyHint : undefined}
            value={ownerKey}
            onChange={setOwnerKey}
          />
        )}
        <FormProblem error={Object.keys(wrong).length > 0 || asksForKey ? null : setup.error} />
        <Button type="submit" look="main" className="min-h-13">
          {setup.isPending ? text.creating : text.create}
        </Button>
      </form>
    </Door>
  );
}

function Steps() {
  return (
    <ol className="mt-4 grid gap-5">
      {text.setupSteps.map(([title, words], index) => (
        <li key={title} className="grid grid-cols-[2.5rem_1fr] gap-x-4">
          <span
            aria-hidden="true"
            className="row-span-2 grid size-10 place-items-center rounded-full bg-wash font-bold text-on-wash"
          >
            {index + 1}
          </span>
          <span className="font-semibold">{title}</span>
          <span className="text-soft">{words}</span>
        </li>
      ))}
    </ol>
  );
}
