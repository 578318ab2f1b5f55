import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Room } from "../../wire/rooms.ts";
import { usePageTitle } from "../page-title.ts";
import { StateBadge } from "../pages/queues-page.tsx";
import { useMay } from "../session.ts";
import { buttonClass } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { Count, Field } from "../ui/field.tsx";
import { ListPage } from "../ui/list-page.tsx";
import { rooms as text } from "./messages.ts";
import { roomsApi } from "./rooms-api.ts";

const lookAgainMs = 10_000;

export function RoomsPage() {
  usePageTitle(text.title);
  const manages = useMay("waitroom:manage");
  const [making, setMaking] = useState(false);
  const rooms = useQuery({
    queryKey: ["rooms"],
    queryFn: roomsApi.rooms,
    refetchInterval: lookAgainMs,
  });
  const make = manages
    ? { label: text.new, first: text.emptyAction, onPress: () => setMaking(true) }
    : null;
  const close = () => setMaking(false);
  return (
    <ListPage
      wide
      title={text.title}
      list={rooms}
      looksAgain
      make={make}
      empty={{ title: text.emptyTitle, text: manages ? text.emptyText : text.emptyViewer }}
      more={
        <Dialog title={text.new} isOpen={making} onClose={close}>
          <NewRoomForm onClose={close} />
        </Dialog>
      }
    >
      {(items) => (
        <ul className="grid gap-4 sm:grid-cols-2">
          {items.map((room) => (
            <RoomCard key={room.id} room={room} manages={manages} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

function RoomCard({ room, manages }: { room: Room; manages: boolean }) {
  const params = { roomId: room.id };
  return (
    <li className="overflow-hidden rounded-2xl border border-rule bg-card shadow-card">
      <Link
        to="/rooms/$roomId"
        params={params}
        className="group grid gap-4 p-6 pb-5 hover:bg-wash/50 -outline-offset-3"
      >
        <span className="flex items-start justify-between gap-3">
          <h2 className="text-2xl font-bold leading-tight group-hover:underline underline-offset-4 decoration-2">
            {room.name}
          </h2>
          <StateBadge state={room.state} />
        </span>
        <span className="grid gap-0.5">
          <span className="truncate text-soft">{room.targetUrl}</span>
          <span className="font-semibold">
            {text.atATime(room.maxActive)} · {text.perSecond(room.admitPerSecond)}
          </span>
        </span>
      </Link>
      <div className="torn flex flex-wrap items-center gap-1 px-4 py-2">
        <Link
          to="/rooms/$roomId"
          params={params}
          className={buttonClass("quiet", "px-3 font-semibold text-accent")}
        >
          {text.open}
        </Link>
        <a
          href={`/room/${room.id}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass("quiet", "px-3 text-soft")}
        >
          {text.page}
        </a>
        {manages && (
          <Link
            to="/rooms/$roomId/settings"
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

function NewRoomForm({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [targetUrl, setTarget] = useState("");
  const [maxActive, setMaxActive] = useState<number | null>(1_000);
  const [admitPerSecond, setRate] = useState<number | null>(10);
  const create = useMutation({
    mutationFn: () =>
      roomsApi.create({
        name: name.trim(),
        targetUrl: targetUrl.trim(),
        maxActive: maxActive ?? 1,
        admitPerSecond: admitPerSecond ?? 1,
      }),
    onSuccess: async (room) => {
      await client.invalidateQueries({ queryKey: ["rooms"] });
      onClose();
      await navigate({ to: "/rooms/$roomId", params: { roomId: room.id } });
    },
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
          <Field
            label={text.target}
            hint={text.targetHint}
            isRequired
            type="url"
            maxLength={2_000}
            value={targetUrl}
            onChange={setTarget}
            error={wrong["targetUrl"]}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Count
              label={text.maxActive}
              value={maxActive}
              onChange={setMaxActive}
              max={10_000_000}
              error={wrong["maxActive"]}
            />
            <Count
              label={text.rate}
              value={admitPerSecond}
              onChange={setRate}
              fractions
              min={0.1}
              max={1_000_000}
              error={wrong["admitPerSecond"]}
            />
          </div>
        </>
      )}
    </DialogForm>
  );
}
