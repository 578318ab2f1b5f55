import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { asProblem } from "../../../client/transport/problem.ts";
import { api } from "../api.ts";
import { account as text, passkeys } from "../messages.ts";
import { answerWithPasskey, canUsePasskeys } from "../passkey.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { FormProblem } from "../ui/states.tsx";
import { Door } from "./door.tsx";
import { PasskeyProblem } from "./passkeys.tsx";
import { usePageTitle } from "../page-title.ts";

const route = getRouteApi("/sign-in");

export function SignInPage() {
  usePageTitle(text.signInTitle);
  const { next } = route.useSearch();
  const client = useQueryClient();
  const router = useRouter();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [needsCode, setNeedsCode] = useState(false);
  const signIn = useMutation({
    mutationFn: () =>
      api.signIn({ email: email.trim(), password, ...(needsCode ? { code: code.trim() } : {}) }),
    onError: (error) => {
      if (asksForCode(error)) setNeedsCode(true);
    },
    onSuccess: goOn,
  });
  const withPasskey = useMutation({
    mutationFn: async () =>
      api.signInWithPasskey(await answerWithPasskey(await api.beginPasskeySignIn())),
    onSuccess: goOn,
  });

  function goOn() {
    client.clear();
    router.history.push(next ?? "/queues");
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!signIn.isPending) signIn.mutate();
  }

  return (
    <Door title={text.signInTitle} text={text.signInText}>
      <form className="mt-4 grid gap-5" onSubmit={submit}>
        <Field
          label={text.email}
          name="email"
          type="email"
          autoComplete="username"
          isRequired
          autoFocus
          value={email}
          onChange={setEmail}
        />
        <Field
          label={text.password}
          name="password"
          type="password"
          autoComplete="current-password"
          isRequired
          value={password}
          onChange={setPassword}
        />
        {needsCode && (
          <>
            <p role="status">{text.codeNeeded}</p>
            <Field
              label={text.code}
              name="code"
              autoComplete="one-time-code"
              hint={text.codeHint}
              isRequired
              autoFocus
              value={code}
              onChange={setCode}
            />
          </>
        )}
        <FormProblem error={asksForCode(signIn.error) ? null : signIn.error} />
        <Button type="submit" look="main" className="min-h-13">
          {signIn.isPending ? text.signingIn : text.signIn}
        </Button>
      </form>
      {canUsePasskeys() && (
        <div className="grid gap-4">
          <p className="flex items-center gap-4 text-soft before:h-px before:flex-1 before:bg-rule after:h-px after:flex-1 after:bg-rule">
            {passkeys.or}
          </p>
          <PasskeyProblem error={withPasskey.error} />
          <Button
            className="min-h-13"
            onPress={() => !withPasskey.isPending && withPasskey.mutate()}
          >
            {withPasskey.isPending ? passkeys.signingIn : passkeys.signIn}
          </Button>
        </div>
      )}
    </Door>
  );
}

/** The next step, not a mistake. */
function asksForCode(error: Error | null): boolean {
  return error !== null && asProblem(error).code === "SECOND_FACTOR_NEEDED";
}
