/** @jsxImportSource preact */
import { useEffect, useState } from "preact/hooks";
import type { Box, Reservation } from "../wire/boxes.ts";
import { dayText, windowText } from "./box-time.ts";
import { myBox, rememberBox } from "./my-boxes.ts";
import { useNow } from "./ticking.ts";
import { boxesText } from "./box-words.ts";
import { reservation as text } from "./reservation-messages.ts";

/** Large enough to be read across a counter, in two halves as one says it. */
export function Code({ reservation }: { reservation: Reservation }) {
  const { pickupCode, merchantName, quantity, title } = reservation;
  const code = pickupCode ?? "";
  const half = Math.ceil(code.length / 2);
  return (
    <div class="slip-top">
      <p class="eyebrow">{merchantName}</p>
      <h1 class="code" style={{ "--ems": widthOf(code) }}>
        <span class="hidden">{text.yourCode} </span>
        <bdi dir="ltr" aria-label={code.split("").join(" ")}>
          <span>{code.slice(0, half)}</span>
          <span>{code.slice(half)}</span>
        </bdi>
      </h1>
      <p>{boxesText(quantity, title)}</p>
      <p class="quiet">{text.sayIt}</p>
    </div>
  );
}

/** As wide as the card lets it be: M and W take half as much again as the others. */
function widthOf(code: string): number {
  const wide = code.match(/[MW]/g)?.length ?? 0;
  return 0.3 + code.length * 0.68 + wide * 0.27;
}

export function Qr({ reservation, secret }: { reservation: Reservation; secret: string }) {
  const { id, pickupCode } = reservation;
  const [svg, setSvg] = useState(() => myBox(id)?.qr ?? null);
  useEffect(() => {
    if (svg || !pickupCode) return;
    const headers = { authorization: `Bearer ${secret}` };
    fetch(`/v1/reservations/${id}/qr.svg`, { headers, credentials: "omit" })
      .then((answer) => (answer.ok ? answer.text() : null))
      .then(
        (drawn) => {
          if (!drawn) return;
          setSvg(drawn);
          const known = myBox(id);
          if (known) rememberBox({ ...known, qr: drawn });
        },
        // Without a network there is the code, which is enough.
        () => undefined,
      );
  }, [id, pickupCode, secret, svg]);
  if (!svg) return null;
  const source = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return <img class="qr" src={source} alt={text.codeAlt} width="200" height="200" />;
}

/** Where and when, as the clock at the shop shows it. */
export function Collect({ reservation, box }: { reservation: Reservation; box: Box | null }) {
  const { pickupStartsAt, pickupEndsAt, timezone } = reservation;
  const now = useNow();
  const { address = null, latitude = null, longitude = null } = box?.merchant ?? {};
  return (
    <section class="collect">
      <h2>{text.collect}</h2>
      <p>
        {dayText(pickupStartsAt, now, timezone)}{" "}
        <strong>{windowText(pickupStartsAt, pickupEndsAt, timezone)}</strong>
      </p>
      {address && <p>{address}</p>}
      {latitude !== null && longitude !== null && (
        <p>
          <a
            href={`https://www.openstreetmap.org/directions?to=${latitude},${longitude}`}
            target="_blank"
            rel="noreferrer"
          >
            {text.way}
          </a>
        </p>
      )}
    </section>
  );
}
