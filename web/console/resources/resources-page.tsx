import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { resourceTypes, type Resource, type ResourceType } from "../../wire/availability.ts";
import { common } from "../messages.ts";
import { usePageTitle } from "../page-title.ts";
import { TimezoneField, timezoneHere } from "../pages/timezone-field.tsx";
import { fieldProblems } from "../problem-text.ts";
import { useMay } from "../session.ts";
import { Button } from "../ui/button.tsx";
import { Radios } from "../ui/choice.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { Empty, Failure, FormProblem, Loading } from "../ui/states.tsx";
import { list as text, types } from "./messages.ts";
import { resourcesApi } from "./resources-api.ts";

const route = getRouteApi("/signed-in/resources");

export function ResourcesPage() {
  usePageTitle(text.title);
  const manages = useMay("availability:manage");
  const wanted = route.useSearch().new;
  const [making, setMaking] = useState(wanted !== undefined && manages);
  const resources = useQuery({ queryKey: ["resources"], queryFn: resourcesApi.resources });
  const items = resources.data?.items ?? [];
  return (
    <div className="mx-auto grid w-full max-w-4xl content-start gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-4xl font-bold">{text.title}</h1>
          <p className="text-soft">{text.text}</p>
        </div>
        {manages && items.length > 0 && (
          <Button look="main" onPress={() => setMaking(true)}>
            <Icon name="plus" />
            {text.new}
          </Button>
        )}
      </div>
      {resources.isPending && <Loading />}
      {resources.isError && (
        <Failure error={resources.error} onRetry={() => void resources.refetch()} />
      )}
      {resources.data && items.length === 0 && (
        <Empty title={text.emptyTitle} text={manages ? text.emptyText : text.emptyViewer}>
          {manages && (
            <Button look="main" onPress={() => setMaking(true)}>
              {text.emptyAction}
            </Button>
          )}
        </Empty>
      )}
      {resourceTypes.map((type) => (
        <OfType key={type} type={type} items={items.filter((one) => one.type === type)} />
      ))}
      <Dialog title={text.newTitle} isOpen={making} onClose={() => setMaking(false)}>
        <NewResourceForm onClose={() => setMaking(false)} />
      </Dialog>
    </div>
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
  const wrong = fieldProblems(create.error);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!create.isPending) create.mutate();
  }
  return (
    <form className="grid gap-5" onSubmit={submit}>
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
      <FormProblem error={Object.keys(wrong).length > 0 ? null : create.error} />
      <DialogButtons>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button type="submit" look="main">
          {create.isPending ? text.creating : text.create}
        </Button>
      </DialogButtons>
    </form>
  );
}
