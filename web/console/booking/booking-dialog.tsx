// Booking a time: what, when, with whom, for whom. The time is kept from the moment the form opens.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { wallTime } from "../../look/zone-time.ts";
import type { Resource } from "../../wire/availability.ts";
import type { Booking, Kind } from "../../wire/booking.ts";
import type { Patient } from "../../wire/opd.ts";
import { common } from "../messages.ts";
import { fieldProblems } from "../problem-text.ts";
import { useRights } from "../resources/rights.ts";
import { Button } from "../ui/button.tsx";
import { Check } from "../ui/check.tsx";
import { Dropdown } from "../ui/choice.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Moment } from "../ui/moment.tsx";
import { useNotices } from "../ui/notices.tsx";
import { FormProblem } from "../ui/states.tsx";
import { bookingApi, type NewBooking } from "./booking-api.ts";
import {
  intervalOf,
  seatsFor,
  startingAt,
  usualKind,
  wishOf,
  type Beginning,
  type Filled,
} from "./form-state.ts";
import { ForWhom, type Chosen } from "./for-whom.tsx";
import { FreeTimes } from "./free-times.tsx";
import { useHold } from "./hold.ts";
import { HoldLine } from "./hold-line.tsx";
import { dayAndTime, form as text, kindName, nameOf } from "./messages.ts";
import { Seats } from "./seats.tsx";
import { Repeating, useRepetition, useSeries } from "./series.tsx";

interface DialogProps {
  /** null: not open. */
  beginning: Beginning | null;
  resources: Resource[];
  kinds: Kind[];
  zone: string;
  onClose(): void;
}

export function BookingDialog({ beginning, onClose, ...rest }: DialogProps) {
  return (
    <Dialog wide title={text.title} isOpen={beginning !== null} onClose={onClose}>
      {beginning && (
        <BookingForm
          key={`${beginning.resourceId} ${beginning.start}`}
          beginning={beginning}
          onClose={onClose}
          {...rest}
        />
      )}
    </Dialog>
  );
}

function BookingForm({
  beginning,
  resources,
  kinds,
  zone,
  onClose,
}: DialogProps & { beginning: Beginning }) {
  const client = useQueryClient();
  const { say } = useNotices();
  const may = useRights();
  const [filled, setFilled] = useState<Filled>(() => {
    const pointed = resources.find(({ id }) => id === beginning.resourceId);
    const kind = usualKind(kinds, pointed);
    return {
      kind,
      start: wallTime(beginning.start, zone),
      end: wallTime(beginning.end, zone),
      seats: seatsFor(kind, resources, beginning.resourceId),
    };
  });
  const [chosen, setChosen] = useState<Chosen>({ patient: null, isAdding: false });
  const { patient } = chosen;
  const [title, setTitle] = useState("");
  const [emergency, setEmergency] = useState(false);
  const repetition = useRepetition();
  const kept = useHold(repetition.rule ? null : wishOf(filled, zone));
  const isKept = kept.hold !== null || kept.isTaking || kept.isGivingBack;
  const series = useSeries(repetition, wishFor(filled, patient, title, zone), zone, !isKept);
  const book = useMutation({
    mutationFn: async (): Promise<Booking[]> => {
      const wish = wishFor(filled, patient, title, zone)!;
      if (series.rule) return series.book(wish);
      const holdId = kept.hold && !kept.isOver ? { holdId: kept.hold.id } : {};
      return [await bookingApi.book({ ...wish, ...holdId, emergency })];
    },
    onSuccess([first, ...more]) {
      kept.keeper.used();
      void client.invalidateQueries({ queryKey: ["bookings"] });
      onClose();
      if (!first) return;
      if (more.length > 0) return say(text.bookedSeries(more.length + 1));
      say(
        (first.status === "requested" ? text.requested : text.booked)(
          nameOf(first),
          dayAndTime(first.start, zone),
        ),
      );
    },
  });
  const wrong = fieldProblems(book.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (chosen.isAdding) return say(text.addFirst);
    if (!book.isPending && !book.isSuccess && wishOf(filled, zone)) book.mutate();
  }

  function chooseKind(name: string) {
    const kind = kinds.find((one) => one.kind === name)!;
    setFilled({ ...filled, kind, seats: seatsFor(kind, resources, beginning.resourceId) });
  }

  return (
    <form className="grid gap-5" onSubmit={submit}>
      <Dropdown
        label={text.kind}
        options={kinds.map(({ kind }) => ({ id: kind, name: kindName(kind) }))}
        value={filled.kind.kind}
        onChange={chooseKind}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Moment
          label={text.start}
          value={filled.start}
          onChange={(start) => setFilled(startingAt(filled, start, zone))}
        />
        <Moment
          label={text.end}
          value={filled.end}
          onChange={(end) => setFilled({ ...filled, end })}
        />
      </div>
      <Seats
        filled={filled}
        resources={resources}
        onChange={(seats) => setFilled({ ...filled, seats })}
      />
      <FreeTimes
        filled={filled}
        zone={zone}
        onStart={(start) => setFilled(startingAt(filled, wallTime(start, zone), zone))}
      />
      <HoldLine kept={kept} zone={zone} />
      <ForWhom
        chosen={chosen}
        isNeeded={filled.kind.needsPatient}
        onChosen={setChosen}
        error={wrong["patientId"]}
      />
      <Field
        label={text.titleField}
        hint={text.titleHint}
        optional
        maxLength={200}
        value={title}
        onChange={setTitle}
        error={wrong["title"]}
      />
      {!series.rule && (
        <Check isSelected={emergency} onChange={setEmergency}>
          {text.emergency}
        </Check>
      )}
      <Repeating series={series} zone={zone} />
      <FormProblem error={book.error} />
      <DialogButtons>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button type="submit" look="main" isDisabled={!wishOf(filled, zone)}>
          {book.isPending
            ? text.submitting
            : series.rule && series.willBook !== null
              ? text.submitSeries(series.willBook)
              : may("book", idsOf(filled))
                ? text.submit
                : text.submitRequest}
        </Button>
      </DialogButtons>
    </form>
  );
}

const idsOf = ({ seats }: Filled) => seats.map(({ resourceId }) => resourceId);

function wishFor(
  filled: Filled,
  patient: Patient | null,
  title: string,
  zone: string,
): NewBooking | null {
  const whole = intervalOf(filled, zone);
  const wish = wishOf(filled, zone);
  if (!whole || !wish) return null;
  return {
    ...wish,
    ...whole,
    ...(patient && { patientId: patient.id }),
    ...(title.trim() && { title: title.trim() }),
  };
}
