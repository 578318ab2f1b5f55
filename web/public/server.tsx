/** @jsxImportSource preact */
// The first HTML of the public pages, for src/pages. Built by Vite into dist/web/server/pages.mjs.

import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import type { PublicQueue } from "../wire/types.ts";
import type { PublicBookingPage } from "../wire/booking.ts";
import { BoardPage } from "./board-page.tsx";
import { request } from "./request-messages.ts";
import { waitlist } from "./wait-messages.ts";
import { BookingPage } from "./booking-page.tsx";
import { hall } from "./hall-messages.ts";
import { HallPage } from "./hall-page.tsx";
import { JoinPage } from "./join-page.tsx";
import { board } from "./board-messages.ts";
import { join } from "./join-messages.ts";
import { direction, language, notFound, unreachable } from "./messages.ts";
import { reservation } from "./reservation-messages.ts";
import { shop } from "./shop-messages.ts";
import { ShopPage, type ShopPageProps } from "./shop-page.tsx";
import { styleOf } from "./room-look.ts";
import { RoomPage } from "./room-page.tsx";
import { momentOf, type RoomMoment, type RoomState } from "./room-view.ts";
import { chooseLanguage, roomLanguages, wordsIn } from "./room-words.ts";
import { ticket } from "./ticket-messages.ts";
import { token } from "./token-messages.ts";

export { momentOf as roomMoment } from "./room-view.ts";
export { chooseLanguage as chooseRoomLanguage } from "./room-words.ts";

export interface RenderedPage {
  lang: string;
  dir: "ltr" | "rtl";
  title: string;
  body: string;
  /** Shown where scripts are off. */
  noScript: string;
}

export function renderJoin(queue: PublicQueue): RenderedPage {
  return page(queue.name, <JoinPage queue={queue} />);
}

export function renderTicket(): RenderedPage {
  return waiting(ticket.yourNumber, ticket.loading);
}

export function renderBoard(queue: PublicQueue): RenderedPage {
  return page(board.title(queue.name), <BoardPage queue={queue} />);
}

export function renderToken(): RenderedPage {
  return waiting(token.yourNumber, token.loading);
}

export function renderShop(props: ShopPageProps): RenderedPage {
  return page(shop.pageTitle(props.shop.organisation.name), <ShopPage {...props} />);
}

export function renderReservation(): RenderedPage {
  return waiting(reservation.pageTitle(null), reservation.loading);
}

export function renderHall(doctorIds: string[]): RenderedPage {
  return page(hall.title, <HallPage doctorIds={doctorIds} />);
}

export function renderRoom(
  state: RoomState,
  paths: { leave: string; again: string },
): RenderedPage & { moment: RoomMoment; style: string } {
  const moment = momentOf(state);
  return {
    lang: state.language,
    dir: wordsIn(state.language).dir,
    title: moment.title,
    body: renderToString(<RoomPage state={state} moment={moment} {...paths} />),
    noScript: "",
    moment,
    style: styleOf(state.page),
  };
}

export function renderBooking(booking: PublicBookingPage): RenderedPage {
  return page(`${booking.title} · ${booking.organisation}`, <BookingPage page={booking} />);
}

export function renderRequest(): RenderedPage {
  return waiting(request.pageTitle, request.loading);
}

export function renderWait(): RenderedPage {
  return waiting(waitlist.pageTitle, waitlist.loading);
}

export function renderNotFound(): RenderedPage {
  return page(
    notFound.title,
    <main class="page">
      <section class="resting">
        <h1>{notFound.title}</h1>
        <p>{notFound.text}</p>
        <p>
          <a href="/">{notFound.home}</a>
        </p>
      </section>
    </main>,
  );
}

/** While the database is away. In a waiting room somebody may have a place, and another language. */
export function renderUnreachable(
  inRoom: boolean,
  accepted: string | undefined,
): Omit<RenderedPage, "noScript"> {
  const lang = inRoom ? chooseLanguage(accepted, roomLanguages) : language;
  const words = wordsIn(lang);
  const title = inRoom ? words.heading.busy : unreachable.title;
  const body = renderToString(
    <main class="page">
      <section class="resting" role="status">
        <h1>{title}</h1>
        <p>{inRoom ? words.away : unreachable.text}</p>
      </section>
    </main>,
  );
  return { lang, dir: inRoom ? words.dir : direction, title, body };
}

/** What belongs to somebody comes once their secret has been shown. */
function waiting(title: string, words: string): RenderedPage {
  return page(
    title,
    <main class="page">
      <section class="slip waiting-for-data" aria-busy="true">
        <p>{words}</p>
      </section>
    </main>,
  );
}

function page(title: string, view: VNode): RenderedPage {
  const body = renderToString(view);
  return { lang: language, dir: direction, title, body, noScript: join.noScript };
}
