import { partsOf } from "../../look/ticket-number.ts";

export function TicketNumber({ number, className = "" }: { number: string; className?: string }) {
  const { prefix, zeros, digits } = partsOf(number);
  return (
    <bdi dir="ltr" className={`ticket-number ${className}`}>
      <span className="ticket-number-quiet">
        {prefix}
        {zeros}
      </span>
      {digits}
    </bdi>
  );
}
