// Where staff spend their shift: the next person, the one at the desk, everybody who waits.

import { getRouteApi, Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { asProblem } from "../../../client/transport/problem.ts";
import type { Queue, QueueStats, Ticket } from "../../wire/types.ts";
import { desk as text, queues } from "../messages.ts";
import { usePageTitle } from "../page-title.ts";
import { StateBadge } from "../pages/queues-page.tsx";
import { useMay } from "../session.ts";
import { Button, buttonClass, IconButton } from "../ui/button.tsx";
import { Connection } from "../ui/connection.tsx";
import { Icon } from "../ui/icons.tsx";
import { Empty, Failure, Loading } from "../ui/states.tsx";
import { CallNext } from "./call-next.tsx";
import { useDeskActions } from "./desk-actions.tsx";
import { AddPersonDialog, EditDialog, HelpDialog, TransferDialog } from "./desk-dialogs.tsx";
import type { DeskLists } from "./desk-lists.ts";
import { DeskDialog, useDeskName } from "./desk-name.tsx";
import { useLiveDesk } from "./live-desk.ts";
import { OtherDesks, ServingCard } from "./now-serving.tsx";
import { QueueStateControl } from "./queue-state.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { WaitingList } from "./waiting-list.tsx";

const route = getRouteApi("/signed-in/queues/$queueId");

export function DeskPage() {
  const { queueId } = route.useParams();
  return <Desk key={queueId} queueId={queueId} />;
}

function Desk({ queueId }: { queueId: string }) {
  const live = useLiveDesk(queueId);
  const { queue, lists } = live;
  usePageTitle(queue ? `${queue.waiting} · ${queue.name}` : "");

  if (live.error && !(queue && lists)) {
    if (asProblem(live.error).status === 404) {
      return (
        <Empty title={text.notFound} text={text.notFoundText}>
          <Link to="/queues" className={buttonClass("second")}>
            {text.toQueues}
          </Link>
        </Empty>
      );
    }
    return <Failure error={live.error} onRetry={live.retry} />;
  }
  if (!queue || !lists) return <Loading />;
  return (
    <div className="grid gap-5">
      <Connection link={live.link} />
      <Operations
        queue={queue}
        lists={lists}
        stats={live.stats}
        apply={live.apply}
        onMore={live.showMore}
      />
    </div>
  );
}

interface OperationsProps {
  queue: Queue;
  lists: DeskLists;
  stats: QueueStats | undefined;
  apply(ticket: Ticket): void;
  onMore(): void;
}

type Open = "desk" | "add" | "help" | null;

function Operations({ queue, lists, stats, apply, onMore }: OperationsProps) {
  const operates = useMay("counter:operate");
  const [desk, setDesk] = useDeskName(queue.id);
  const [open, setOpen] = useState<Open>(null);
  const [moving, setMoving] = useState<Ticket | null>(null);
  const [editing, setEditing] = useState<Ticket | null>(null);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const actions = useDeskActions({
    queueId: queue.id,
    desk,
    apply,
    onNeedDesk: () => setOpen("desk"),
  });

  const mine = lists.active.filter((ticket) => desk !== null && ticket.desk === desk);
  const others = lists.active.filter((ticket) => desk === null || ticket.desk !== desk);
  const selected = mine.find((ticket) => ticket.id === selectedId) ?? mine[0];
  const dialogs = { transfer: setMoving, edit: setEditing };

  useShortcuts({
    "?": () => setOpen("help"),
    "/": () => search.current?.focus(),
    ...(operates && {
      n: actions.callNext,
      u: actions.undo,
      r: () => selected?.status === "CALLED" && actions.act(selected, "recall"),
      s: () => selected?.status === "CALLED" && actions.act(selected, "serve"),
      c: () => selected && actions.act(selected, "complete"),
      x: () => selected?.status === "CALLED" && actions.act(selected, "no-show"),
    }),
  });

  return (
    <>
      <Head queue={queue} onHelp={() => setOpen("help")} />
      {queue.state !== "open" && (
        <p className="rounded-xl bg-warn px-5 py-3 text-on-warn">
          {queue.state === "paused" ? text.pausedText : text.closedText}
        </p>
      )}
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[24rem_minmax(0,1fr)] xl:grid-cols-[27rem_minmax(0,1fr)]">
        <div className="grid gap-5 lg:sticky lg:top-5">
          {operates ? (
            <>
              <div className="grid gap-2">
                <DeskLine desk={desk} onChange={() => setOpen("desk")} />
                <CallNext call={actions.call} next={lists.waiting[0]} onCall={actions.callNext} />
              </div>
              <section aria-label={text.atYourDesk} className="grid gap-3">
                {mine.map((ticket) => (
                  <ServingCard
                    key={ticket.id}
                    ticket={ticket}
                    queue={queue}
                    actions={actions}
                    dialogs={dialogs}
                    isSelected={ticket.id === selected?.id}
                    onSelect={() => setSelectedId(ticket.id)}
                  />
                ))}
                {mine.length === 0 && (
                  <div className="rounded-2xl border-2 border-dashed border-rule p-6">
                    <p className="font-semibold">{text.nobodyHere}</p>
                    <p className="text-soft">{text.nobodyHereText}</p>
                  </div>
                )}
              </section>
            </>
          ) : (
            <p className="rounded-2xl border-2 border-dashed border-rule p-6 text-soft">
              {text.viewOnly}
            </p>
          )}
          <OtherDesks
            tickets={others}
            queue={queue}
            actions={operates ? actions : null}
            dialogs={dialogs}
          />
          {stats && <Stats stats={stats} />}
        </div>
        <WaitingList
          lists={lists}
          queue={queue}
          actions={operates ? actions : null}
          dialogs={dialogs}
          search={search}
          onAdd={() => setOpen("add")}
          onMore={onMore}
        />
      </div>
      <DeskDialog
        isOpen={open === "desk"}
        desks={queue.desks}
        desk={desk}
        onChoose={(name) => {
          setDesk(name);
          setOpen(null);
        }}
        onClose={() => setOpen(null)}
      />
      <AddPersonDialog
        queue={queue}
        isOpen={open === "add"}
        onClose={() => setOpen(null)}
        onAdded={apply}
      />
      <HelpDialog isOpen={open === "help"} onClose={() => setOpen(null)} />
      <TransferDialog
        ticket={moving}
        onClose={() => setMoving(null)}
        onTransfer={actions.transfer}
      />
      <EditDialog ticket={editing} onClose={() => setEditing(null)} onEdit={actions.correct} />
    </>
  );
}

function Head({ queue, onHelp }: { queue: Queue; onHelp(): void }) {
  const manages = useMay("counter:manage");
  const operates = useMay("counter:operate");
  const params = { queueId: queue.id };
  const link = `${buttonClass("quiet")} px-3 text-soft`;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h1 className="text-4xl font-bold">{queue.name}</h1>
      {operates ? <QueueStateControl queue={queue} /> : <StateBadge state={queue.state} />}
      <div className="-mx-3 flex flex-wrap items-center sm:ms-auto">
        <a href={`/board/${queue.id}`} target="_blank" rel="noreferrer" className={link}>
          <Icon name="screen" />
          {queues.board}
        </a>
        <Link to="/queues/$queueId/poster" params={params} className={link}>
          <Icon name="poster" />
          {queues.poster}
        </Link>
        {manages && (
          <Link to="/queues/$queueId/settings" params={params} className={link}>
            <Icon name="settings" />
            {queues.settings}
          </Link>
        )}
        <IconButton label={text.shortcuts} onPress={onHelp} className="pointer-coarse:hidden">
          <Icon name="help" />
        </IconButton>
      </div>
    </div>
  );
}

function DeskLine({ desk, onChange }: { desk: string | null; onChange(): void }) {
  if (desk === null) {
    return (
      <Button className="justify-self-start" onPress={onChange}>
        {text.choose}
      </Button>
    );
  }
  return (
    <p className="flex items-center justify-between gap-3">
      <span className="text-lg">
        {text.thisDesk}: <bdi className="font-bold">{desk}</bdi>
      </span>
      <Button look="quiet" className="-me-3 text-soft" onPress={onChange}>
        {text.change}
      </Button>
    </p>
  );
}

function Stats({ stats }: { stats: QueueStats }) {
  const minutes = (seconds: number | null) =>
    seconds === null ? "–" : `${Math.round(seconds / 60)} min`;
  const figures: [string, string | number][] = [
    [text.stats.served, stats.servedToday],
    [text.stats.wait, minutes(stats.averageWaitSeconds)],
    [text.stats.service, minutes(stats.averageServiceSeconds)],
    [text.stats.noShows, stats.noShowsToday],
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-t border-rule pt-4 sm:grid-cols-4 lg:grid-cols-2">
      {figures.map(([label, value]) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-sm text-soft">{label}</dt>
          <dd className="text-xl font-bold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
