// What the patient takes along: on paper, or by scanning it from the screen. The code is drawn here in
// the browser, since the secret in it is nobody else's business.

import { useQuery } from "@tanstack/react-query";
import QRCode from "qrcode";
import { createPortal } from "react-dom";
import { dateIn, dateText, timeIn } from "../../look/zone-time.ts";
import type { Doctor, Token } from "../../wire/opd.ts";
import { serverNow } from "../../wire/request.ts";
import { publicUrl } from "../public-url.ts";
import { giving as text } from "./messages.ts";

export const tokenPageAddress = (tokenId: string, secret: string) =>
  `${publicUrl()}/k/${tokenId}#${secret}`;

/** A picture of the address; null while it is being drawn. */
function useQrCode(address: string): string | null {
  const drawn = useQuery({
    queryKey: ["qr", address],
    queryFn: () => QRCode.toString(address, { type: "svg", margin: 1, errorCorrectionLevel: "M" }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return drawn.data ? `data:image/svg+xml;utf8,${encodeURIComponent(drawn.data)}` : null;
}

interface SlipProps {
  token: Token;
  doctor: Doctor;
  secret: string;
}

export function QrCode({ address, className }: { address: string; className?: string }) {
  const picture = useQrCode(address);
  return picture ? (
    <img src={picture} alt={text.qrAlt} className={className} />
  ) : (
    <span className={className} />
  );
}

export function Slip({ token, doctor, secret }: SlipProps) {
  const { slip } = text;
  const isToday = token.date === dateIn(serverNow(), doctor.timezone);
  const room = isToday ? doctor.room : doctor.usualRoom;
  return (
    <article className="slip-paper">
      <p className="text-lg font-bold leading-tight">
        <bdi>{doctor.name}</bdi>
        {room && (
          <>
            <br />
            <bdi>{room.name}</bdi>
          </>
        )}
      </p>
      <p className="leading-tight">
        {dateText(token.date, { weekday: "long", day: "numeric", month: "long" })}
        <br />
        <strong className="text-lg">
          {timeIn(token.slotStart, doctor.timezone)} – {timeIn(token.slotEnd, doctor.timezone)}
        </strong>
      </p>
      <p className="text-sm">{token.number === null ? slip.waitingText : slip.number}</p>
      <p
        className="slip-number"
        data-word={token.number === null}
        data-long={(token.label?.length ?? 0) > 5}
      >
        {token.label ?? slip.waiting}
      </p>
      <p className="font-semibold">
        <bdi>{token.patientName}</bdi>
      </p>
      <QrCode address={tokenPageAddress(token.id, secret)} />
      <p className="text-sm leading-snug">{slip.scan}</p>
    </article>
  );
}

/** Rendered beside the page, hidden on the screen: what prints is this alone. */
export function SlipToPrint(props: SlipProps) {
  return createPortal(
    <div className="slip-print">
      <Slip {...props} />
    </div>,
    document.body,
  );
}
