import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { ApiKey, Role } from "../../wire/types.ts";
import { api } from "../api.ts";
import { common, keys as text, roles } from "../messages.ts";
import { fieldProblems } from "../problem-text.ts";
import { useMay } from "../session.ts";
import { Button } from "../ui/button.tsx";
import { Dropdown } from "../ui/choice.tsx";
import { CopyLine } from "../ui/copy.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { useNotices } from "../ui/notices.tsx";
import { Empty, Failure, FormProblem, Loading } from "../ui/states.tsx";
import { rolesToGive } from "./members-page.tsx";
import { usePageTitle } from "../page-title.ts";

const date = (instant: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }).format(new Date(instant));

export function KeysPage() {
  usePageTitle(text.title);
  const client = useQueryClient();
  const { say, complain } = useNotices();
  const keys = useQuery({ queryKey: ["keys"], queryFn: api.keys });
  const [making, setMaking] = useState(false);
  const [fresh, setFresh] = useState<string | null>(null);
  const [ending, setEnding] = useState<ApiKey | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: ["keys"] });
  const revoke = useMutation({
    mutationFn: (key: ApiKey) => api.revokeKey(key.id),
    onSuccess: (_answer, key) => say(text.revoked(key.name)),
    onError: complain,
    onSettled: async () => {
      setEnding(null);
      await refresh();
    },
  });
  const list = keys.data?.items ?? [];
  const make = (
    <Button look="main" onPress={() => setMaking(true)}>
      <Icon name="plus" />
      {text.new}
    </Button>
  );

  return (
    <div className="mx-auto grid w-full max-w-4xl content-start gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-4xl font-bold">{text.title}</h1>
          <p className="text-soft">
            {text.text}{" "}
            <a href="/docs" className="underline underline-offset-4">
              {text.docs}
            </a>
          </p>
        </div>
        {list.length > 0 && make}
      </div>
      {keys.isPending && <Loading />}
      {keys.isError && <Failure error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.data && list.length === 0 && (
        <Empty title={text.emptyTitle} text={text.emptyText}>
          {make}
        </Empty>
      )}
      {list.length > 0 && (
        <ul className="divide-y divide-rule rounded-2xl border border-rule bg-card">
          {list.map((key) => (
            <li key={key.id} className="flex flex-wrap items-center gap-x-6 gap-y-1 px-5 py-4">
              <div className="grid min-w-48 flex-1">
                <span className="font-semibold">{key.name}</span>
                <span className="font-mono text-sm text-soft" dir="ltr">
                  {key.prefix}…
                </span>
              </div>
              <span className="w-20">{roles[key.role]}</span>
              <span className="grid w-40 text-sm text-soft">
                <span>{text.created(date(key.createdAt))}</span>
                <span>{key.expiresAt ? text.until(date(key.expiresAt)) : text.forEver}</span>
              </span>
              <Button
                look="quiet"
                className="text-soft"
                onPress={() => setEnding(key)}
                aria-label={`${text.revoke}: ${key.name}`}
              >
                {text.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Dialog title={text.newTitle} isOpen={making} onClose={() => setMaking(false)}>
        <NewKeyForm
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false);
            setFresh(key);
            void refresh();
          }}
        />
      </Dialog>
      <Dialog stays title={text.onceTitle} isOpen={fresh !== null} onClose={() => setFresh(null)}>
        <p className="text-soft">{text.onceText}</p>
        <CopyLine value={fresh ?? ""} label={text.newTitle} />
        <DialogButtons>
          <Button onPress={() => setFresh(null)}>{text.done}</Button>
        </DialogButtons>
      </Dialog>
      <Dialog
        alert
        title={text.revokeTitle(ending?.name ?? "")}
        isOpen={ending !== null}
        onClose={() => setEnding(null)}
      >
        <p>{text.revokeText}</p>
        <DialogButtons>
          <Button onPress={() => setEnding(null)}>{common.cancel}</Button>
          <Button look="danger" onPress={() => ending && revoke.mutate(ending)}>
            {text.revoke}
          </Button>
        </DialogButtons>
      </Dialog>
    </div>
  );
}

function NewKeyForm({ onClose, onMade }: { onClose(): void; onMade(key: string): void }) {
  const owns = useMay("org:own");
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("staff");
  const [until, setUntil] = useState("");
  const create = useMutation({
    // The whole of the last day counts, in the time zone of the one who chose it.
    mutationFn: () =>
      api.createKey({
        name: name.trim(),
        role,
        ...(until && { expiresAt: new Date(`${until}T23:59:59`).toISOString() }),
      }),
    onSuccess: ({ key }) => onMade(key),
  });
  const wrong = fieldProblems(create.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!create.isPending) create.mutate();
  }

  return (
    <form className="grid gap-5" onSubmit={submit}>
      <Field
        label={text.name}
        hint={text.nameHint}
        isRequired
        maxLength={100}
        autoFocus
        value={name}
        onChange={setName}
        error={wrong["name"]}
      />
      <Dropdown label={text.role} options={rolesToGive(owns)} value={role} onChange={setRole} />
      <Field
        label={text.expires}
        hint={text.expiresHint}
        optional
        type="date"
        value={until}
        onChange={setUntil}
        error={wrong["expiresAt"]}
      />
      <FormProblem error={Object.keys(wrong).length > 0 ? null : create.error} />
      <DialogButtons>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button type="submit" look="main">
          {create.isPending ? text.creating : text.create}
        </Button>
      </DialogButtons>
    </form>
  );
}
