// One room while it is in use: how it stands, how it went, and the hand on the tap.

import "./rooms.css";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import type { Room, RoomSettings, RoomStats } from "../../wire/rooms.ts";
import { common } from "../messages.ts";
import { usePageTitle } from "../page-title.ts";
import { StateBadge } from "../pages/queues-page.tsx";
import { useMay } from "../session.ts";
import { backClass, Button, buttonClass } from "../ui/button.tsx";
import { Dropdown } from "../ui/choice.tsx";
import { Connection } from "../ui/connection.tsx";
import { CopyLine } from "../ui/copy.tsx";
import { Field } from "../ui/field.tsx";
import { useNotices } from "../ui/notices.tsx";
import { Failure, Loading } from "../ui/states.tsx";
import { roomKey, useHistory, useRoom, useRoomStats } from "./live-room.ts";
import { numbers, operator as text, rooms } from "./messages.ts";
import { RoomAddresses } from "./room-addresses.tsx";
import { RoomChart } from "./room-chart.tsx";
import { RoomVisitors } from "./room-visitors.tsx";
import { roomsApi } from "./rooms-api.ts";
import { Throttle } from "./throttle.tsx";

const route = getRouteApi("/signed-in/rooms/$roomId");
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

export function RoomPage() {
  const { roomId } = route.useParams();
  const room = useRoom(roomId);
  const { stats, link } = useRoomStats(roomId);
  const history = useHistory(roomId);
  const manages = useMay("waitroom:manage");
  const operates = useMay("waitroom:operate");
  usePageTitle(room.data?.name ?? "");
  if (room.isPending) return <Loading />;
  if (room.isError && !room.data) {
    return <Failure error={room.error} onRetry={() => void room.refetch()} />;
  }
  return (
    <div className="grid content-start gap-5">
      <Connection link={link} />
      <Head room={room.data} manages={manages} />
      {stats?.quarantineUntil && (
        <p role="status" className="rounded-xl bg-warn px-5 py-3 text-on-warn">
          <strong>{text.recovering}.</strong>{" "}
          {text.recoveringText(clock.format(new Date(stats.quarantineUntil)))}
        </p>
      )}
      <Counts stats={stats} />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <RoomChart minutes={history.data?.items ?? []} />
        <Throttle room={room.data} isDisabled={!manages} />
        <div className="grid content-start gap-5">
          {manages && <Message key={room.data.message} room={room.data} />}
          <RoomVisitors roomId={roomId} operates={operates} />
        </div>
        <div className="grid content-start gap-5">
          <RoomAddresses roomId={roomId} operates={operates} />
          {room.data.opensAt && <Draw room={room.data} />}
        </div>
      </div>
    </div>
  );
}

function useChange(room: Room) {
  const client = useQueryClient();
  const { complain } = useNotices();
  return useMutation({
    mutationFn: (changes: Partial<RoomSettings>) => roomsApi.change(room.id, changes),
    onSuccess: (changed) => {
      client.setQueryData(roomKey(room.id), changed);
      void client.invalidateQueries({ queryKey: ["rooms"] });
    },
    onError: complain,
  });
}

const states = (["open", "paused", "closed"] as const).map((id) => ({
  id,
  name: text.states[id],
  text: text.stateTexts[id],
}));

function Head({ room, manages }: { room: Room; manages: boolean }) {
  const change = useChange(room);
  const isPaused = room.state === "paused";
  return (
    <div className="grid gap-2">
      <Link to="/rooms" className={backClass}>
        {text.back}
      </Link>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="text-4xl font-bold">{room.name}</h1>
        {!manages && <StateBadge state={room.state} />}
        {room.opensAt && room.draw.seed === null && (
          <p className="font-semibold text-soft">
            {text.opens(moment.format(new Date(room.opensAt)))}
          </p>
        )}
        <div className="ms-auto flex flex-wrap items-center gap-3">
          <a
            href={`/room/${room.id}`}
            target="_blank"
            rel="noreferrer"
            className={buttonClass("quiet", "text-soft")}
          >
            {rooms.page}
          </a>
          {manages && (
            <Link
              to="/rooms/$roomId/settings"
              params={{ roomId: room.id }}
              className={buttonClass("quiet", "text-soft")}
            >
              {rooms.settings}
            </Link>
          )}
          {manages && (
            <div className="w-36">
              <Dropdown
                label={text.state}
                hideLabel
                options={states}
                value={(change.isPending && change.variables.state) || room.state}
                onChange={(state) => state !== room.state && change.mutate({ state })}
              />
            </div>
          )}
          {manages && room.state !== "closed" && (
            <Button
              look={isPaused ? "main" : "second"}
              onPress={() => change.mutate({ state: isPaused ? "open" : "paused" })}
            >
              {isPaused ? text.resume : text.pause}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

function Counts({ stats }: { stats: RoomStats | null }) {
  const known = (value: number | undefined | null, show: (value: number) => string) =>
    value === undefined || value === null ? text.unknown : show(value);
  const plain = (value: number) => numbers.format(value);
  const minutes = (seconds: number) => `${numbers.format(Math.round(seconds / 6) / 10)} min`;
  return (
    <section aria-label={text.counts} className="grid gap-4">
      <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Figure name={text.waiting} value={known(stats?.waiting, plain)} strong />
        <Figure
          name={text.active}
          value={known(stats?.active, plain)}
          more={stats ? text.activeOf(stats.maxActive) : ""}
        />
        <Figure
          name={text.admitted}
          value={known(stats?.admitted, plain)}
          more={text.admittedHint}
        />
        <Figure name={text.left} value={known(stats && stats.completed + stats.expired, plain)} />
      </dl>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Rate name={text.arrivals} value={known(stats?.arrivalsPerSecond, perMinute)} />
        <Rate name={text.admissions} value={known(stats?.admissionsPerSecond, perMinute)} />
        <Rate name={text.wait} value={known(stats?.averageWaitSeconds, minutes)} />
        <Rate name={text.session} value={known(stats?.averageSessionSeconds, minutes)} />
        <Rate name={text.abandons} value={known(stats?.abandonedPerMinute, text.abandonsUnit)} />
      </dl>
    </section>
  );
}

const perMinute = (perSecond: number) => text.perMinute(Math.round(perSecond * 60));

interface FigureProps {
  name: string;
  value: string;
  more?: string;
  strong?: boolean;
}

function Figure({ name, value, more, strong = false }: FigureProps) {
  return (
    <div
      className={`flex flex-col-reverse justify-end gap-1 rounded-2xl border p-5 ${strong ? "border-accent bg-wash text-on-wash" : "border-rule bg-card"}`}
    >
      <dt>
        {name}
        {more && <span className="block text-sm opacity-80">{more}</span>}
      </dt>
      <dd className="text-4xl font-bold tabular-nums leading-none sm:text-5xl">{value}</dd>
    </div>
  );
}

function Rate({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="font-semibold tabular-nums">{value}</dd>
    </div>
  );
}

function Message({ room }: { room: Room }) {
  const change = useChange(room);
  const { say } = useNotices();
  const [message, setMessage] = useState(room.message ?? "");
  // The stream may tell of it before the answer comes, and put a new form in this one's place: what is
  // handed to `mutate` would go with it.
  const show = (next: string | null) =>
    void change.mutateAsync({ message: next }).then(
      () => say(next ? text.sent : text.cleared),
      () => undefined,
    );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (message.trim() !== "") show(message.trim());
  }

  return (
    <form onSubmit={submit} className="grid gap-3 rounded-2xl border border-rule bg-card p-6">
      <Field
        label={text.message}
        hint={text.messageHint}
        multiline
        maxLength={500}
        value={message}
        onChange={setMessage}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="main" isDisabled={message.trim() === (room.message ?? "")}>
          {change.isPending ? common.saving : text.send}
        </Button>
        {room.message && <Button onPress={() => show(null)}>{text.clear}</Button>}
      </div>
    </form>
  );
}

function Draw({ room }: { room: Room }) {
  const { seed, seedHash } = room.draw;
  return (
    <section
      aria-labelledby="draw"
      className="grid gap-3 rounded-2xl border border-rule bg-card p-6"
    >
      <h2 id="draw" className="text-xl font-bold">
        {text.draw}
      </h2>
      <p>{seed ? text.drawAfter : text.drawBefore}</p>
      {seed && <CopyLine value={seed} label={text.seed} />}
      <CopyLine value={seedHash} label={text.seedHash} />
      {seed && (
        <a
          href={`/v1/rooms/${room.id}/draw`}
          target="_blank"
          rel="noreferrer"
          className="justify-self-start underline underline-offset-4"
        >
          {text.drawList}
        </a>
      )}
    </section>
  );
}
