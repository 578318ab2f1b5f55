// A doctor is away: first what would become of each patient, then doing it.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { addDays, dateIn, instantOf } from "../../look/zone-time.ts";
import type { NewException, Preview, Settled } from "../../wire/availability.ts";
import type { Doctor } from "../../wire/opd.ts";
import { serverNow } from "../../wire/request.ts";
import { common } from "../messages.ts";
import { Affected, settledInWords } from "../resources/affected.tsx";
import { resourcesApi } from "../resources/resources-api.ts";
import { Button } from "../ui/button.tsx";
import { Radios } from "../ui/choice.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Moment } from "../ui/moment.tsx";
import { useNotices } from "../ui/notices.tsx";
import { FormProblem } from "../ui/states.tsx";
import { leave as text, otherPlaces as places, whoIs } from "./messages.ts";
import { opdApi } from "./opd-api.ts";
import { OtherPlaces, usePlacesInWords, type FoundPlaces, type Offer } from "./other-places.tsx";

type Span = "rest" | "day" | "other";

interface LeaveProps {
  doctor: Doctor;
  date: string;
  isOpen: boolean;
  onClose(): void;
}

export function LeaveDialog(props: LeaveProps) {
  return (
    <Dialog
      wide
      title={text.title(props.doctor.name)}
      isOpen={props.isOpen}
      onClose={props.onClose}
    >
      <Leave key={`${props.doctor.id} ${props.date}`} {...props} />
    </Dialog>
  );
}

function Leave({ doctor, date, onClose }: LeaveProps) {
  const { timezone } = doctor;
  const isToday = date === dateIn(serverNow(), timezone);
  const [span, setSpan] = useState<Span>(isToday ? "rest" : "day");
  const [from, setFrom] = useState({ date, time: "09:00" });
  const [until, setUntil] = useState({ date, time: "17:00" });
  const [reason, setReason] = useState("");
  const [foreseen, setForeseen] = useState<{ change: NewException; preview: Preview } | null>(null);

  const look = useMutation({
    mutationFn: (change: NewException) =>
      resourcesApi.preview(doctor.id, { ...change, conflicts: "move" }),
    onSuccess: (preview, change) => setForeseen({ change, preview }),
  });

  function changeNow(): NewException {
    const more = { available: false, reason: reason.trim() || null };
    if (span === "day") return { ...more, start: date, end: addDays(date, 1) };
    if (span === "rest") {
      return { ...more, start: new Date(serverNow()).toISOString(), end: addDays(date, 1) };
    }
    return {
      ...more,
      start: instantOf(from.date, from.time, timezone),
      end: instantOf(until.date, until.time, timezone),
    };
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!look.isPending) look.mutate(changeNow());
  }

  if (foreseen) {
    return (
      <Consequences
        doctor={doctor}
        {...foreseen}
        onBack={() => setForeseen(null)}
        onClose={onClose}
      />
    );
  }
  const spans = [
    ...(isToday ? [{ id: "rest" as const, name: text.restOfDay }] : []),
    { id: "day" as const, name: text.wholeDay },
    { id: "other" as const, name: text.another },
  ];
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <p className="text-soft">{text.text}</p>
      <Radios label={text.span} options={spans} value={span} onChange={setSpan} />
      {span === "other" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Moment label={text.from} value={from} onChange={setFrom} />
          <Moment label={text.until} value={until} onChange={setUntil} />
        </div>
      )}
      <Field
        label={text.reason}
        hint={text.reasonHint}
        optional
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
      <FormProblem error={look.error} />
      <DialogButtons>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button type="submit" look="main">
          {look.isPending ? text.looking : text.preview}
        </Button>
      </DialogButtons>
    </form>
  );
}

interface ConsequencesProps {
  doctor: Doctor;
  change: NewException;
  preview: Preview;
  onBack(): void;
  onClose(): void;
}

function Consequences({ doctor, change, preview, onBack, onClose }: ConsequencesProps) {
  const client = useQueryClient();
  const { say } = useNotices();
  const [offer, setOffer] = useState<Offer>({ doctorIds: [doctor.id], days: 0 });
  const homeless = waitingOf(preview.settled ?? []);
  const plan = useQuery({
    queryKey: ["places", doctor.id, change, offer],
    queryFn: () => opdApi.findPlaces(placesFor(homeless, offer, awayIn(change, doctor))),
    enabled: homeless.length > 0,
    gcTime: 0,
  });
  const elsewhere = usePlacesInWords(plan.data, doctor);
  const carryOut = useMutation({
    async mutationFn() {
      const { settled } = await resourcesApi.addException(doctor.id, {
        ...change,
        conflicts: "move",
      });
      const waiting = waitingOf(settled);
      const found =
        waiting.length > 0 ? await opdApi.findPlaces(placesFor(waiting, offer)) : undefined;
      return { settled, found };
    },
    onSuccess({ settled, found }) {
      void client.invalidateQueries({ queryKey: ["opd"] });
      void client.invalidateQueries({ queryKey: ["availability", doctor.id] });
      const moved = found?.moved ?? 0;
      say(`${text.done} ${moved > 0 ? places.done(moved) : settledInWords(settled)}`.trim());
      if (moved === 0 || !found?.nowhere) onClose();
    },
  });
  if (carryOut.data?.found) return <Left found={carryOut.data.found} onClose={onClose} />;
  const total = preview.outsideTotal;
  return (
    <div className="grid gap-5">
      {total === 0 ? (
        <p className="text-lg">{text.nobody}</p>
      ) : (
        <>
          <p className="text-lg font-semibold">{text.affected(total)}</p>
          {homeless.length > 0 && <OtherPlaces doctor={doctor} offer={offer} onChange={setOffer} />}
          <Affected
            resource={doctor}
            outside={preview.outside}
            total={total}
            settled={preview.settled}
            elsewhere={plan.data && plan.data.moved > 0 ? elsewhere : undefined}
          />
          {plan.isFetching && <p role="status">{places.looking}</p>}
        </>
      )}
      <FormProblem error={carryOut.error ?? plan.error} />
      <DialogButtons>
        <Button onPress={onBack}>{common.back}</Button>
        <Button
          look="main"
          onPress={() => {
            if (!carryOut.isPending && !carryOut.isSuccess) carryOut.mutate();
          }}
        >
          {carryOut.isPending ? text.doing : total === 0 ? text.confirmNobody : text.confirm}
        </Button>
      </DialogButtons>
    </div>
  );
}

/** What is left to do by hand. */
function Left({ found, onClose }: { found: FoundPlaces; onClose(): void }) {
  return (
    <div className="grid gap-5">
      <p className="text-lg font-semibold">{places.done(found.moved)}</p>
      <p>{places.left(found.nowhere)}</p>
      <ul className="grid gap-1">
        {found.items
          .filter(({ outcome }) => outcome === "nowhere")
          .map(({ token }) => (
            <li key={token.id} className="font-semibold">
              <bdi>{whoIs(token)}</bdi>
            </li>
          ))}
      </ul>
      <DialogButtons>
        <Button look="main" onPress={onClose}>
          {common.close}
        </Button>
      </DialogButtons>
    </div>
  );
}

const maxAtOnce = 500;

const waitingOf = (settled: readonly Settled[]) =>
  settled
    .filter(({ kind, outcome }) => kind === "token" && outcome === "waiting")
    .map(({ id }) => id);

const placesFor = (ids: string[], { doctorIds, days }: Offer, away?: Away) => ({
  tokenIds: ids.slice(0, maxAtOnce),
  doctorIds,
  days,
  dryRun: away !== undefined,
  ...(away && { away }),
});

interface Away {
  doctorId: string;
  start: string;
  end: string;
}

/** Local dates as instants. */
function awayIn({ start, end }: NewException, { id, timezone }: Doctor): Away {
  const instant = (at: string) => (at.length === 10 ? instantOf(at, "00:00", timezone) : at);
  return { doctorId: id, start: instant(start), end: instant(end) };
}
