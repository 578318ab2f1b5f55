import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { resourceTypes, type Resource, type ResourceType } from "../../wire/availability.ts";
import { usePageTitle } from "../page-title.ts";
import { TimezoneField, timezoneHere } from "../pages/timezone-field.tsx";
import { useMay } from "../session.ts";
import { Radios } from "../ui/choice.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { Field } from "../ui/field.tsx";
import { ListPage } from "../ui/list-page.tsx";
import { list as text, types } from "./messages.ts";
import { resourcesApi } from "./resources-api.ts";

const route = getRouteApi("/signed-in/resources");

export function ResourcesPage() {
  usePageTitle(text.title);
  const manages = useMay("availability:manage");
  const wanted = route.useSearch().new;
  const [making, setMaking] = useState(wanted !== undefined && manages);
  const resources = useQuery({ queryKey: ["resources"], queryFn: resourcesApi.resources });
  const make = manages
    ? { label: text.new, first: text.emptyAction, onPress: () => setMaking(true) }
    : null;
  const close = () => setMaking(false);
  return (
    <ListPage
      title={text.title}
      about={text.text}
      list={resources}
      make={make}
      empty={{ title: text.emptyTitle, text: manages ? text.emptyText : text.emptyViewer }}
      more={
        <Dialog title={text.newTitle} isOpen={making} onClose={close}>
          <NewResourceForm onClose={close} />
        </Dialog>
      }
    >
      {(items) =>
        resourceTypes.map((type) => (
          <OfType key={type} type={type} items={items.filter((one) => one.type === type)} />
        ))
      }
    </ListPage>
  );
}

function OfType({ type, items }: { type: ResourceType; items: Resource[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={`type-${type}`} className="grid gap-2">
      <h2 id={`type-${type}`} className="text-xl font-bold">
        {types[type]} <span className="text-soft">{items.length}</span>
      </h2>
      <ul className="divide-y divide-rule overflow-hidden rounded-2xl border border-rule bg-card">
        {items
          .toSorted((a, b) => a.name.localeCompare(b.name))
          .map(({ id, name, timezone, active }) => (
            <li key={id}>
              <Link
                to="/resources/$resourceId"
                params={{ resourceId: id }}
                className="flex min-h-15 flex-wrap items-center gap-x-4 px-5 py-2 hover:bg-sunk -outline-offset-3"
              >
                <span className="text-lg font-semibold">
                  <bdi>{name}</bdi>
                </span>
                {!active && (
                  <span className="rounded-full bg-warn px-2.5 text-sm text-on-warn">
                    {text.inactive}
                  </span>
                )}
                <span className="ms-auto text-soft">{timezone.replaceAll("_", " ")}</span>
              </Link>
            </li>
          ))}
      </ul>
    </section>
  );
}

function NewResourceForm({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [type, setType] = useState<ResourceType>("doctor");
  const [name, setName] = useState("");
  const [timezone, setTimezone] = useState(timezoneHere);
  const create = useMutation({
    mutationFn: () => resourcesApi.create({ type, name: name.trim(), timezone }),
    async onSuccess({ id }) {
      void client.invalidateQueries({ queryKey: ["resources"] });
      void client.invalidateQueries({ queryKey: ["doctors"] });
      onClose();
      await navigate({ to: "/resources/$resourceId", params: { resourceId: id } });
    },
  });
  return (
    <DialogForm work={create} action={text.create} doing={text.creating} onClose={onClose}>
      {(wrong) => (
        <>
          <Radios
            label={text.type}
            options={resourceTypes.map((id) => ({ id, name: types[id] }))}
            value={type}
            onChange={setType}
          />
          <Field
            label={text.name}
            hint={text.nameHint}
            isRequired
            autoFocus
            maxLength={200}
            value={name}
            onChange={setName}
            error={wrong["name"]}
          />
          <TimezoneField value={timezone} onChange={setTimezone} />
        </>
      )}
    </DialogForm>
  );
}
