import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiKey, Role } from "../../wire/types.ts";
import { api } from "../api.ts";
import { keys as text, roles } from "../messages.ts";
import { useMay } from "../session.ts";
import { Button } from "../ui/button.tsx";
import { Dropdown } from "../ui/choice.tsx";
import { CopyLine } from "../ui/copy.tsx";
import { ConfirmDialog, Dialog, DialogButtons } from "../ui/dialog.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { Field } from "../ui/field.tsx";
import { useNotices } from "../ui/notices.tsx";
import { ListPage } from "../ui/list-page.tsx";
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
  const dialogs = (
    <>
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
      <ConfirmDialog
        title={text.revokeTitle(ending?.name ?? "")}
        text={text.revokeText}
        action={text.revoke}
        isOpen={ending !== null}
        onClose={() => setEnding(null)}
        onConfirm={() => ending && revoke.mutate(ending)}
      />
    </>
  );
  return (
    <ListPage
      title={text.title}
      about={
        <>
          {text.text}{" "}
          <a href="/docs" className="underline underline-offset-4">
            {text.docs}
          </a>
        </>
      }
      list={keys}
      make={{ label: text.new, onPress: () => setMaking(true) }}
      makeOnTop
      empty={{ title: text.emptyTitle, text: text.emptyText }}
      more={dialogs}
    >
      {(list) => (
        <ul className="divide-y divide-rule rounded-2xl border border-rule bg-card">
          {list.map((key) => (
            <KeyRow key={key.id} apiKey={key} onRevoke={() => setEnding(key)} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke(): void }) {
  const { name, prefix, role, createdAt, expiresAt } = apiKey;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 px-5 py-4">
      <div className="grid min-w-48 flex-1">
        <span className="font-semibold">{name}</span>
        <span className="font-mono text-sm text-soft" dir="ltr">
          {prefix}…
        </span>
      </div>
      <span className="w-20">{roles[role]}</span>
      <span className="grid w-40 text-sm text-soft">
        <span>{text.created(date(createdAt))}</span>
        <span>{expiresAt ? text.until(date(expiresAt)) : text.forEver}</span>
      </span>
      <Button
        look="quiet"
        className="text-soft"
        onPress={onRevoke}
        aria-label={`${text.revoke}: ${name}`}
      >
        {text.revoke}
      </Button>
    </li>
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

  return (
    <DialogForm work={create} action={text.create} doing={text.creating} onClose={onClose}>
      {(wrong) => (
        <>
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
        </>
      )}
    </DialogForm>
  );
}
