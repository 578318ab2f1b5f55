import type { BookingStatus } from "../../wire/booking.ts";
import { statusNames } from "./messages.ts";

const looks: Record<BookingStatus, string> = {
  requested: "border-dashed border-on-warn bg-warn text-on-warn",
  approved: "border-accent bg-wash text-on-wash",
  denied: "border-danger text-danger",
  canceled: "border-edge text-soft line-through",
};

export function StatusBadge({ status }: { status: BookingStatus }) {
  return (
    <span
      className={`justify-self-start rounded-full border-[1.5px] px-2.5 text-sm font-semibold ${looks[status]}`}
    >
      {statusNames[status]}
    </span>
  );
}
