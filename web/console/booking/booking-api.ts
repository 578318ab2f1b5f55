// Bookings, as the calendar asks for them.

import { request } from "../../wire/request.ts";
import type {
  Booking,
  BookingPage,
  CalendarDays,
  Conflict,
  Interval,
  Kind,
  MadeSeries,
  MadeWait,
  OwnHold,
  PreviewedSeries,
  ResourceQueue,
  Wait,
  WaitStatus,
} from "../../wire/booking.ts";
import type { Page, Schemas } from "../../wire/types.ts";
import { all, get, post, present } from "../api.ts";

type WantedPart = { resourceId: string } & Partial<Interval>;

export type NewBooking = Schemas["NewBooking"];

export type NewSeries = Schemas["NewSeries"];

export type NewHold = Schemas["NewHold"] & { kind: string };

export interface NewTime extends Interval {
  resources: WantedPart[];
  statusMessage?: string;
}

export type NewWait = Schemas["NewWait"];

/** What happens to a booking on its day. */
export type Step = "check-in" | "call" | "start" | "finish" | "no-show" | "undo";

export type PageSettings = Omit<BookingPage, "id">;

export const bookingApi = {
  kinds: () => get<{ items: Kind[] }>("/v1/bookings/kinds"),
  calendar: (resourceIds: readonly string[], { start, end }: Interval, signal?: AbortSignal) =>
    get<CalendarDays>(
      `/v1/bookings/calendar?resources=${resourceIds.join(",")}&from=${start}&to=${end}`,
      signal,
    ),
  requests: (signal?: AbortSignal) => all<Booking>("/v1/bookings?status=requested", 3, signal),
  /** What is in the way of a request now. */
  conflicts: (id: string, signal?: AbortSignal) =>
    get<{ conflicts: Conflict[] }>(`/v1/bookings/${id}/conflicts`, signal),

  hold: async (wish: NewHold) => present(await post<OwnHold>("/v1/bookings/holds", wish)),
  extend: async (holdId: string) =>
    present(await post<OwnHold>(`/v1/bookings/holds/${holdId}/extend`)),
  release: (holdId: string) => request(`/v1/bookings/holds/${holdId}`, { method: "DELETE" }),

  book: async (wish: NewBooking) => present(await post<Booking>("/v1/bookings", wish)),
  reschedule: async (id: string, time: NewTime) =>
    present(await post<Booking>(`/v1/bookings/${id}/reschedule`, time)),
  decide: async (id: string, verb: "approve" | "deny" | "cancel", statusMessage: string) =>
    present(
      await post<Booking>(
        `/v1/bookings/${id}/${verb}`,
        statusMessage === "" ? {} : { statusMessage },
      ),
    ),

  previewSeries: async (wish: NewSeries, signal?: AbortSignal) =>
    present(
      await request<PreviewedSeries>("/v1/bookings/series/preview", {
        method: "POST",
        body: wish,
        ...(signal && { signal }),
      }),
    ),
  bookSeries: async (wish: NewSeries, take: "all" | "fitting") =>
    present(await post<MadeSeries>("/v1/bookings/series", { ...wish, take })),

  cancelSeries: async (seriesId: string, statusMessage: string) =>
    present(
      await post<Schemas["CanceledSeries"]>(
        `/v1/bookings/series/${seriesId}/cancel`,
        statusMessage === "" ? {} : { statusMessage },
      ),
    ),
  /** Stretches in which all of them have room for one booking of that length. */
  commonFree: (
    { kind, resourceIds, minutes }: { kind: string; resourceIds: string[]; minutes: number },
    { start, end }: Interval,
    signal?: AbortSignal,
  ) =>
    get<Interval[]>(
      `/v1/bookings/free?kind=${kind}&resources=${resourceIds.join(",")}&minutes=${minutes}&from=${start}&to=${end}`,
      signal,
    ),

  waits: (status: WaitStatus[]) =>
    Promise.all(
      status.map((one) => get<Page<Wait>>(`/v1/bookings/waitlist?status=${one}&limit=200`)),
    ).then((pages) => pages.flatMap(({ items }) => items)),
  wait: async (wish: NewWait) => present(await post<MadeWait>("/v1/bookings/waitlist", wish)),
  answerOffer: (id: string, verb: "accept" | "decline" | "cancel") =>
    post(`/v1/bookings/waitlist/${id}/${verb}`),

  queue: (resourceId: string, signal?: AbortSignal) =>
    get<ResourceQueue>(`/v1/resources/${resourceId}/live-queue`, signal),
  /** null: nobody is left. */
  callNext: (resourceId: string, early: boolean) =>
    post<Booking>(`/v1/resources/${resourceId}/call-next`, { early }),
  step: async (id: string, verb: Step) =>
    present(await post<Booking>(`/v1/bookings/${id}/${verb}`)),
  prioritise: async (id: string, emergency: boolean) =>
    present(await request<Booking>(`/v1/bookings/${id}`, { method: "PATCH", body: { emergency } })),

  pages: () => get<Page<BookingPage>>("/v1/booking-pages"),
  createPage: async (page: PageSettings) =>
    present(await post<BookingPage>("/v1/booking-pages", page)),
  changePage: async (id: string, page: PageSettings) =>
    present(await request<BookingPage>(`/v1/booking-pages/${id}`, { method: "PATCH", body: page })),
  removePage: (id: string) => request(`/v1/booking-pages/${id}`, { method: "DELETE" }),

  icsAddress: (id: string) => `/v1/bookings/${id}/calendar.ics`,
};
