/** @jsxImportSource preact */
import { partsOf } from "../look/ticket-number.ts";

export function TicketNumber({ number }: { number: string }) {
  const { prefix, zeros, digits } = partsOf(number);
  return (
    <bdi class="number" dir="ltr" data-long={digits.length > 4}>
      <span class="number-quiet">
        {prefix}
        {zeros}
      </span>
      <span>{digits}</span>
    </bdi>
  );
}
