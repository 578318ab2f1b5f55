// All patients, and finding one of them.

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { usePageTitle } from "../page-title.ts";
import { useMay } from "../session.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { useSettled } from "../ui/settled.ts";
import { Empty, Failure, Loading } from "../ui/states.tsx";
import { form, list as text } from "./messages.ts";
import { PatientForm } from "./patient-form.tsx";
import { PatientRows } from "./patient-rows.tsx";
import { patientsApi } from "./patients-api.ts";

const typingMs = 150;

const route = getRouteApi("/signed-in/patients");

export function PatientsPage() {
  usePageTitle(text.title);
  const operates = useMay("opd:operate");
  const navigate = useNavigate();
  const { q = "" } = route.useSearch();
  const [words, setWords] = useState(q);
  const [adding, setAdding] = useState(false);
  const close = () => setAdding(false);
  const asked = useSettled(words.trim(), typingMs);
  // Coming back from a patient shows what was found before.
  useEffect(() => {
    // Not for somebody who is on the way to a patient already: this would call them back.
    if (window.location.pathname !== "/patients") return;
    void navigate({ to: "/patients", search: asked ? { q: asked } : {}, replace: true });
  }, [asked, navigate]);
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-[minmax(0,1fr)] content-start gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-4xl font-bold">{text.title}</h1>
        {operates && (
          <Button look="main" onPress={() => setAdding(true)}>
            <Icon name="plus" />
            {text.new}
          </Button>
        )}
      </div>
      <Field
        label={text.search}
        hint={text.searchHint}
        type="search"
        maxLength={100}
        autoComplete="off"
        value={words}
        onChange={setWords}
      />
      <Found asked={asked} />
      <Dialog wide title={form.newTitle} isOpen={adding} onClose={close}>
        <PatientForm
          onClose={close}
          onDone={({ id }) => {
            close();
            void navigate({ to: "/patients/$patientId", params: { patientId: id } });
          }}
        />
      </Dialog>
    </div>
  );
}

function Found({ asked }: { asked: string }) {
  const found = useInfiniteQuery({
    queryKey: ["patients", "list", asked],
    queryFn: ({ pageParam, signal }) => patientsApi.find(asked, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  });
  if (found.isPending) return <Loading />;
  if (found.isError) return <Failure error={found.error} onRetry={() => void found.refetch()} />;
  const patients = found.data.pages.flatMap(({ items }) => items);
  if (patients.length === 0) {
    return asked === "" ? (
      <Empty title={text.emptyTitle} text={text.emptyText} />
    ) : (
      <Empty title={text.nobody} text={text.nobodyText} />
    );
  }
  return (
    <div className="grid gap-3">
      <p role="status" className="text-soft">
        {text.shown(patients.length, found.hasNextPage)}
      </p>
      <PatientRows patients={patients} />
      {found.hasNextPage && (
        <Button className="justify-self-center" onPress={() => void found.fetchNextPage()}>
          {found.isFetchingNextPage ? text.loadingMore : text.more}
        </Button>
      )}
    </div>
  );
}
