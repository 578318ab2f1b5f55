// Behind the counter: handing over, and what is out today. One hand and a phone are enough.

import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { dateIn } from "../../look/zone-time.ts";
import type { Merchant } from "../../wire/boxes.ts";
import { useMinutes } from "../desk/clock.tsx";
import { usePageTitle } from "../page-title.ts";
import { useMay } from "../session.ts";
import { Button } from "../ui/button.tsx";
import { Connection } from "../ui/connection.tsx";
import { Icon } from "../ui/icons.tsx";
import { Empty, Failure, Loading } from "../ui/states.tsx";
import { DayBoxCard } from "./day-box-card.tsx";
import { useDay, useMerchant, useMerchantStream } from "./live-merchant.ts";
import { MerchantHead } from "./merchant-head.tsx";
import { counter as text } from "./messages.ts";
import { PickupPanel } from "./pickup-panel.tsx";
import { PublishDialog } from "./publish-dialog.tsx";

const route = getRouteApi("/signed-in/boxes/$merchantId");

export function CounterPage() {
  const { merchantId } = route.useParams();
  const merchant = useMerchant(merchantId);
  usePageTitle(merchant.data?.name ?? "");
  if (merchant.isPending) return <Loading />;
  if (merchant.isError) {
    return <Failure error={merchant.error} onRetry={() => void merchant.refetch()} />;
  }
  return <Counter merchant={merchant.data} />;
}

function Counter({ merchant }: { merchant: Merchant }) {
  const operates = useMay("boxes:operate");
  const link = useMerchantStream(merchant.id);
  return (
    <div className="grid flex-1 content-start gap-5">
      <MerchantHead id={merchant.id} name={merchant.name} />
      <Connection link={link} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        {operates ? (
          <div className="thumb-bar z-10 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:max-h-dvh max-lg:overflow-y-auto max-lg:border-t max-lg:border-rule max-lg:bg-paper max-lg:p-4 lg:sticky lg:top-6">
            <PickupPanel merchant={merchant} />
          </div>
        ) : (
          <p className="text-soft">{text.viewOnly}</p>
        )}
        <Today merchant={merchant} operates={operates} />
      </div>
    </div>
  );
}

function Today({ merchant, operates }: { merchant: Merchant; operates: boolean }) {
  const today = dateIn(useMinutes(), merchant.timezone);
  const day = useDay(merchant.id, today);
  const [putting, setPutting] = useState(false);
  const boxes = day.data?.items ?? [];
  return (
    <section aria-labelledby="today" className="grid content-start gap-4 max-lg:pb-24">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="today" className="text-xl font-bold">
          {text.today}
        </h2>
        {operates && boxes.length > 0 && (
          <Button onPress={() => setPutting(true)}>
            <Icon name="plus" />
            {text.put}
          </Button>
        )}
      </div>
      {day.isPending && <Loading />}
      {day.isError && !day.data && <Failure error={day.error} onRetry={() => void day.refetch()} />}
      {day.data && boxes.length === 0 && (
        <Empty title={text.emptyTitle} text={operates ? text.emptyText : text.emptyViewer}>
          {operates && (
            <Button look="main" onPress={() => setPutting(true)}>
              {text.put}
            </Button>
          )}
        </Empty>
      )}
      <ul className="grid items-start gap-4 xl:grid-cols-2">
        {boxes
          .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
          .map((box) => (
            <DayBoxCard key={box.id} box={box} operates={operates} />
          ))}
      </ul>
      <PublishDialog
        merchant={merchant}
        today={today}
        isOpen={putting}
        onClose={() => setPutting(false)}
      />
    </section>
  );
}
