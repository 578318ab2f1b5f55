// Rights on a resource and its calendars, as the resource's page asks for them.

import { request } from "../../wire/request.ts";
import type {
  CalendarFeed,
  Delegation,
  OutsideCalendar,
  OwnRight,
  ResourceRights,
} from "../../wire/rights.ts";
import type { Schemas } from "../../wire/types.ts";
import { get, post, present } from "../api.ts";

export type NewDelegation = Schemas["NewDelegation"];

export type NewCalendar = { name: string } & ({ url: string } | { ics: string });

const of = (resourceId: string, rest: string) => `/v1/resources/${resourceId}/${rest}`;

export const rightsApi = {
  own: () => get<{ items: OwnRight[] }>("/v1/me/rights"),
  rights: (id: string) => get<ResourceRights>(of(id, "delegations")),
  setOwner: (id: string, userId: string | null) =>
    request<Pick<ResourceRights, "owner">>(of(id, "owner"), { method: "PUT", body: { userId } }),
  delegate: async (id: string, wish: NewDelegation) =>
    present(await post<Delegation>(of(id, "delegations"), wish)),
  revoke: (id: string, delegationId: string) =>
    request(of(id, `delegations/${delegationId}`), { method: "DELETE" }),

  feed: (id: string) => get<{ feed: CalendarFeed | null }>(of(id, "calendar-feed")),
  /** A new address; the old one stops at once. */
  makeFeed: async (id: string, names: boolean) =>
    present(await post<CalendarFeed>(of(id, "calendar-feed"), { names })),
  stopFeed: (id: string) => request(of(id, "calendar-feed"), { method: "DELETE" }),

  calendars: (id: string) => get<{ items: OutsideCalendar[] }>(of(id, "calendars")),
  addCalendar: async (id: string, wish: NewCalendar) =>
    present(await post<OutsideCalendar>(of(id, "calendars"), wish)),
  readCalendar: async (id: string, calendarId: string) =>
    present(await post<OutsideCalendar>(of(id, `calendars/${calendarId}/refresh`))),
  removeCalendar: (id: string, calendarId: string) =>
    request(of(id, `calendars/${calendarId}`), { method: "DELETE" }),
};
