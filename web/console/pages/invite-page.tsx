import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { asProblem } from "../../../client/transport/problem.ts";
import { api } from "../api.ts";
import { account as text, roles } from "../messages.ts";
import { usePageTitle } from "../page-title.ts";
import { fieldProblems } from "../problem-text.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { FormProblem, Loading } from "../ui/states.tsx";
import { Door } from "./door.tsx";

const route = getRouteApi("/invite/$token");

export function InvitePage() {
  const { token } = route.useParams();
  const client = useQueryClient();
  const router = useRouter();
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => api.invitation(token),
    // It is used up by accepting it.
    staleTime: Number.POSITIVE_INFINITY,
  });
  usePageTitle(invitation.data ? text.inviteTitle(invitation.data.organisation.name) : "");
  const [name, setName] = useState<string | null>(null);
  const [password, setPassword] = useState("");
  const shownName = name ?? invitation.data?.name ?? "";
  const accept = useMutation({
    mutationFn: () => api.acceptInvitation(token, { name: shownName, password }),
    onSuccess: () => {
      client.removeQueries({ queryKey: ["me"] });
      router.history.push("/queues");
    },
    onError: (error) => {
      // They are a member now; signing in takes the code of their second factor.
      if (asProblem(error).code === "SECOND_FACTOR_NEEDED") router.history.push("/sign-in");
    },
  });
  const wrong = fieldProblems(accept.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!accept.isPending) accept.mutate();
  }

  if (invitation.isPending) {
    return (
      <Door title="">
        <Loading />
      </Door>
    );
  }
  if (invitation.isError) {
    return (
      <Door title={text.inviteGone} text={text.inviteGoneText}>
        <p>
          <Link to="/sign-in" className={buttonClass("second")}>
            {text.toSignIn}
          </Link>
        </p>
      </Door>
    );
  }
  const { organisation, email, role } = invitation.data;
  return (
    <Door title={text.inviteTitle(organisation.name)} text={text.inviteText(email, roles[role])}>
      <form className="mt-4 grid gap-5" onSubmit={submit}>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Field
          label={text.yourName}
          name="name"
          autoComplete="name"
          isRequired
          value={shownName}
          onChange={setName}
          error={wrong["name"]}
        />
        <Field
          label={text.newPassword}
          name="password"
          type="password"
          autoComplete="new-password"
          isRequired
          minLength={10}
          hint={text.passwordHint}
          value={password}
          onChange={setPassword}
          error={wrong["password"]}
        />
        <FormProblem error={Object.keys(wrong).length > 0 ? null : accept.error} />
        <Button type="submit" look="main" className="min-h-13">
          {accept.isPending ? text.accepting : text.accept}
        </Button>
      </form>
    </Door>
  );
}
