// Who waits for a time that is taken. When one becomes free it is offered to the first in line alone,
// for a while; the desk can answer for them.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { addDays, dateIn, instantOf, timeIn } from "../../look/zone-time.ts";
import type { Resource } from "../../wire/availability.ts";
import type { Kind, Wait } from "../../wire/booking.ts";
import { serverNow } from "../../wire/request.ts";
import { Remaining } from "../desk/clock.tsx";
import { common } from "../messages.ts";
import { usePageTitle } from "../page-title.ts";
import { waitAddress } from "../public-url.ts";
import { resourcesApi } from "../resources/resources-api.ts";
import { useMay } from "../session.ts";
import { Button } from "../ui/button.tsx";
import { Dropdown } from "../ui/choice.tsx";
import { CopyLine } from "../ui/copy.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { Count, Field } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { Moment } from "../ui/moment.tsx";
import { useNotices } from "../ui/notices.tsx";
import { FormProblem } from "../ui/states.tsx";
import { BesideCalendar } from "./beside-calendar.tsx";
import { bookingApi } from "./booking-api.ts";
import { ForWhom, type Chosen } from "./for-whom.tsx";
import { intervalOf, needOf, seatsFor, usualKind } from "./form-state.ts";
import { useAllBookingsStream } from "./live-calendar.ts";
import { dayAndTime, form, kindName, roleName, waitlist as text } from "./messages.ts";

export function WaitlistPage() {
  usePageTitle(text.title);
  const works = useMay("bookings:request");
  const [adding, setAdding] = useState(false);
  const resources = useQuery({ queryKey: ["resources"], queryFn: resourcesApi.resources });
  const kinds = useQuery({ queryKey: ["bookings", "kinds"], queryFn: bookingApi.kinds });
  const waits = useQuery({
    queryKey: ["bookings", "waits"],
    queryFn: () => bookingApi.waits(["offered", "waiting"]),
  });
  const all = resources.data?.items ?? [];
  const link = useAllBookingsStream();
  const error = resources.error ?? waits.error ?? kinds.error;
  const close = () => setAdding(false);
  return (
    <BesideCalendar
      words={text}
      action={
        works &&
        all.length > 0 && (
          <Button look="main" className="sm:ms-auto" onPress={() => setAdding(true)}>
            <Icon name="plus" />
            {text.add}
          </Button>
        )
      }
      link={link}
      error={error}
      onRetry={() => void waits.refetch()}
      items={resources.data && kinds.data && waits.data}
      more={
        <Dialog title={text.addTitle} isOpen={adding} onClose={close}>
          {kinds.data && (
            <NewWaitForm
              resources={all.filter(({ active }) => active)}
              kinds={kinds.data.items}
              onClose={close}
            />
          )}
        </Dialog>
      }
    >
      {(items) => (
        <ol className="grid gap-3" aria-label={text.title}>
          {items.map((wait) => (
            <li key={wait.id}>
              <WaitCard wait={wait} resources={all} works={works} />
            </li>
          ))}
        </ol>
      )}
    </BesideCalendar>
  );
}

interface CardProps {
  wait: Wait;
  resources: Resource[];
  works: boolean;
}

function WaitCard({ wait, resources, works }: CardProps) {
  const client = useQueryClient();
  const { say, complain } = useNotices();
  const who = wait.patientName ?? wait.contact?.name ?? wait.title ?? kindName(wait.kind);
  const wanted = wait.resources.map(({ resourceId }) =>
    resources.find(({ id }) => id === resourceId),
  );
  const zone = wanted[0]?.timezone ?? "UTC";
  const answer = useMutation({
    mutationFn: (verb: "accept" | "decline" | "cancel") => bookingApi.answerOffer(wait.id, verb),
    onSuccess: (_done, verb) => say(text.answered[verb](who)),
    onError: complain,
    onSettled: () => client.invalidateQueries({ queryKey: ["bookings"] }),
  });
  const { offer } = wait;
  return (
    <article
      aria-label={who}
      className={`grid gap-3 rounded-2xl border bg-card p-5 ${offer ? "border-accent shadow-[inset_0_0_0_1px_var(--accent)]" : "border-rule"}`}
    >
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 className="text-xl font-bold">
          <bdi>{who}</bdi>
        </h2>
        <span className="text-soft">
          {kindName(wait.kind)} · {form.minutes(wait.minutes)} ·{" "}
          {wanted.map((one) => one?.name ?? "?").join(", ")}
        </span>
      </div>
      <p className="tabular-nums">
        {text.between(dayAndTime(wait.earliest, zone), dayAndTime(wait.latest, zone))}
      </p>
      {offer && (
        <p className="flex flex-wrap items-baseline gap-x-4 rounded-lg bg-wash px-4 py-2 text-on-wash">
          <strong>
            {text.offered(`${dayAndTime(offer.start, zone)} – ${timeIn(offer.end, zone)}`)}
          </strong>
          <Remaining until={offer.expiresAt} late={text.lapsed}>
            {text.left}
          </Remaining>
        </p>
      )}
      {works && (
        <div className="flex flex-wrap gap-3">
          {offer && (
            <>
              <Button look="main" onPress={() => answer.mutate("accept")}>
                {text.accept}
                <span className="sr-only"> {who}</span>
              </Button>
              <Button onPress={() => answer.mutate("decline")}>
                {text.decline}
                <span className="sr-only"> {who}</span>
              </Button>
            </>
          )}
          <Button look="quiet" className="text-soft" onPress={() => answer.mutate("cancel")}>
            {text.remove}
            <span className="sr-only"> {who}</span>
          </Button>
        </div>
      )}
    </article>
  );
}

interface FormProps {
  resources: Resource[];
  kinds: Kind[];
  onClose(): void;
}

function NewWaitForm({ resources, kinds, onClose }: FormProps) {
  const client = useQueryClient();
  const first = resources[0]!;
  const [kind, setKind] = useState(() => usualKind(kinds, first));
  const [seats, setSeats] = useState(() => seatsFor(kind, resources, first.id));
  const zone = resources.find(({ id }) => id === seats[0]?.resourceId)?.timezone ?? first.timezone;
  const today = dateIn(serverNow(), zone);
  const [earliest, setEarliest] = useState({ date: addDays(today, 1), time: "08:00" });
  const [latest, setLatest] = useState({ date: addDays(today, 14), time: "18:00" });
  const [minutes, setMinutes] = useState<number | null>(60);
  const [who, setWho] = useState("");
  const [chosen, setChosen] = useState<Chosen>({ patient: null, isAdding: false });
  const { patient } = chosen;
  const { say } = useNotices();
  const isWhole = seats.every(({ resourceId }) => resourceId !== "");
  const interval = intervalOf({ start: earliest, end: latest }, zone);
  const add = useMutation({
    mutationFn: () =>
      bookingApi.wait({
        kind: kind.kind,
        ...(who.trim() && { title: who.trim() }),
        ...(patient && { patientId: patient.id }),
        resources: seats.map(({ resourceId }) => ({ resourceId })),
        earliest: instantOf(earliest.date, earliest.time, zone),
        latest: instantOf(latest.date, latest.time, zone),
        minutes: minutes!,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["bookings"] }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (chosen.isAdding) return say(form.addFirst);
    if (!add.isPending && !add.isSuccess && isWhole && interval && minutes) add.mutate();
  }

  if (add.data) {
    return (
      <div className="grid gap-4">
        <p role="status">{text.added(patient?.name ?? who.trim())}</p>
        <CopyLine value={waitAddress(add.data)} label={text.link} />
        <p className="text-soft">{text.linkText}</p>
        <DialogButtons>
          <Button look="main" autoFocus onPress={onClose}>
            {common.close}
          </Button>
        </DialogButtons>
      </div>
    );
  }
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <Dropdown
        label={form.kind}
        options={kinds.map((one) => ({ id: one.kind, name: kindName(one.kind) }))}
        value={kind.kind}
        onChange={(name) => {
          const next = kinds.find((one) => one.kind === name)!;
          setKind(next);
          setSeats(seatsFor(next, resources, seats[0]?.resourceId ?? first.id));
        }}
      />
      <ForWhom chosen={chosen} isNeeded={kind.needsPatient} onChosen={setChosen} />
      {!kind.needsPatient && (
        <Field
          label={patient ? form.titleField : text.who}
          optional={patient !== null}
          isRequired={patient === null}
          maxLength={200}
          value={who}
          onChange={setWho}
        />
      )}
      {seats.map((seat) => (
        <Dropdown
          key={seat.key}
          label={roleName(seat.role)}
          options={[
            ...(seat.resourceId === "" ? [{ id: "", name: form.none }] : []),
            ...resources
              .filter(({ type }) => needOf(kind, seat.role)?.types.includes(type))
              .map(({ id, name }) => ({ id, name })),
          ]}
          value={seat.resourceId}
          onChange={(resourceId) =>
            setSeats(seats.map((one) => (one.key === seat.key ? { ...one, resourceId } : one)))
          }
        />
      ))}
      <Count
        label={text.length}
        unit={common.minutes}
        value={minutes}
        onChange={setMinutes}
        max={kind.minutes.most}
      />
      <Moment label={text.earliest} value={earliest} onChange={setEarliest} />
      <Moment label={text.latest} value={latest} onChange={setLatest} />
      <FormProblem error={add.error} />
      <DialogButtons>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button
          type="submit"
          look="main"
          isDisabled={!isWhole || !interval || !minutes || (kind.needsPatient && !patient)}
        >
          {add.isPending ? common.saving : text.addConfirm}
        </Button>
      </DialogButtons>
    </form>
  );
}
