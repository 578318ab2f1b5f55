// The reception: doctor, day and slot on the left, the next patient on the right. Where somebody is
// stands in the address, so that a reload or a link to a colleague shows the same.

import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { dateIn } from "../../look/zone-time.ts";
import type { Doctor } from "../../wire/opd.ts";
import { useMinutes } from "../desk/clock.tsx";
import { usePageTitle } from "../page-title.ts";
import { useMay } from "../session.ts";
import { buttonClass } from "../ui/button.tsx";
import { Empty, Failure, Loading } from "../ui/states.tsx";
import { DayStrip } from "./day-strip.tsx";
import { DoctorPicker } from "./doctor-picker.tsx";
import { reception as text } from "./messages.ts";
import { opdApi } from "./opd-api.ts";
import { ReceptionDay } from "./reception-day.tsx";
import { ReceptionHead } from "./reception-head.tsx";
import { lastDoctor, rememberDoctor } from "./remembered-doctor.ts";

const route = getRouteApi("/signed-in/opd");

export function ReceptionPage() {
  usePageTitle(text.title);
  const doctors = useQuery({ queryKey: ["doctors"], queryFn: opdApi.doctors });
  if (doctors.isPending) return <Loading />;
  if (doctors.isError) {
    return <Failure error={doctors.error} onRetry={() => void doctors.refetch()} />;
  }
  const { items } = doctors.data;
  return items.length === 0 ? <NoDoctors /> : <Reception doctors={activeFirst(items)} />;
}

function activeFirst(doctors: Doctor[]): Doctor[] {
  return doctors.toSorted(
    (a, b) => Number(b.active) - Number(a.active) || a.name.localeCompare(b.name),
  );
}

function NoDoctors() {
  const manages = useMay("availability:manage");
  return (
    <div className="mx-auto grid w-full max-w-5xl content-start gap-6">
      <h1 className="text-4xl font-bold">{text.title}</h1>
      <Empty title={text.noDoctors} text={manages ? text.noDoctorsText : text.noDoctorsViewer}>
        {manages && (
          <Link to="/resources" search={{ new: "doctor" }} className={buttonClass("main")}>
            {text.addDoctor}
          </Link>
        )}
      </Empty>
    </div>
  );
}

function Reception({ doctors }: { doctors: Doctor[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const now = useMinutes();
  const doctor = doctors.find(({ id }) => id === (search.doctor ?? lastDoctor())) ?? doctors[0]!;
  const today = dateIn(now, doctor.timezone);
  const date = search.date ?? today;
  useEffect(() => rememberDoctor(doctor.id), [doctor.id]);

  const go = (to: { doctor?: string; date?: string; slot?: string; token?: string }) =>
    void navigate({ search: { doctor: doctor.id, ...to }, replace: true });
  /** Today stays today when midnight passes. */
  const onDate = (next: string) => go(next === today ? {} : { date: next });

  return (
    <div className="grid gap-5">
      <ReceptionHead doctors={doctors} doctor={doctor} date={date} />
      <DoctorPicker
        doctors={doctors}
        chosen={doctor}
        date={search.date ?? null}
        onChoose={(id) => go({ doctor: id, ...(search.date && { date: search.date }) })}
      />
      <DayStrip date={date} today={today} onDate={onDate} />
      <ReceptionDay
        doctor={doctor}
        doctors={doctors}
        date={date}
        today={today}
        chosen={search.slot ?? null}
        marked={search.token ?? null}
        onSlot={(slot, token) =>
          go({ ...(search.date && { date: search.date }), slot, ...(token && { token }) })
        }
        onGoTo={(to) => go({ ...to, ...(to.date === today && { date: undefined }) })}
        onDate={onDate}
      />
    </div>
  );
}
