import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Room, RoomSettings } from "../../wire/rooms.ts";
import { common } from "../messages.ts";
import { usePageTitle } from "../page-title.ts";
import { publicUrl } from "../public-url.ts";
import { Dropdown, Stacked } from "../ui/choice.tsx";
import { CopyLine } from "../ui/copy.tsx";
import { Check } from "../ui/check.tsx";
import { Count, Field } from "../ui/field.tsx";
import { Part } from "../ui/part.tsx";
import { backClass } from "../ui/button.tsx";
import { SettingsForm, SettingsHead, useSettings } from "../ui/settings-form.tsx";
import { Failure, Loading } from "../ui/states.tsx";
import { HostProofNotice } from "./host-proof-notice.tsx";
import { roomKey, useRoom } from "./live-room.ts";
import { roomSettings as text, rooms } from "./messages.ts";
import { OpeningTime } from "./opening-time.tsx";
import { RoomLookFields } from "./room-look-fields.tsx";
import { roomsApi } from "./rooms-api.ts";

const route = getRouteApi("/signed-in/rooms/$roomId/settings");

export function RoomSettingsPage() {
  const { roomId } = route.useParams();
  const room = useRoom(roomId);
  usePageTitle(room.data ? `${room.data.name}: ${text.title}` : "");
  if (room.isPending) return <Loading />;
  if (room.isError) return <Failure error={room.error} onRetry={() => void room.refetch()} />;
  return <RoomSettingsForm key={roomId} room={room.data} />;
}

function settingsOf({
  id: _id,
  hostServed: _served,
  hostProofMissing: _missing,
  draw: _draw,
  jwksUrl: _jwks,
  createdAt: _created,
  ...settings
}: Room): RoomSettings {
  return settings;
}

const policies = (["strict", "skip-ahead"] as const).map((id) => ({ id, ...text.policies[id] }));

function RoomSettingsForm({ room }: { room: Room }) {
  const client = useQueryClient();
  const { before, form, set, save, isChanged } = useSettings({
    first: settingsOf(room),
    clean: (now) => ({ ...now, openPaths: now.openPaths.filter(Boolean) }),
    async send(changes) {
      const saved = await roomsApi.change(room.id, changes);
      client.setQueryData(roomKey(room.id), saved);
      void client.invalidateQueries({ queryKey: ["rooms"] });
      return settingsOf(saved);
    },
  });

  return (
    <SettingsForm
      needs="waitroom:manage"
      head={
        <SettingsHead
          back={
            <Link to="/rooms/$roomId" params={{ roomId: room.id }} className={backClass}>
              {text.back}
            </Link>
          }
          title={`${before.name}: ${text.title}`}
        />
      }
      save={save}
      isChanged={isChanged}
      unsaved={text.unsaved}
    >
      {(wrong) => (
        <>
          <Part title={text.site}>
            <Field
              label={rooms.name}
              isRequired
              maxLength={100}
              value={form.name}
              onChange={set("name")}
              error={wrong["name"]}
            />
            <Field
              label={rooms.target}
              hint={rooms.targetHint}
              isRequired
              type="url"
              maxLength={2_000}
              value={form.targetUrl}
              onChange={set("targetUrl")}
              error={wrong["targetUrl"]}
            />
            <OpeningTime value={form.opensAt} onChange={set("opensAt")} error={wrong["opensAt"]} />
          </Part>
          <Flow form={form} set={set} wrong={wrong} />
          <Part title={text.order}>
            <Stacked
              label={text.policy}
              options={policies}
              value={form.policy}
              onChange={set("policy")}
            />
            <Count
              label={text.ageing}
              hint={text.ageingHint}
              unit={common.minutes}
              fractions
              min={0.1}
              max={1_440}
              value={form.ageingSeconds === null ? null : form.ageingSeconds / 60}
              onChange={(value) =>
                set("ageingSeconds")(value === null ? null : Math.round(value * 60))
              }
              error={wrong["ageingSeconds"]}
            />
          </Part>
          <Part title={text.abuse}>
            <Count
              label={text.joins}
              hint={text.joinsHint}
              unit={text.perMinute}
              value={form.joinsPerAddressPerMinute}
              onChange={(value) => set("joinsPerAddressPerMinute")(value ?? 1)}
              max={1_000_000}
              error={wrong["joinsPerAddressPerMinute"]}
            />
            <div className="grid gap-1.5">
              <Dropdown
                label={text.challenge}
                options={challengesWith(form.challengeBits)}
                value={String(form.challengeBits)}
                onChange={(value) => set("challengeBits")(Number(value))}
              />
              <p className="text-sm text-soft">{text.challengeHint}</p>
            </div>
          </Part>
          <Part title={text.look}>
            <RoomLookFields page={form.page} onChange={set("page")} wrong={wrong} />
          </Part>
          <Gate room={room} form={form} set={set} wrong={wrong} />
        </>
      )}
    </SettingsForm>
  );
}

/** Also a strength that was set through the API. */
function challengesWith(bits: number) {
  const known = Object.keys(text.challenges).map(Number);
  const all = known.includes(bits) ? known : [...known, bits].toSorted((a, b) => a - b);
  return all.map((each) => ({ id: String(each), name: text.challenges[each] ?? `${each} bits` }));
}

interface PartProps {
  form: RoomSettings;
  set<F extends keyof RoomSettings>(field: F): (value: RoomSettings[F]) => void;
  wrong: Record<string, string>;
}

function Flow({ form, set, wrong }: PartProps) {
  return (
    <Part title={text.flow}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Count
          label={rooms.maxActive}
          unit={text.people}
          value={form.maxActive}
          onChange={(value) => set("maxActive")(value ?? 1)}
          max={10_000_000}
          error={wrong["maxActive"]}
        />
        <Count
          label={rooms.rate}
          value={form.admitPerSecond}
          onChange={(value) => set("admitPerSecond")(value ?? 1)}
          fractions
          min={0.1}
          max={1_000_000}
          error={wrong["admitPerSecond"]}
        />
        <Count
          label={text.maxWaiting}
          hint={text.maxWaitingHint}
          unit={text.people}
          value={form.maxWaiting}
          onChange={set("maxWaiting")}
          max={100_000_000}
          error={wrong["maxWaiting"]}
        />
        <Count
          label={text.session}
          unit={common.minutes}
          fractions
          min={0.1}
          max={1_440}
          value={form.sessionMinutes}
          onChange={(value) => set("sessionMinutes")(value ?? 10)}
          error={wrong["sessionMinutes"]}
        />
        <Count
          label={text.heartbeat}
          hint={text.heartbeatHint}
          unit={text.seconds}
          value={form.heartbeatSeconds}
          onChange={(value) => set("heartbeatSeconds")(value ?? 120)}
          max={3_600}
          error={wrong["heartbeatSeconds"]}
        />
      </div>
    </Part>
  );
}

function Gate({ room, form, set, wrong }: PartProps & { room: Room }) {
  const { knownUser } = form;
  const named = (field: keyof NonNullable<typeof knownUser>) => (value: string) =>
    set("knownUser")({ ...knownUser!, [field]: value });
  return (
    <Part title={text.gate} about={text.gateText}>
      <div className="grid gap-1.5">
        <span className="font-semibold">{text.roomId}</span>
        <CopyLine value={room.id} label={text.roomId} />
      </div>
      <div className="grid gap-1.5">
        <span className="font-semibold">{text.visitorsPage}</span>
        <CopyLine value={`${publicUrl()}/room/${room.id}`} label={text.visitorsPage} />
      </div>
      <Field
        label={text.hostName}
        hint={text.hostNameHint}
        optional
        maxLength={253}
        value={form.hostName ?? ""}
        onChange={(value) => set("hostName")(value.trim() || null)}
        error={wrong["hostName"]}
      />
      <HostProofNotice room={room} />
      {form.hostName && (
        <Field
          label={text.openPaths}
          hint={text.openPathsHint}
          optional
          multiline
          value={form.openPaths.join("\n")}
          onChange={(value) => set("openPaths")(value.split("\n").map((path) => path.trim()))}
          error={wrong["openPaths"] ?? wrong["openPaths.0"]}
        />
      )}
      <div className="grid gap-4 border-t border-rule pt-4">
        <div>
          <h3 className="font-semibold">{text.knownUser}</h3>
          <p className="text-soft">{text.knownUserText}</p>
        </div>
        <Check
          isSelected={knownUser !== null}
          onChange={(on) =>
            set("knownUser")(on ? { customerId: "", eventId: "", secretKey: "" } : null)
          }
        >
          {text.knownUserOn}
        </Check>
        {knownUser && (
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              label={text.customerId}
              isRequired
              value={knownUser.customerId}
              onChange={named("customerId")}
              error={wrong["knownUser.customerId"]}
            />
            <Field
              label={text.eventId}
              isRequired
              value={knownUser.eventId}
              onChange={named("eventId")}
              error={wrong["knownUser.eventId"]}
            />
            <Field
              label={text.secretKey}
              isRequired
              type="password"
              autoComplete="off"
              value={knownUser.secretKey}
              onChange={named("secretKey")}
              error={wrong["knownUser.secretKey"]}
            />
          </div>
        )}
      </div>
    </Part>
  );
}
