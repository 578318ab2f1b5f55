import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { DayBox } from "../../wire/boxes.ts";
import { common } from "../messages.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { useNotices } from "../ui/notices.tsx";
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

  return (
    <DialogForm work={save} onClose={onClose}>
      {(wrong) => (
        <>
          <p className="text-soft">{text.changeText}</p>
          <MoneyField
            label={form.price}
            currency={box.currency}
            value={price}
            onChange={setPrice}
          />
          <PriceDropsField
            drops={priceDrops}
            price={price}
            currency={box.currency}
            error={wrong["priceDrops"]}
            onChange={setDrops}
          />
        </>
      )}
    </DialogForm>
  );
}
