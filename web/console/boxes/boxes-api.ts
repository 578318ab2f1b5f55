// The merchant's side of the API.

import type { BoxDay, BoxType, DayBox, Merchant, Reservation } from "../../wire/boxes.ts";
import { request } from "../../wire/request.ts";
import type { Schemas } from "../../wire/types.ts";
import { all, get, post, present } from "../api.ts";

export type NewMerchant = Pick<Merchant, "name" | "timezone" | "currency">;
/** Zone and currency stay: windows and prices were given in them. */
export type MerchantSettings = Omit<Merchant, "id" | "timezone" | "currency" | "createdAt">;

/** What is put out, once or again and again. */
export type BoxWish = Pick<
  BoxType,
  | "title"
  | "description"
  | "value"
  | "quantity"
  | "price"
  | "pickupStart"
  | "pickupEnd"
  | "priceDrops"
>;

export type Template = BoxWish & Pick<BoxType, "weekdays" | "publishAt" | "active">;

export type BoxChange = Schemas["InventoryPatch"];

async function patch<T>(path: string, body: object): Promise<T> {
  return present(await request<T>(path, { method: "PATCH", body }));
}

export const boxesApi = {
  merchants: () => all<Merchant>("/v1/merchants", 5),
  merchant: (id: string) => get<Merchant>(`/v1/merchants/${id}`),
  createMerchant: async (merchant: NewMerchant) =>
    present(await post<Merchant>("/v1/merchants", merchant)),
  changeMerchant: (id: string, settings: Partial<MerchantSettings>) =>
    patch<Merchant>(`/v1/merchants/${id}`, settings),

  day: (merchantId: string, date: string, signal?: AbortSignal) =>
    get<{ items: DayBox[] }>(
      `/v1/merchants/${merchantId}/inventories?from=${date}&to=${date}`,
      signal,
    ),
  history: (merchantId: string, from: string, to: string, signal?: AbortSignal) =>
    get<{ items: BoxDay[] }>(`/v1/merchants/${merchantId}/history?from=${from}&to=${to}`, signal),
  publish: async (merchantId: string, wish: BoxWish & { date: string }) =>
    present(await post<DayBox>(`/v1/merchants/${merchantId}/inventories`, wish)),
  changeBox: (id: string, change: BoxChange) => patch<DayBox>(`/v1/inventories/${id}`, change),
  reservations: (merchantId: string, date: string, signal?: AbortSignal) =>
    all<Reservation>(`/v1/merchants/${merchantId}/reservations?date=${date}`, 5, signal),

  boxTypes: (merchantId: string) => all<BoxType>(`/v1/merchants/${merchantId}/box-types`, 2),
  createBoxType: async (merchantId: string, template: Template) =>
    present(await post<BoxType>(`/v1/merchants/${merchantId}/box-types`, template)),
  changeBoxType: (id: string, template: Partial<Template>) =>
    patch<BoxType>(`/v1/box-types/${id}`, template),
  publishBoxType: async (merchantId: string, boxTypeId: string, date: string) =>
    present(await post<DayBox>(`/v1/merchants/${merchantId}/inventories`, { boxTypeId, date })),

  pickUp: async (merchantId: string, code: string) =>
    present(await post<Reservation>(`/v1/merchants/${merchantId}/pickups`, { code })),
  undoPickUp: async (reservationId: string) =>
    present(await post<Reservation>(`/v1/reservations/${reservationId}/undo`)),
  cancel: async (reservationId: string) =>
    present(await post<Reservation>(`/v1/reservations/${reservationId}/cancel`)),
};
