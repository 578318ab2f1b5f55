// Boxes for an evening: from a template in two presses, or something else.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { BoxType, DayBox, Merchant } from "../../wire/boxes.ts";
import { moneyText } from "../../look/money.ts";
import { common } from "../messages.ts";
import { fieldProblems } from "../problem-text.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { DateField } from "../ui/field.tsx";
import { useNotices } from "../ui/notices.tsx";
import { FormProblem } from "../ui/states.tsx";
import { boxesApi } from "./boxes-api.ts";
import { BoxFields, emptyDraft, wishOf, type BoxDraft } from "./box-form.tsx";
import { publish as text, templates as templateText } from "./messages.ts";

interface PublishProps {
  merchant: Merchant;
  today: string;
  isOpen: boolean;
  onClose(): void;
}

export function PublishDialog(props: PublishProps) {
  return (
    <Dialog title={text.title} isOpen={props.isOpen} onClose={props.onClose} wide>
      <PublishForm {...props} />
    </Dialog>
  );
}

const boxTypesKey = (merchantId: string) => ["boxes", "types", merchantId];

export function useBoxTypes(merchantId: string) {
  return useQuery({
    queryKey: boxTypesKey(merchantId),
    queryFn: () => boxesApi.boxTypes(merchantId),
  });
}

function PublishForm({ merchant, today, onClose }: PublishProps) {
  const client = useQueryClient();
  const { say } = useNotices();
  const types = useBoxTypes(merchant.id);
  const [date, setDate] = useState(today);
  const [draft, setDraft] = useState<BoxDraft>(emptyDraft);
  const put = useMutation({
    mutationFn: (type: BoxType | null): Promise<DayBox> => {
      if (type) return boxesApi.publishBoxType(merchant.id, type.id, date);
      return boxesApi.publish(merchant.id, { ...wishOf(draft)!, date });
    },
    onSuccess: (box) => {
      void client.invalidateQueries({ queryKey: ["boxes", "live", merchant.id] });
      say(text.done(box.title));
      onClose();
    },
  });
  const wrong = fieldProblems(put.error);
  const templates = types.data?.items.filter(({ active }) => active) ?? [];

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!put.isPending && wishOf(draft)) put.mutate(null);
  }

  return (
    <form className="grid gap-5" onSubmit={submit}>
      <DateField label={text.date} isRequired value={date} onChange={setDate} />
      {templates.length > 0 && (
        <section className="grid gap-2">
          <h3 className="text-lg font-bold">{text.from}</h3>
          <ul className="grid gap-2 sm:grid-cols-2">
            {templates.map((type) => (
              <li key={type.id}>
                <Button
                  className="h-full w-full justify-start py-3 text-start"
                  isDisabled={put.isPending}
                  onPress={() => put.mutate(type)}
                >
                  <TemplateLines type={type} currency={merchant.currency} />
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <FormProblem error={Object.keys(wrong).length > 0 ? null : put.error} />
      {templates.length > 0 && <h3 className="text-lg font-bold">{text.own}</h3>}
      <BoxFields draft={draft} currency={merchant.currency} wrong={wrong} onChange={setDraft} />
      <DialogButtons>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button type="submit" look="main">
          {put.isPending ? text.publishing : text.publish}
        </Button>
      </DialogButtons>
    </form>
  );
}

function TemplateLines({ type, currency }: { type: BoxType; currency: string }) {
  return (
    <span className="grid">
      <span>{type.title}</span>
      <span className="font-normal text-soft">
        {templateText.boxes(type.quantity)} · {moneyText(type.price, currency)} · {type.pickupStart}
        –{type.pickupEnd}
      </span>
    </span>
  );
}
