// Who acts for a resource: its owner, and those whom the owner lets act, for a time.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dateIn, dateText, instantOf } from "../../look/zone-time.ts";
import type { Resource } from "../../wire/availability.ts";
import { permissions, type Delegation, type Permission } from "../../wire/rights.ts";
import { api } from "../api.ts";
import { useMay } from "../session.ts";
import { Button } from "../ui/button.tsx";
import { Check } from "../ui/check.tsx";
import { Dropdown } from "../ui/choice.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { fieldProblems } from "../problem-text.ts";
import { DialogForm } from "../ui/dialog-form.tsx";
import { DateField, labelClass } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { useNotices } from "../ui/notices.tsx";
import { Part } from "../ui/part.tsx";
import { Failure, Loading } from "../ui/states.tsx";
import { delegations as text } from "./messages.ts";
import { rightsApi } from "./rights-api.ts";

const nobody = "nobody";
const rightsKey = (id: string) => ["resource", id, "rights"];

export function Delegations({ resource }: { resource: Resource }) {
  const [adding, setAdding] = useState(false);
  const rights = useQuery({
    queryKey: rightsKey(resource.id),
    queryFn: () => rightsApi.rights(resource.id),
  });
  const changesOwner = useMay("org:manage");
  if (rights.isPending) return <Loading />;
  if (rights.isError) {
    return <Failure error={rights.error} onRetry={() => void rights.refetch()} />;
  }
  const { owner, items, mayDelegate } = rights.data;
  const [present, past] = [
    items.filter(({ status }) => status === "active"),
    items.filter(({ status }) => status !== "active"),
  ];
  return (
    <Part title={text.title} about={text.text}>
      {changesOwner ? (
        <OwnerChoice resource={resource} ownerId={owner?.userId ?? null} />
      ) : (
        <p>
          <span className={labelClass}>{text.owner}</span>{" "}
          {owner ? <bdi>{owner.name}</bdi> : text.noOwner}
        </p>
      )}
      {present.length === 0 ? (
        <p className="text-soft">{text.none}</p>
      ) : (
        <ul className="grid gap-2" aria-label={text.title}>
          {present.map((one) => (
            <Row key={one.id} resource={resource} delegation={one} />
          ))}
        </ul>
      )}
      {mayDelegate.length > 0 && (
        <Button className="justify-self-start" onPress={() => setAdding(true)}>
          <Icon name="plus" />
          {text.add}
        </Button>
      )}
      {past.length > 0 && (
        <details>
          <summary className="text-soft">{text.past(past.length)}</summary>
          <ul className="mt-2 grid gap-1 text-soft">
            {past.map((one) => (
              <li key={one.id}>
                <bdi>{one.name}</bdi>: {inWords(one.permissions)}, {text.ended[one.status]}
              </li>
            ))}
          </ul>
        </details>
      )}
      <Dialog title={text.addTitle} isOpen={adding} onClose={() => setAdding(false)}>
        <DelegationForm resource={resource} may={mayDelegate} onClose={() => setAdding(false)} />
      </Dialog>
    </Part>
  );
}

const inWords = (list: readonly Permission[]) => list.map((one) => text.short[one]).join(", ");

function usePeople() {
  const members = useQuery({ queryKey: ["members"], queryFn: api.members });
  return (members.data?.items ?? []).flatMap(({ userId, name, email }) =>
    userId ? [{ id: userId, name: name ?? email, text: email }] : [],
  );
}

function OwnerChoice({ resource, ownerId }: { resource: Resource; ownerId: string | null }) {
  const client = useQueryClient();
  const { say, complain } = useNotices();
  const people = usePeople();
  const change = useMutation({
    mutationFn: (userId: string) =>
      rightsApi.setOwner(resource.id, userId === nobody ? null : userId),
    onSuccess: () => say(text.ownerSaved),
    onError: complain,
    onSettled: () => client.invalidateQueries({ queryKey: rightsKey(resource.id) }),
  });
  return (
    <div className="max-w-md">
      <Dropdown
        label={text.owner}
        options={[{ id: nobody, name: text.noOwner }, ...people]}
        value={ownerId ?? nobody}
        onChange={(userId) => change.mutate(userId)}
      />
    </div>
  );
}

function Row({ resource, delegation }: { resource: Resource; delegation: Delegation }) {
  const client = useQueryClient();
  const { say, complain } = useNotices();
  const revoke = useMutation({
    mutationFn: () => rightsApi.revoke(resource.id, delegation.id),
    onSuccess: () => say(text.revoked(delegation.name)),
    onError: complain,
    onSettled: () => client.invalidateQueries({ queryKey: rightsKey(resource.id) }),
  });
  const { until, grantedBy } = delegation;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-xl border border-rule px-4 py-2">
      <div className="min-w-0 flex-1 basis-64">
        <p>
          <bdi className="font-bold">{delegation.name}</bdi>{" "}
          <span className="text-soft">{inWords(delegation.permissions)}</span>
        </p>
        <p className="text-sm text-soft">
          {until ? text.until(dateWords(until, resource.timezone)) : text.forNow}
          {grantedBy.name && ` · ${text.by(grantedBy.name)}`}
        </p>
      </div>
      <Button look="danger" onPress={() => !revoke.isPending && revoke.mutate()}>
        {text.revoke}
        <span className="sr-only"> {delegation.name}</span>
      </Button>
    </li>
  );
}

const dateWords = (instant: string, zone: string) =>
  dateText(dateIn(Date.parse(instant) - 1, zone), {
    day: "numeric",
    month: "long",
    year: "numeric",
  });

interface FormProps {
  resource: Resource;
  may: Permission[];
  onClose(): void;
}

function DelegationForm({ resource, may, onClose }: FormProps) {
  const client = useQueryClient();
  const { say } = useNotices();
  const people = usePeople();
  const [userId, setUserId] = useState("");
  const [chosen, setChosen] = useState<Permission[]>([]);
  const [until, setUntil] = useState("");
  const add = useMutation({
    mutationFn: () =>
      rightsApi.delegate(resource.id, {
        userId,
        permissions: chosen,
        // The last day counts to its end.
        ...(until && { until: instantOf(until, "24:00", resource.timezone) }),
      }),
    onSuccess(made) {
      void client.invalidateQueries({ queryKey: rightsKey(resource.id) });
      say(text.added(made.name));
      onClose();
    },
  });

  const wrong = fieldProblems(add.error);
  return (
    <DialogForm
      work={add}
      action={text.confirm}
      isReady={userId !== "" && chosen.length > 0}
      onClose={onClose}
    >
      <Dropdown
        label={text.who}
        options={[...(userId === "" ? [{ id: "", name: text.choose }] : []), ...people]}
        value={userId}
        onChange={setUserId}
      />
      <fieldset className="grid">
        <legend className={labelClass}>{text.what}</legend>
        {permissions
          .filter((one) => may.includes(one))
          .map((one) => (
            <Check
              key={one}
              isSelected={chosen.includes(one)}
              onChange={(isOn) =>
                setChosen(isOn ? [...chosen, one] : chosen.filter((other) => other !== one))
              }
            >
              {text.permissions[one]}
            </Check>
          ))}
      </fieldset>
      <DateField
        label={text.lastDay}
        hint={text.lastDayHint}
        optional
        value={until}
        onChange={setUntil}
        error={wrong["until"]}
      />
    </DialogForm>
  );
}
