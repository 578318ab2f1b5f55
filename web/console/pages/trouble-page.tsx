import { Link, useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { desk, failure } from "../messages.ts";
import { buttonClass } from "../ui/button.tsx";
import { Mark } from "../ui/icons.tsx";
import { Failure } from "../ui/states.tsx";

export function TroublePage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <main className="mx-auto grid max-w-xl gap-6 p-6 pt-16">
      <Mark className="size-12" />
      <Failure
        error={error}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </main>
  );
}

export function NotFoundPage() {
  return (
    <main className="mx-auto grid max-w-xl justify-items-start gap-4 p-6 pt-16">
      <Mark className="size-12" />
      <h1 className="text-4xl font-bold">{failure.notFoundTitle}</h1>
      <p className="text-soft">{failure.notFoundText}</p>
      <Link to="/queues" className={buttonClass("second")}>
        {desk.toQueues}
      </Link>
    </main>
  );
}
