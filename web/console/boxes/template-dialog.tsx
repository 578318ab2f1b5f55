import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { BoxType, Merchant } from "../../wire/boxes.ts";
import { common } from "../messages.ts";
import { Check } from "../ui/check.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { inputClass, labelClass } from "../ui/field.tsx";
import { useNotices } from "../ui/notices.tsx";
import { boxesApi, type Template } from "./boxes-api.ts";
import { BoxFields, emptyDraft, wishOf, type BoxDraft } from "./box-form.tsx";
import { templates as text } from "./messages.ts";

interface TemplateDialogProps {
  merchant: Merchant;
  editing: BoxType | "new" | null;
  onClose(): void;
}

export function TemplateDialog({ merchant, editing, onClose }: TemplateDialogProps) {
  const title = editing && editing !== "new" ? text.editTitle(editing.title) : text.newTitle;
  return (
    <Dialog title={title} isOpen={editing !== null} onClose={onClose} wide>
      <TemplateForm
        merchant={merchant}
        before={editing === "new" ? null : editing}
        onClose={onClose}
      />
    </Dialog>
  );
}

interface FormProps {
  merchant: Merchant;
  before: BoxType | null;
  onClose(): void;
}

function draftOf(type: BoxType): BoxDraft {
  const { title, description, value, quantity, price, pickupStart, pickupEnd, priceDrops } = type;
  return { title, description, value, quantity, price, pickupStart, pickupEnd, priceDrops };
}

function TemplateForm({ merchant, before, onClose }: FormProps) {
  const client = useQueryClient();
  const { say } = useNotices();
  const [draft, setDraft] = useState<BoxDraft>(before ? draftOf(before) : emptyDraft);
  const [weekdays, setWeekdays] = useState(before?.weekdays ?? []);
  const [publishAt, setPublishAt] = useState(before?.publishAt ?? "00:00");
  const save = useMutation({
    mutationFn: () => {
      const template: Template = {
        ...wishOf(draft)!,
        weekdays,
        publishAt,
        active: before?.active ?? true,
      };
      return before
        ? boxesApi.changeBoxType(before.id, template)
        : boxesApi.createBoxType(merchant.id, template);
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["boxes", "types", merchant.id] });
      void client.invalidateQueries({ queryKey: ["boxes", "live", merchant.id] });
      say(common.saved);
      onClose();
    },
  });

  return (
    <DialogForm
      work={{ ...save, mutate: () => wishOf(draft) && save.mutate() }}
      action={before ? common.save : text.create}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <BoxFields draft={draft} currency={merchant.currency} wrong={wrong} onChange={setDraft} />
          <WeekdayChecks days={weekdays} onChange={setWeekdays} />
          {weekdays.length > 0 && (
            <label className="grid justify-items-start gap-1.5">
              <span className={labelClass}>{text.publishAt}</span>
              <input
                type="time"
                required
                value={publishAt}
                onChange={(event) => setPublishAt(event.target.value)}
                className={`${inputClass} w-36 tabular-nums`}
              />
            </label>
          )}
        </>
      )}
    </DialogForm>
  );
}

interface WeekdayChecksProps {
  days: number[];
  onChange(days: number[]): void;
}

function WeekdayChecks({ days, onChange }: WeekdayChecksProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className={labelClass}>{text.days}</legend>
      <div className="flex flex-wrap gap-x-6">
        {text.longWeekdays.map((name, day) => (
          <Check
            key={name}
            isSelected={days.includes(day)}
            onChange={(isOn) =>
              onChange(isOn ? [...days, day] : days.filter((other) => other !== day))
            }
          >
            {name}
          </Check>
        ))}
      </div>
    </fieldset>
  );
}
