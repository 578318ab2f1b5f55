// The live queue of a theatre, a laboratory or a room: who is next, who was called, who is done. Made for a
// tablet on the wall beside the door.

import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { dateText, timeIn } from "../../look/zone-time.ts";
import type { Resource } from "../../wire/availability.ts";
import type { ResourceQueue } from "../../wire/booking.ts";
import { usePageTitle } from "../page-title.ts";
import { types } from "../resources/messages.ts";
import { resourcesApi } from "../resources/resources-api.ts";
import { useRights } from "../resources/rights.ts";
import { backClass, Button, buttonClass } from "../ui/button.tsx";
import { Connection } from "../ui/connection.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { Empty, Failure, Loading } from "../ui/states.tsx";
import { bookingApi } from "./booking-api.ts";
import { useQueueStream } from "./live-calendar.ts";
import { queue as text } from "./messages.ts";
import { BookingCard, Over, TokenRow, whoOf } from "./queue-entries.tsx";
import { useQueueActions } from "./queue-actions.tsx";

const route = getRouteApi("/signed-in/resources/$resourceId/queue");
/** A day ends without an event. */
const everyMs = 60_000;

export function QueuePage() {
  const { resourceId } = route.useParams();
  const resource = useQuery({
    queryKey: ["resource", resourceId],
    queryFn: () => resourcesApi.resource(resourceId),
  });
  const queue = useQuery({
    queryKey: ["bookings", "queue", resourceId],
    queryFn: ({ signal }) => bookingApi.queue(resourceId, signal),
    refetchInterval: everyMs,
  });
  const link = useQueueStream(resourceId);
  usePageTitle(resource.data ? text.title(resource.data.name) : "");
  const error = resource.error ?? (queue.data ? null : queue.error);
  if (error) {
    const retry = () => void Promise.all([resource.refetch(), queue.refetch()]);
    return <Failure error={error} onRetry={retry} />;
  }
  if (!resource.data || !queue.data) return <Loading />;
  return (
    <div className="mx-auto grid w-full max-w-4xl content-start gap-6">
      <Head resource={resource.data} date={queue.data.date} />
      <Connection link={link} />
      <Today resource={resource.data} queue={queue.data} />
    </div>
  );
}

function Head({ resource, date }: { resource: Resource; date: string }) {
  return (
    <div className="grid gap-1">
      <Link to="/calendar" search={{ show: resource.id }} className={backClass}>
        {text.back}
      </Link>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="text-4xl font-bold">
          <bdi>{resource.name}</bdi>
        </h1>
        <p className="text-lg text-soft">
          {types[resource.type]} ·{" "}
          {dateText(date, { weekday: "long", day: "numeric", month: "long" })}
        </p>
      </div>
    </div>
  );
}

function Today({ resource, queue }: { resource: Resource; queue: ResourceQueue }) {
  const works = useRights()("book", [resource.id]);
  const actions = useQueueActions(resource.id);
  const { timezone: zone } = resource;
  const bookings = queue.items.filter((entry) => entry.type === "booking");
  const isNow = ({ stage }: { stage: string }) => stage === "called" || stage === "in_progress";
  const now = bookings.filter(isNow);
  const toCome = queue.items.filter((entry) => entry.type === "token" || !isNow(entry));
  const next = bookings.find(({ id }) => id === queue.next);
  const early = bookings.find(({ id }) => id === actions.early?.bookingId);
  return (
    <>
      {resource.type === "doctor" ? (
        <Link
          to="/opd/doctor/$doctorId"
          params={{ doctorId: resource.id }}
          className={`${buttonClass("main")} min-h-14 justify-self-start`}
        >
          {text.doctor}
        </Link>
      ) : (
        works && (
          <Button
            look="main"
            className="min-h-28 w-full rounded-2xl px-6 py-4"
            isDisabled={actions.isCalling || !next}
            onPress={() => actions.callNext(false)}
          >
            <span className="grid w-full gap-1 text-start">
              <span className="text-3xl font-extrabold">
                {actions.isCalling ? text.calling : text.callNext}
              </span>
              <span className="font-medium">
                {next ? `${text.next}: ${whoOf(next)}, ${timeIn(next.start, zone)}` : text.nobody}
              </span>
            </span>
          </Button>
        )
      )}
      {now.length > 0 && (
        <section className="grid gap-3">
          <h2 className="text-2xl font-bold">{text.now}</h2>
          <ul className="grid gap-3">
            {now.map((booking) => (
              <li key={booking.id}>
                <BookingCard booking={booking} zone={zone} works={works} actions={actions} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {toCome.length > 0 ? (
        <section className="grid gap-3">
          <h2 className="text-2xl font-bold">{text.toCome}</h2>
          <ol className="grid gap-3">
            {toCome.map((entry) => (
              <li key={entry.id}>
                {entry.type === "token" ? (
                  <TokenRow token={entry} zone={zone} />
                ) : (
                  <BookingCard booking={entry} zone={zone} works={works} actions={actions} />
                )}
              </li>
            ))}
          </ol>
        </section>
      ) : (
        now.length === 0 && <Empty title={text.nobody} text={text.nobodyText} />
      )}
      <Over bookings={queue.over} zone={zone} works={works} actions={actions} />
      <Dialog alert title={text.early} isOpen={actions.early !== null} onClose={actions.callNobody}>
        <p>
          {actions.early &&
            text.earlyText(early ? whoOf(early) : "", timeIn(actions.early.start, zone))}
        </p>
        <DialogButtons>
          <Button onPress={actions.callNobody}>{text.notYet}</Button>
          <Button look="main" onPress={() => actions.callNext(true)}>
            {text.callEarly}
          </Button>
        </DialogButtons>
      </Dialog>
    </>
  );
}
