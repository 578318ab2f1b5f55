import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Queue } from "../../wire/types.ts";
import { api } from "../api.ts";
import { queues as text, states } from "../messages.ts";
import { useMay } from "../session.ts";
import { buttonClass } from "../ui/button.tsx";
import { ListPage } from "../ui/list-page.tsx";
import { NewQueueDialog } from "./new-queue-dialog.tsx";
import { usePageTitle } from "../page-title.ts";

const lookAgainMs = 10_000;

export function QueuesPage() {
  usePageTitle(text.title);
  const manages = useMay("counter:manage");
  const [making, setMaking] = useState(false);
  const queues = useQuery({
    queryKey: ["queues"],
    queryFn: api.queues,
    refetchInterval: lookAgainMs,
  });
  const make = manages
    ? { label: text.new, first: text.emptyAction, onPress: () => setMaking(true) }
    : null;
  return (
    <ListPage
      wide
      title={text.title}
      list={queues}
      looksAgain
      make={make}
      empty={{ title: text.emptyTitle, text: manages ? text.emptyText : text.emptyViewer }}
      more={<NewQueueDialog isOpen={making} onClose={() => setMaking(false)} />}
    >
      {(items) => (
        <ul className="grid gap-4 sm:grid-cols-2">
          {items.map((queue) => (
            <QueueCard key={queue.id} queue={queue} manages={manages} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

function QueueCard({ queue, manages }: { queue: Queue; manages: boolean }) {
  const params = { queueId: queue.id };
  return (
    <li className="overflow-hidden rounded-2xl border border-rule bg-card shadow-card">
      <Link
        to="/queues/$queueId"
        params={params}
        className="group grid gap-4 p-6 pb-5 hover:bg-wash/50 -outline-offset-3"
      >
        <span className="flex items-start justify-between gap-3">
          <h2 className="text-2xl font-bold leading-tight group-hover:underline underline-offset-4 decoration-2">
            {queue.name}
          </h2>
          <StateBadge state={queue.state} />
        </span>
        <span className="flex items-baseline gap-2.5">
          <span className="text-5xl font-bold tabular-nums leading-none">{queue.waiting}</span>
          <span className="text-soft">{text.waitingWord}</span>
        </span>
      </Link>
      <div className="torn flex flex-wrap items-center gap-1 px-4 py-2">
        <Link
          to="/queues/$queueId"
          params={params}
          className={buttonClass("quiet", "px-3 font-semibold text-accent")}
        >
          {text.openDesk}
        </Link>
        <a
          href={`/board/${queue.id}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass("quiet", "px-3 text-soft")}
        >
          {text.board}
        </a>
        <Link
          to="/queues/$queueId/poster"
          params={params}
          className={buttonClass("quiet", "px-3 text-soft")}
        >
          {text.poster}
        </Link>
        {manages && (
          <Link
            to="/queues/$queueId/settings"
            params={params}
            className={buttonClass("quiet", "px-3 text-soft")}
          >
            {text.settings}
          </Link>
        )}
      </div>
    </li>
  );
}

export function StateBadge({ state }: { state: Queue["state"] }) {
  const look =
    state === "open"
      ? "bg-wash text-on-wash"
      : state === "paused"
        ? "bg-warn text-on-warn"
        : "bg-sunk text-soft";
  return (
    <span className={`shrink-0 rounded-full px-3 py-0.5 text-sm font-semibold ${look}`}>
      {states[state]}
    </span>
  );
}
