// What a shop sells again and again: put out by itself on its weekdays, or with one press.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { moneyText } from "../../look/money.ts";
import { dateIn } from "../../look/zone-time.ts";
import type { BoxType, Merchant } from "../../wire/boxes.ts";
import { useMinutes } from "../desk/clock.tsx";
import { usePageTitle } from "../page-title.ts";
import { useMay } from "../session.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { useNotices } from "../ui/notices.tsx";
import { Empty, Failure, Loading } from "../ui/states.tsx";
import { boxesApi } from "./boxes-api.ts";
import { useDay, useMerchant } from "./live-merchant.ts";
import { MerchantHead } from "./merchant-head.tsx";
import { publish, templates as text } from "./messages.ts";
import { useBoxTypes } from "./publish-dialog.tsx";
import { TemplateDialog } from "./template-dialog.tsx";

const route = getRouteApi("/signed-in/boxes/$merchantId/templates");

export function TemplatesPage() {
  const { merchantId } = route.useParams();
  const merchant = useMerchant(merchantId);
  usePageTitle(merchant.data ? `${text.title}: ${merchant.data.name}` : "");
  if (merchant.isPending) return <Loading />;
  if (merchant.isError) {
    return <Failure error={merchant.error} onRetry={() => void merchant.refetch()} />;
  }
  return <Templates merchant={merchant.data} />;
}

type Editing = BoxType | "new" | null;

function Templates({ merchant }: { merchant: Merchant }) {
  const manages = useMay("boxes:manage");
  const types = useBoxTypes(merchant.id);
  const [editing, setEditing] = useState<Editing>(null);
  const items = types.data?.items ?? [];
  return (
    <div className="mx-auto grid w-full max-w-5xl content-start gap-6">
      <MerchantHead id={merchant.id} name={merchant.name} title={text.title} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-prose text-soft">{text.text}</p>
        {manages && items.length > 0 && (
          <Button look="main" onPress={() => setEditing("new")}>
            <Icon name="plus" />
            {text.new}
          </Button>
        )}
      </div>
      {types.isPending && <Loading />}
      {types.isError && <Failure error={types.error} onRetry={() => void types.refetch()} />}
      {types.data && items.length === 0 && (
        <Empty title={text.emptyTitle} text={text.emptyText}>
          {manages && (
            <Button look="main" onPress={() => setEditing("new")}>
              {text.new}
            </Button>
          )}
        </Empty>
      )}
      <ul className="grid gap-4 md:grid-cols-2">
        {items
          .toSorted((a, b) => Number(b.active) - Number(a.active))
          .map((type) => (
            <TemplateCard
              key={type.id}
              type={type}
              merchant={merchant}
              onEdit={manages ? () => setEditing(type) : null}
            />
          ))}
      </ul>
      <TemplateDialog merchant={merchant} editing={editing} onClose={() => setEditing(null)} />
    </div>
  );
}

interface CardProps {
  type: BoxType;
  merchant: Merchant;
  /** null: may not. */
  onEdit: (() => void) | null;
}

function TemplateCard({ type, merchant, onEdit }: CardProps) {
  return (
    <li
      className={`grid content-start gap-3 rounded-2xl border border-rule p-5 ${type.active ? "bg-card shadow-card" : ""}`}
    >
      <div>
        <h2 className="flex flex-wrap items-center gap-x-3 text-xl font-bold leading-tight">
          <bdi>{type.title}</bdi>
          {!type.active && (
            <span className="rounded-full bg-sunk px-2.5 text-sm font-semibold text-soft">
              {text.away}
            </span>
          )}
        </h2>
        <p className="text-soft tabular-nums">
          {text.boxes(type.quantity)} · {moneyText(type.price, merchant.currency)} ·{" "}
          {type.pickupStart}–{type.pickupEnd}
        </p>
      </div>
      <Weekdays days={type.weekdays} />
      <Actions type={type} merchant={merchant} onEdit={onEdit} />
    </li>
  );
}

function Weekdays({ days }: { days: number[] }) {
  if (days.length === 0) return <p className="text-soft">{text.noDays}</p>;
  return (
    <ul aria-label={text.days} className="flex flex-wrap gap-1">
      {days.map((day) => (
        <li key={day} className="rounded-md bg-wash px-2 py-0.5 text-sm font-semibold text-on-wash">
          {text.weekdays[day]}
        </li>
      ))}
    </ul>
  );
}

function Actions({ type, merchant, onEdit }: CardProps) {
  const client = useQueryClient();
  const { say, complain } = useNotices();
  const operates = useMay("boxes:operate");
  const today = dateIn(useMinutes(), merchant.timezone);
  const day = useDay(merchant.id, today);
  const isOut = day.data?.items.some(({ boxTypeId }) => boxTypeId === type.id) ?? false;
  const put = useMutation({
    mutationFn: () => boxesApi.publishBoxType(merchant.id, type.id, today),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["boxes", "live", merchant.id] });
      say(publish.done(type.title));
    },
    onError: complain,
  });
  const keep = useMutation({
    mutationFn: () => boxesApi.changeBoxType(type.id, { active: !type.active }),
    onSuccess: ({ active }) => {
      void client.invalidateQueries({ queryKey: ["boxes", "types", merchant.id] });
      say(active ? text.backText(type.title) : text.awayText(type.title));
    },
    onError: complain,
  });
  return (
    <div className="flex flex-wrap items-center gap-1">
      {operates && type.active && (
        <Button isDisabled={isOut || put.isPending} onPress={() => put.mutate()}>
          {isOut ? text.isOut : text.publishToday}
          <span className="sr-only"> {type.title}</span>
        </Button>
      )}
      {onEdit && (
        <>
          <Button look="quiet" className="px-3" onPress={onEdit}>
            {text.edit}
            <span className="sr-only"> {type.title}</span>
          </Button>
          <Button
            look="quiet"
            className="px-3"
            isDisabled={keep.isPending}
            onPress={() => keep.mutate()}
          >
            {type.active ? text.putAway : text.takeBack}
            <span className="sr-only"> {type.title}</span>
          </Button>
        </>
      )}
    </div>
  );
}
