/** @jsxImportSource preact */
// What this phone has reserved, one tap away; looked at now and then, since an offer from the
// waitlist has a deadline.

import { useEffect, useState } from "preact/hooks";
import type { Reservation } from "../wire/boxes.ts";
import { asProblem } from "../../client/transport/problem.ts";
import { request } from "../wire/request.ts";
import { boxesText } from "./box-words.ts";
import { forgetBox, myBoxes, rememberBox, type MyBox } from "./my-boxes.ts";
import { shop as text } from "./shop-messages.ts";
import { leftText } from "./ticking.ts";

const lookAgainMs = 15_000;
const running = new Set(["ACTIVE", "WAITLISTED", "OFFERED"]);

export function MyBoxes({ now }: { now: number }) {
  const boxes = useMyBoxes();
  if (boxes.length === 0) return null;
  return (
    <section class="mine" aria-labelledby="mine">
      <h2 id="mine">{text.mine}</h2>
      <ul>
        {boxes.map(({ secret, reservation }) => (
          <li key={reservation.id}>
            <a href={`/r/${reservation.id}#${secret}`} data-status={reservation.status}>
              <span class="mine-what">
                <strong>{boxesText(reservation.quantity, reservation.title)}</strong>
                <span>
                  {reservation.merchantName}, {text.mineStates[reservation.status]}
                </span>
              </span>
              {reservation.expiresAt && reservation.status !== "WAITLISTED" && (
                <span class="mine-left">{leftText(Date.parse(reservation.expiresAt) - now)}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useMyBoxes(): MyBox[] {
  const [boxes, setBoxes] = useState<MyBox[]>([]);
  useEffect(() => {
    const here = () => myBoxes().filter(({ reservation: { status } }) => running.has(status));
    const look = async () => {
      setBoxes(here());
      if (document.visibilityState === "hidden") return;
      await Promise.all(here().map(lookAt));
      setBoxes(here());
    };
    void look();
    const timer = setInterval(() => void look(), lookAgainMs);
    const wake = () => void look();
    document.addEventListener("visibilitychange", wake);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", wake);
    };
  }, []);
  return boxes;
}

async function lookAt({ secret, reservation: { id } }: MyBox): Promise<void> {
  try {
    const path = `/v1/reservations/${id}`;
    const now = await request<Reservation>(path, { bearer: secret, attempts: 1 });
    if (now) rememberBox({ secret, reservation: now });
  } catch (error) {
    const { status } = asProblem(error);
    if (status === 401 || status === 404) forgetBox(id);
  }
}
