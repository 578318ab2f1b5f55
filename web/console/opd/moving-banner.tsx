import { timeIn } from "../../look/zone-time.ts";
import type { Doctor, OpdSlot, Token } from "../../wire/opd.ts";
import { Button } from "../ui/button.tsx";
import { tokens as text, whoIs } from "./messages.ts";

interface MovingProps {
  token: Token;
  doctor: Doctor;
  /** The slot that is chosen on the grid now. */
  target: OpdSlot | null;
  isBusy: boolean;
  onMove(): void;
  onStop(): void;
}

/** Stays while another doctor, day or slot is chosen, and says what the press of its button would do. */
export function MovingBanner({ token, doctor, target, isBusy, onMove, onStop }: MovingProps) {
  const isElsewhere =
    target !== null && (target.start !== token.slotStart || doctor.id !== token.doctorId);
  const hasRoom =
    target && !target.closed && (token.emergency ? target.openToEmergencies : target.open) > 0;
  const time = target ? timeIn(target.start, doctor.timezone) : "…";
  return (
    <div
      role="status"
      className="sticky top-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border-[1.5px] border-accent bg-wash px-5 py-3 text-on-wash"
    >
      <p className="min-w-0 flex-1 basis-72">
        <strong className="text-lg">
          <bdi>{text.moving(whoIs(token))}</bdi>
        </strong>{" "}
        {text.movingText}
      </p>
      <Button onPress={onStop}>{text.stopMoving}</Button>
      <Button look="main" isDisabled={!isElsewhere || !hasRoom || isBusy} onPress={onMove}>
        {isElsewhere && !hasRoom ? text.noRoom(time) : text.moveHere(time)}
      </Button>
    </div>
  );
}
