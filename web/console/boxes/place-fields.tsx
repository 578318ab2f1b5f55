import { useState } from "react";
import type { Merchant } from "../../wire/boxes.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { settings as text } from "./messages.ts";

type Place = Pick<Merchant, "address" | "town" | "latitude" | "longitude">;

interface PlaceFieldsProps {
  place: Place;
  wrong: Record<string, string>;
  onChange(place: Partial<Place>): void;
}

export function PlaceFields({ place, wrong, onChange }: PlaceFieldsProps) {
  return (
    <>
      <Field
        label={text.address}
        optional
        maxLength={200}
        value={place.address ?? ""}
        onChange={(address) => onChange({ address: address || null })}
        error={wrong["address"]}
      />
      <Field
        label={text.town}
        hint={text.townHint}
        optional
        maxLength={100}
        value={place.town ?? ""}
        onChange={(town) => onChange({ town: town || null })}
        error={wrong["town"]}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Degrees
          label={text.latitude}
          value={place.latitude}
          onChange={(latitude) => onChange({ latitude })}
          error={wrong["latitude"]}
        />
        <Degrees
          label={text.longitude}
          value={place.longitude}
          onChange={(longitude) => onChange({ longitude })}
          error={wrong["longitude"]}
        />
      </div>
      <Here onPlace={onChange} />
    </>
  );
}

interface DegreesProps {
  label: string;
  value: number | null;
  onChange(value: number | null): void;
  error: string | undefined;
}

/** Pasted from a map, as often as not: plain text, read when it is a number. */
function Degrees({ label, value, onChange, error }: DegreesProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field
      label={label}
      optional
      inputMode="decimal"
      value={typed ?? value?.toString() ?? ""}
      onChange={(next) => {
        setTyped(next);
        const number = Number(next.replace(",", "."));
        if (next.trim() === "") onChange(null);
        else if (!Number.isNaN(number)) onChange(number);
      }}
      onBlur={() => setTyped(null)}
      error={error}
    />
  );
}

const metres = 5; // decimals of a degree

function Here({ onPlace }: { onPlace(place: Partial<Place>): void }) {
  const [state, setState] = useState<"idle" | "looking" | "failed">("idle");
  function look() {
    setState("looking");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState("idle");
        onPlace({
          latitude: Number(coords.latitude.toFixed(metres)),
          longitude: Number(coords.longitude.toFixed(metres)),
        });
      },
      () => setState("failed"),
      { enableHighAccuracy: true, timeout: 15_000 },
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button isDisabled={state === "looking"} onPress={look}>
        {state === "looking" ? text.locating : text.here}
      </Button>
      <p role="status" className="text-soft">
        {state === "failed" && text.noPlace}
      </p>
    </div>
  );
}
