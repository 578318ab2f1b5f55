// The doctor's own page: one big button, the patient of the moment, and who is still to come.

import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { dateIn, dateText, timeIn } from "../../look/zone-time.ts";
import type { Doctor, QueuedBooking, QueuedToken } from "../../wire/opd.ts";
import { CallNext } from "../desk/call-next.tsx";
import { useMinutes } from "../desk/clock.tsx";
import { HelpDialog } from "../desk/desk-dialogs.tsx";
import { useShortcuts } from "../desk/shortcuts.ts";
import { usePageTitle } from "../page-title.ts";
import { useMay } from "../session.ts";
import { Button, buttonClass, IconButton } from "../ui/button.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { Connection } from "../ui/connection.tsx";
import { Icon } from "../ui/icons.tsx";
import { Empty, Failure, Loading } from "../ui/states.tsx";
import { common, desk } from "../messages.ts";
import { useCallNext } from "./call-next-patient.ts";
import { useDayStream, useSlots } from "./live-day.ts";
import { doctorPage as text, whoIs } from "./messages.ts";
import { opdApi } from "./opd-api.ts";
import { PatientNow } from "./patient-now.tsx";
import { DoctorQueue } from "./doctor-queue.tsx";
import { useTokenActions } from "./token-actions.tsx";
import { TokenQuestion } from "./token-question.tsx";

const route = getRouteApi("/signed-in/opd/doctor/$doctorId");

export function DoctorPage() {
  const { doctorId } = route.useParams();
  const doctors = useQuery({ queryKey: ["doctors"], queryFn: opdApi.doctors });
  const doctor = doctors.data?.items.find(({ id }) => id === doctorId);
  usePageTitle(doctor?.name ?? "");
  if (doctors.isPending) return <Loading />;
  if (doctors.isError) {
    return <Failure error={doctors.error} onRetry={() => void doctors.refetch()} />;
  }
  if (doctor) return <DoctorToday key={doctor.id} doctor={doctor} />;
  return (
    <Empty title={text.notFound} text={desk.notFoundText}>
      <Link to="/opd" className={buttonClass("second")}>
        {text.reception}
      </Link>
    </Empty>
  );
}

function DoctorToday({ doctor }: { doctor: Doctor }) {
  const date = dateIn(useMinutes(), doctor.timezone);
  const queue = useQuery({
    queryKey: ["opd", "queue", doctor.id, date],
    queryFn: ({ signal }) => opdApi.liveQueue(doctor.id, date, signal),
  });
  const slots = useSlots(doctor.id, date);
  const link = useDayStream(doctor.id, date, ["opd"]);
  if (queue.isPending) return <Loading />;
  if (queue.isError && !queue.data) {
    return <Failure error={queue.error} onRetry={() => void queue.refetch()} />;
  }
  const waiting = slots.data?.reduce((sum, slot) => sum + slot.waiting.length, 0) ?? 0;
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <Connection link={link} />
      <Consultation
        doctor={doctor}
        date={date}
        queue={queue.data.items}
        nextId={queue.data.next}
        waiting={waiting}
      />
    </div>
  );
}

interface ConsultationProps {
  doctor: Doctor;
  date: string;
  queue: (QueuedToken | QueuedBooking)[];
  /** Who is called next. */
  nextId: string | null;
  /** Without a place yet. */
  waiting: number;
}

function Consultation({ doctor, date, queue, nextId, waiting }: ConsultationProps) {
  const now = useMinutes();
  const operates = useMay("opd:operate");
  const actions = useTokenActions();
  const { call, callNext, early, callEarly, callNobody } = useCallNext(doctor.id, date);
  const [helping, setHelping] = useState(false);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const tokens = queue.filter((entry) => entry.type === "token");
  const here = tokens.filter((token) => token.calledAt !== null);
  const toCome = queue.filter((entry) =>
    entry.type === "token" ? entry.calledAt === null : Date.parse(entry.end) > now,
  );
  const selected = here.find(({ id }) => id === selectedId) ?? here[0];
  const next = tokens.find(({ id }) => id === nextId);
  const wouldBeEarly = tokens.find(({ id }) => id === early?.tokenId);

  useShortcuts({
    "?": () => setHelping(true),
    ...(operates && {
      n: callNext,
      s: () => selected?.status === "ALLOCATED" && void actions.act(selected, "start"),
      f: () => selected?.status === "IN_PROGRESS" && void actions.act(selected, "complete"),
      x: () => selected?.status === "ALLOCATED" && void actions.act(selected, "no-show"),
      r: () => selected?.status === "ALLOCATED" && void actions.act(selected, "recall"),
      k: () => selected?.status === "ALLOCATED" && void actions.act(selected, "skip"),
    }),
  });

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-4xl font-bold">
          <bdi>{doctor.name}</bdi>
        </h1>
        <p className="text-lg text-soft">
          {dateText(date, { weekday: "long", day: "numeric", month: "long" })}
        </p>
        <div className="-mx-3 flex items-center sm:ms-auto">
          <Link
            to="/opd"
            search={{ doctor: doctor.id }}
            className={`${buttonClass("quiet")} px-3 text-soft`}
          >
            {text.reception}
          </Link>
          <IconButton
            label={desk.shortcuts}
            onPress={() => setHelping(true)}
            className="pointer-coarse:hidden"
          >
            <Icon name="help" />
          </IconButton>
        </div>
      </div>
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid gap-5 lg:sticky lg:top-5">
          {operates ? (
            <CallNext
              call={call}
              next={next && { number: String(next.number), name: next.patientName }}
              onCall={callNext}
            />
          ) : (
            <p className="rounded-2xl border-2 border-dashed border-rule p-6 text-soft">
              {text.viewOnly}
            </p>
          )}
          <section aria-label={text.now} className="grid gap-3">
            {here.map((token) => (
              <PatientNow
                key={token.id}
                token={token}
                actions={operates ? actions : null}
                isSelected={token.id === selected?.id}
                onSelect={() => setSelectedId(token.id)}
              />
            ))}
            {here.length === 0 && (
              <div className="rounded-2xl border-2 border-dashed border-rule p-6">
                <p className="text-lg font-semibold">{text.nobodyHere}</p>
                <p className="text-soft">{text.nobodyHereText}</p>
              </div>
            )}
          </section>
        </div>
        <DoctorQueue
          entries={toCome}
          timezone={doctor.timezone}
          waiting={waiting}
          actions={operates ? actions : null}
        />
      </div>
      <TokenQuestion actions={actions} timezone={doctor.timezone} />
      <Dialog title={text.nobodyDue} isOpen={early !== null} onClose={callNobody} alert>
        <p>
          {early &&
            text.nobodyDueText(
              wouldBeEarly ? whoIs(wouldBeEarly) : text.someoneLater,
              timeIn(early.slotStart, doctor.timezone),
            )}
        </p>
        <DialogButtons>
          <Button onPress={callNobody}>{common.cancel}</Button>
          <Button look="main" onPress={callEarly}>
            {text.callEarly}
          </Button>
        </DialogButtons>
      </Dialog>
      <HelpDialog isOpen={helping} onClose={() => setHelping(false)} keys={text.keys} />
    </>
  );
}
