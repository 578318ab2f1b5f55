// One's passkeys: named, listed, added with the device at hand, removed. Both take the password.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { Passkey } from "../../wire/types.ts";
import { api } from "../api.ts";
import { common, passkeys as text } from "../messages.ts";
import { canUsePasskeys, makePasskey, PasskeyFailure } from "../passkey.ts";
import { fieldProblems } from "../problem-text.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { useNotices } from "../ui/notices.tsx";
import { Failure, FormProblem } from "../ui/states.tsx";

const date = (instant: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }).format(new Date(instant));

export function PasskeysPart() {
  const client = useQueryClient();
  const passkeys = useQuery({ queryKey: ["passkeys"], queryFn: api.passkeys });
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const list = passkeys.data ?? [];
  const refresh = () => client.invalidateQueries({ queryKey: ["passkeys"] });

  return (
    <section className="grid gap-5">
      <h2 className="text-2xl font-bold">{text.title}</h2>
      <p className="text-soft">{text.text}</p>
      {passkeys.isError && (
        <Failure error={passkeys.error} onRetry={() => void passkeys.refetch()} />
      )}
      {list.length > 0 && (
        <ul className="divide-y divide-rule rounded-2xl border border-rule bg-card">
          {list.map((each) => (
            <li key={each.id} className="flex items-center gap-4 px-5 py-4">
              <div className="grid min-w-0 flex-1">
                <span className="font-semibold wrap-anywhere">{each.name}</span>
                <span className="flex flex-wrap gap-x-1 text-sm text-soft">
                  <span>{text.added(date(each.createdAt))}</span>
                  <span>{each.lastUsedAt ? text.used(date(each.lastUsedAt)) : text.unused}</span>
                </span>
              </div>
              <Button
                look="quiet"
                className="-me-2 text-soft"
                onPress={() => setRemoving(each)}
                aria-label={`${common.remove}: ${each.name}`}
              >
                {common.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <Button className="justify-self-start" onPress={() => setAdding(true)}>
          <Icon name="plus" />
          {text.add}
        </Button>
      ) : (
        <p>{text.impossible}</p>
      )}
      <Dialog title={text.add} isOpen={adding} onClose={() => setAdding(false)}>
        <Add
          onClose={() => setAdding(false)}
          onDone={() => {
            setAdding(false);
            void refresh();
          }}
        />
      </Dialog>
      <Dialog
        title={text.removeTitle(removing?.name ?? "")}
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
      >
        {removing && (
          <Remove
            passkey={removing}
            onClose={() => setRemoving(null)}
            onDone={() => {
              setRemoving(null);
              void refresh();
            }}
          />
        )}
      </Dialog>
    </section>
  );
}

interface Closing {
  onClose(): void;
  onDone(): void;
}

function Add({ onClose, onDone }: Closing) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const { say } = useNotices();
  const add = useMutation({
    mutationFn: async () => {
      const made = await makePasskey(await api.beginPasskey(password));
      await api.addPasskey({ name: name.trim(), ...made });
    },
    onSuccess: () => {
      say(text.isAdded);
      onDone();
    },
  });
  const wrong = fieldProblems(add.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!add.isPending) add.mutate();
  }

  return (
    <form className="grid gap-5" onSubmit={submit}>
      <p className="text-soft">{text.addText}</p>
      <Field
        label={text.name}
        hint={text.nameHint}
        name="passkeyName"
        isRequired
        maxLength={100}
        autoFocus
        value={name}
        onChange={setName}
        error={wrong["name"]}
      />
      <OwnPassword value={password} onChange={setPassword} error={wrong["password"]} />
      <PasskeyProblem error={Object.keys(wrong).length > 0 ? null : add.error} />
      <DialogButtons>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button type="submit" look="main">
          {add.isPending ? text.adding : text.goOn}
        </Button>
      </DialogButtons>
    </form>
  );
}

function Remove({ passkey, onClose, onDone }: Closing & { passkey: Passkey }) {
  const [password, setPassword] = useState("");
  const { say } = useNotices();
  const remove = useMutation({
    mutationFn: () => api.removePasskey(passkey.id, password),
    onSuccess: () => {
      say(text.isRemoved(passkey.name));
      onDone();
    },
  });
  const wrong = fieldProblems(remove.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!remove.isPending) remove.mutate();
  }

  return (
    <form className="grid gap-5" onSubmit={submit}>
      <p>{text.removeText}</p>
      <OwnPassword autoFocus value={password} onChange={setPassword} error={wrong["password"]} />
      <FormProblem error={Object.keys(wrong).length > 0 ? null : remove.error} />
      <DialogButtons>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button type="submit" look="danger">
          {common.remove}
        </Button>
      </DialogButtons>
    </form>
  );
}

function OwnPassword(props: {
  value: string;
  onChange(password: string): void;
  error: string | undefined;
  autoFocus?: boolean;
}) {
  return (
    <Field
      label={text.password}
      name="passwordForPasskey"
      type="password"
      autoComplete="current-password"
      isRequired
      {...props}
    />
  );
}

/** The server's refusal, or what the browser said. */
export function PasskeyProblem({ error }: { error: Error | null }) {
  if (!(error instanceof PasskeyFailure)) return <FormProblem error={error} />;
  return (
    <p role="alert" className="rounded-lg bg-danger-wash px-4 py-3 font-semibold text-danger">
      {text.failures[error.why]}
    </p>
  );
}
