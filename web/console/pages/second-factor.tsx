// Setting up a second factor, and removing it: password, QR code and backup codes, then a code.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import QRCode from "qrcode";
import { useState, type FormEvent } from "react";
import type { SecondFactor } from "../../wire/types.ts";
import { api } from "../api.ts";
import { account as text } from "../messages.ts";
import { fieldProblems } from "../problem-text.ts";
import { useMe } from "../session.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { useNotices } from "../ui/notices.tsx";
import { FormProblem } from "../ui/states.tsx";

export function SecondFactorPart() {
  const isOn = useMe().user?.secondFactor ?? false;
  const [begun, setBegun] = useState<SecondFactor | null>(null);
  return (
    <section className="grid gap-5">
      <h2 className="text-2xl font-bold">{text.secondFactor}</h2>
      {begun ? (
        <Confirm begun={begun} onDone={() => setBegun(null)} />
      ) : (
        <>
          <p className="text-soft">{isOn ? text.secondFactorOn : text.secondFactorText}</p>
          {isOn ? <Remove /> : <Begin onBegun={setBegun} />}
        </>
      )}
    </section>
  );
}

function Begin({ onBegun }: { onBegun(begun: SecondFactor): void }) {
  const [password, setPassword] = useState("");
  const begin = useMutation({
    mutationFn: () => api.beginSecondFactor(password),
    onSuccess: (begun) => begun && onBegun(begun),
  });
  return (
    <PasswordForm
      {...{ password, setPassword }}
      error={begin.error}
      label={text.addSecondFactor}
      onSubmit={() => !begin.isPending && begin.mutate()}
    />
  );
}

function Remove() {
  const [password, setPassword] = useState("");
  const { say } = useNotices();
  const readAgain = useReadAgain();
  const remove = useMutation({
    mutationFn: () => api.removeSecondFactor(password),
    onSuccess: async () => {
      await readAgain();
      say(text.secondFactorRemoved);
    },
  });
  return (
    <PasswordForm
      {...{ password, setPassword }}
      error={remove.error}
      label={text.removeSecondFactor}
      onSubmit={() => !remove.isPending && remove.mutate()}
    />
  );
}

interface PasswordFormProps {
  password: string;
  setPassword(password: string): void;
  error: unknown;
  label: string;
  onSubmit(): void;
}

function PasswordForm({ password, setPassword, error, label, onSubmit }: PasswordFormProps) {
  const wrong = fieldProblems(error);
  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <Field
        label={text.password}
        name="passwordForSecondFactor"
        type="password"
        autoComplete="current-password"
        isRequired
        value={password}
        onChange={setPassword}
        error={wrong["password"]}
      />
      <FormProblem error={Object.keys(wrong).length > 0 ? null : error} />
      <Button type="submit" className="justify-self-start">
        {label}
      </Button>
    </form>
  );
}

function Confirm({ begun, onDone }: { begun: SecondFactor; onDone(): void }) {
  const [code, setCode] = useState("");
  const { say } = useNotices();
  const readAgain = useReadAgain();
  const confirm = useMutation({
    mutationFn: () => api.confirmSecondFactor(code.trim()),
    onSuccess: async () => {
      await readAgain();
      onDone();
      say(text.secondFactorAdded);
    },
  });
  const wrong = fieldProblems(confirm.error);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!confirm.isPending) confirm.mutate();
  }
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <p>{text.scan}</p>
      <Picture uri={begun.uri} />
      <p>
        {text.byHand}{" "}
        <code className="break-all">{new URL(begun.uri).searchParams.get("secret")}</code>
      </p>
      <div className="grid gap-2">
        <h3 className="text-xl font-bold">{text.backupCodes}</h3>
        <p className="text-soft">{text.backupCodesText}</p>
        <ul className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono">
          {begun.backupCodes.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </div>
      <Field
        label={text.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        isRequired
        autoFocus
        value={code}
        onChange={setCode}
        error={wrong["code"]}
      />
      <FormProblem error={Object.keys(wrong).length > 0 ? null : confirm.error} />
      <Button type="submit" look="main" className="justify-self-start">
        {text.confirmCode}
      </Button>
    </form>
  );
}

function Picture({ uri }: { uri: string }) {
  const drawn = useQuery({
    queryKey: ["qr", uri],
    queryFn: () => QRCode.toString(uri, { type: "svg", margin: 2, errorCorrectionLevel: "M" }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const source = drawn.data && `data:image/svg+xml;utf8,${encodeURIComponent(drawn.data)}`;
  return source ? <img src={source} alt={text.scanAlt} className="size-60 rounded-lg" /> : null;
}

/** The route knows who is signed in from when it was entered. */
function useReadAgain() {
  const client = useQueryClient();
  const router = useRouter();
  return async () => {
    client.removeQueries({ queryKey: ["me"] });
    await router.invalidate();
  };
}
