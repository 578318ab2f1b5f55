// One doctor or room: its weekly hours and the days that differ.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Resource } from "../../wire/availability.ts";
import { asProblem } from "../../../client/transport/problem.ts";
import { desk } from "../messages.ts";
import { usePageTitle } from "../page-title.ts";
import { backClass, Button, buttonClass } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { Field } from "../ui/field.tsx";
import { useNotices } from "../ui/notices.tsx";
import { Empty, Failure, Loading } from "../ui/states.tsx";
import { Feed, OutsideCalendars } from "./calendars.tsx";
import { Delegations } from "./delegations.tsx";
import { Exceptions } from "./exceptions.tsx";
import { HoursForm } from "./hours-form.tsx";
import { list, resource as text, types } from "./messages.ts";
import { DepartmentField, useDepartments } from "./departments.tsx";
import { resourcesApi, type ResourcePatch } from "./resources-api.ts";
import { useRights } from "./rights.ts";

const route = getRouteApi("/signed-in/resources/$resourceId");

export function ResourcePage() {
  const { resourceId } = route.useParams();
  const manages = useRights()("manage_availability", [resourceId]);
  const resource = useQuery({
    queryKey: ["resource", resourceId],
    queryFn: () => resourcesApi.resource(resourceId),
  });
  const availability = useQuery({
    queryKey: ["availability", resourceId],
    queryFn: () => resourcesApi.availability(resourceId),
  });
  usePageTitle(resource.data?.name ?? "");
  const error = resource.error ?? availability.error;
  if (error) {
    if (asProblem(error).status === 404) {
      return (
        <Empty title={list.notFound} text={desk.notFoundText}>
          <Link to="/resources" className={buttonClass("second")}>
            {text.back}
          </Link>
        </Empty>
      );
    }
    const retry = () => void Promise.all([resource.refetch(), availability.refetch()]);
    return <Failure error={error} onRetry={retry} />;
  }
  if (!resource.data || !availability.data) return <Loading />;
  const parts = {
    resource: resource.data,
    availability: availability.data,
    isReadOnly: !manages,
  };
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] gap-6">
      <Head resource={resource.data} manages={manages} />
      <HoursForm key={`hours ${resourceId}`} {...parts} />
      <Exceptions key={`exceptions ${resourceId}`} {...parts} />
      <Delegations resource={resource.data} />
      {manages && (
        <>
          <Feed resource={resource.data} />
          <OutsideCalendars resource={resource.data} />
        </>
      )}
    </div>
  );
}

function Head({ resource, manages }: { resource: Resource; manages: boolean }) {
  const client = useQueryClient();
  const { say, complain } = useNotices();
  const [renaming, setRenaming] = useState(false);
  const departments = useDepartments();
  const department = departments.find(({ id }) => id === resource.departmentId);
  const change = useMutation({
    mutationFn: (patch: ResourcePatch) => resourcesApi.change(resource.id, patch),
    onSuccess(after) {
      client.setQueryData(["resource", resource.id], after);
      for (const queryKey of [["resources"], ["doctors"], ["opd"]]) {
        void client.invalidateQueries({ queryKey });
      }
    },
    onError: complain,
  });
  return (
    <div className="grid gap-1">
      <Link to="/resources" className={backClass}>
        {text.back}
      </Link>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-4xl font-bold">
          <bdi>{resource.name}</bdi>
        </h1>
        <p className="text-lg text-soft">
          {types[resource.type]}
          {department && ` · ${department.name}`}
        </p>
        <div className="-mx-3 flex flex-wrap items-center sm:ms-auto">
          <Link
            to="/calendar"
            search={{ show: resource.id }}
            className={`${buttonClass("quiet")} px-3 text-soft`}
          >
            {text.calendar}
          </Link>
          <Link
            to="/resources/$resourceId/queue"
            params={{ resourceId: resource.id }}
            className={`${buttonClass("quiet")} px-3 text-soft`}
          >
            {text.queue}
          </Link>
          {resource.type === "doctor" && (
            <Link
              to="/opd"
              search={{ doctor: resource.id }}
              className={`${buttonClass("quiet")} px-3 text-soft`}
            >
              {text.reception}
            </Link>
          )}
          {manages && (
            <>
              <Button look="quiet" className="px-3 text-soft" onPress={() => setRenaming(true)}>
                {departments.length > 0 ? text.edit : text.rename}
              </Button>
              <Button
                look="quiet"
                className="px-3 text-soft"
                onPress={() =>
                  change.mutate(
                    { active: !resource.active },
                    {
                      onSuccess: (after) =>
                        say((after.active ? text.restored : text.retired)(after.name)),
                    },
                  )
                }
              >
                {resource.active ? text.retire : text.restore}
              </Button>
            </>
          )}
        </div>
      </div>
      <p className="text-soft">{text.zone(resource.timezone)}</p>
      {!resource.active && (
        <p className="mt-2 rounded-xl bg-warn px-5 py-3 text-on-warn">{text.retiredText}</p>
      )}
      <Dialog
        title={departments.length > 0 ? text.editTitle : text.renameTitle}
        isOpen={renaming}
        onClose={() => setRenaming(false)}
      >
        <RenameForm
          resource={resource}
          onRename={(patch) => change.mutateAsync(patch)}
          onClose={() => setRenaming(false)}
        />
      </Dialog>
    </div>
  );
}

interface RenameProps {
  resource: Resource;
  onRename(patch: ResourcePatch): Promise<unknown>;
  onClose(): void;
}

function RenameForm({ resource, onRename, onClose }: RenameProps) {
  const [name, setName] = useState(resource.name);
  const [departmentId, setDepartment] = useState(resource.departmentId);
  const rename = useMutation({
    mutationFn: () => onRename({ name: name.trim(), departmentId }),
    onSuccess: onClose,
  });
  return (
    <DialogForm
      work={{ ...rename, mutate: () => name.trim() !== "" && rename.mutate() }}
      onClose={onClose}
    >
      <Field
        label={list.name}
        isRequired
        autoFocus
        maxLength={200}
        value={name}
        onChange={setName}
      />
      <DepartmentField value={departmentId} onChange={setDepartment} />
    </DialogForm>
  );
}
