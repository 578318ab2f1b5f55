import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import {
  resourceTypes,
  type Department,
  type Resource,
  type ResourceType,
} from "../../wire/availability.ts";
import { usePageTitle } from "../page-title.ts";
import { TimezoneField, timezoneHere } from "../pages/timezone-field.tsx";
import { useMay } from "../session.ts";
import { Button } from "../ui/button.tsx";
import { Dropdown, Radios } from "../ui/choice.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { Field } from "../ui/field.tsx";
import { ListPage } from "../ui/list-page.tsx";
import { Empty } from "../ui/states.tsx";
import { DepartmentField, DepartmentsDialog, useDepartments } from "./departments.tsx";
import { ClosingDialog } from "./closing-dialog.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import {
  closing,
  departments as departmentsText,
  importing,
  list as text,
  types,
} from "./messages.ts";
import { resourcesApi, type ResourceFilter } from "./resources-api.ts";

const route = getRouteApi("/signed-in/resources");

const everything: ResourceFilter = { words: "", type: "any", department: "any" };

export function ResourcesPage() {
  usePageTitle(text.title);
  const manages = useMay("availability:manage");
  const wanted = route.useSearch().new;
  const [open, setOpen] = useState<"new" | "import" | "departments" | "closing" | null>(
    wanted !== undefined && manages ? "new" : null,
  );
  const [filter, setFilter] = useState(everything);
  const departments = useDepartments();
  const { pages, resources } = useResources(useDeferredValue(filter));
  const isNarrowed = JSON.stringify(filter) !== JSON.stringify(everything);
  const make = manages
    ? { label: text.new, first: text.emptyAction, onPress: () => setOpen("new") }
    : null;
  const close = () => setOpen(null);
  return (
    <ListPage
      title={text.title}
      about={text.text}
      list={pages}
      make={make}
      beside={
        manages && (
          <>
            <Button onPress={() => setOpen("import")}>{importing.open}</Button>
            <Button onPress={() => setOpen("closing")}>{closing.open}</Button>
            <Button onPress={() => setOpen("departments")}>{departmentsText.manage}</Button>
          </>
        )
      }
      {...(!isNarrowed && {
        empty: { title: text.emptyTitle, text: manages ? text.emptyText : text.emptyViewer },
      })}
      above={
        (isNarrowed || (pages.data?.items.length ?? 0) > 0) && (
          <Filter filter={filter} departments={departments} onChange={setFilter} />
        )
      }
      none={isNarrowed && <Empty title={text.nothing} text={text.nothingText} />}
      more={
        <>
          <Dialog title={text.newTitle} isOpen={open === "new"} onClose={close}>
            <NewResourceForm onClose={close} />
          </Dialog>
          <ImportDialog isOpen={open === "import"} onClose={close} />
          <ClosingDialog isOpen={open === "closing"} onClose={close} />
          <DepartmentsDialog isOpen={open === "departments"} onClose={close} />
        </>
      }
    >
      {(items) => (
        <div className="grid gap-3">
          <p role="status" className="text-soft">
            {text.found(items.length, resources.hasNextPage)}
          </p>
          <ul className="divide-y divide-rule overflow-hidden rounded-2xl border border-rule bg-card">
            {items.map((one) => (
              <Row
                key={one.id}
                resource={one}
                departments={departments}
                hasZone={items.some(({ timezone }) => timezone !== one.timezone)}
              />
            ))}
          </ul>
          {resources.hasNextPage && (
            <Button
              className="justify-self-center"
              onPress={() => !resources.isFetching && void resources.fetchNextPage()}
            >
              {text.more}
            </Button>
          )}
        </div>
      )}
    </ListPage>
  );
}

/** As many pages as were asked for, and the same as one list. */
function useResources(filter: ResourceFilter) {
  const resources = useInfiniteQuery({
    queryKey: ["resources", "pages", filter],
    queryFn: ({ pageParam, signal }) => resourcesApi.page(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const { data, isPending, isError, error, refetch } = resources;
  const items = data?.pages.flatMap((page) => page.items);
  return { resources, pages: { data: items && { items }, isPending, isError, error, refetch } };
}

interface FilterProps {
  filter: ResourceFilter;
  departments: Department[];
  onChange(filter: ResourceFilter): void;
}

function Filter({ filter, departments, onChange }: FilterProps) {
  const kinds = resourceTypes.map((id) => ({ id, name: types[id] }));
  return (
    <div role="search" className="grid gap-x-4 gap-y-3 sm:grid-cols-[2fr_1fr_1fr]">
      <Field
        label={text.search}
        type="search"
        maxLength={100}
        value={filter.words}
        onChange={(words) => onChange({ ...filter, words })}
      />
      <Dropdown
        label={text.kind}
        options={[{ id: "any" as const, name: text.anyType }, ...kinds]}
        value={filter.type}
        onChange={(type) => onChange({ ...filter, type })}
      />
      {departments.length > 0 && (
        <Dropdown
          label={text.department}
          options={[
            { id: "any", name: text.anyDepartment },
            ...departments,
            { id: "none", name: text.noDepartment },
          ]}
          value={filter.department}
          onChange={(department) => onChange({ ...filter, department })}
        />
      )}
    </div>
  );
}

interface RowProps {
  resource: Resource;
  departments: Department[];
  /** Not all are in the same one. */
  hasZone: boolean;
}

function Row({ resource, departments, hasZone }: RowProps) {
  const { id, type, name, timezone, active, departmentId } = resource;
  const department = departments.find((one) => one.id === departmentId);
  return (
    <li>
      <Link
        to="/resources/$resourceId"
        params={{ resourceId: id }}
        className="flex min-h-15 flex-wrap items-center gap-x-4 px-5 py-2 hover:bg-sunk -outline-offset-3"
      >
        <span className="text-lg font-semibold">
          <bdi>{name}</bdi>
        </span>
        {!active && (
          <span className="rounded-full bg-warn px-2.5 text-sm text-on-warn">{text.inactive}</span>
        )}
        <span className="ms-auto text-end text-soft">
          {types[type]}
          {department && ` · ${department.name}`}
          {hasZone && <span className="block text-sm">{timezone.replaceAll("_", " ")}</span>}
        </span>
      </Link>
    </li>
  );
}

function NewResourceForm({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [type, setType] = useState<ResourceType>("doctor");
  const [name, setName] = useState("");
  const [timezone, setTimezone] = useState(timezoneHere);
  const [departmentId, setDepartment] = useState<string | null>(null);
  const create = useMutation({
    mutationFn: () => resourcesApi.create({ type, name: name.trim(), timezone, departmentId }),
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
          <DepartmentField value={departmentId} onChange={setDepartment} />
          <TimezoneField value={timezone} onChange={setTimezone} />
        </>
      )}
    </DialogForm>
  );
}
