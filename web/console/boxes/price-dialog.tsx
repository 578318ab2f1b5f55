import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { DayBox } from "../../wire/boxes.ts";
import { common } from "../messages.ts";
import { fieldProblems } from "../problem-text.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { useNotices } from "../ui/notices.tsx";
import { FormProblem } from "../ui/states.tsx";
import { boxesApi } from "./boxes-api.ts";
import { counter as text, form } from "./messages.ts";
import { MoneyField } from "./money-field.tsx";
import { PriceDropsField } from "./price-drops-field.tsx";

interface PriceProps {
  box: DayBox;
  isOpen: boolean;
  onClose(): void;
}

export function PriceDialog(props: PriceProps) {
  return (
    <Dialog
      title={text.changeTitle(props.box.title)}
      isOpen={props.isOpen}
      onClose={props.onClose}
      wide
    >
      <PriceForm {...props} />
    </Dialog>
  );
}

function PriceForm({ box, onClose }: PriceProps) {
  const client = useQueryClient();
  const { say } = useNotices();
  const [price, setPrice] = useState<number | null>(box.fullPrice);
  const [priceDrops, setDrops] = useState(box.priceDrops);
  const save = useMutation({
    mutationFn: () => boxesApi.changeBox(box.id, { price: price ?? box.fullPrice, priceDrops }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["boxes", "live", box.merchantId] });
      say(common.saved);
      onClose();
    },
  });
  const wrong = fieldProblems(save.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  }

  return (
    <form className="grid gap-5" onSubmit={submit}>
      <p className="text-soft">{text.changeText}</p>
      <MoneyField label={form.price} currency={box.currency} value={price} onChange={setPrice} />
      <PriceDropsField
        drops={priceDrops}
        price={price}
        currency={box.currency}
        error={wrong["priceDrops"]}
        onChange={setDrops}
      />
      <FormProblem error={Object.keys(wrong).length > 0 ? null : save.error} />
      <DialogButtons>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button type="submit" look="main">
          {save.isPending ? common.saving : common.save}
        </Button>
      </DialogButtons>
    </form>
  );
}
