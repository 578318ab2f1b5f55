// Four weeks at a time: what was put out, what was collected, what was not.

import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { moneyText } from "../../look/money.ts";
import { addDays, dateIn, dateText } from "../../look/zone-time.ts";
import type { BoxDay, Merchant } from "../../wire/boxes.ts";
import { useMinutes } from "../desk/clock.tsx";
import { usePageTitle } from "../page-title.ts";
import { Button } from "../ui/button.tsx";
import { Empty, Failure, Loading } from "../ui/states.tsx";
import { boxesApi } from "./boxes-api.ts";
import { totalsOf, unsoldOf, type Totals } from "./history.ts";
import { useMerchant } from "./live-merchant.ts";
import { MerchantHead } from "./merchant-head.tsx";
import { history as text } from "./messages.ts";

const route = getRouteApi("/signed-in/boxes/$merchantId/history");
const span = 28;

export function HistoryPage() {
  const { merchantId } = route.useParams();
  const merchant = useMerchant(merchantId);
  usePageTitle(merchant.data ? `${text.title}: ${merchant.data.name}` : "");
  if (merchant.isPending) return <Loading />;
  if (merchant.isError) {
    return <Failure error={merchant.error} onRetry={() => void merchant.refetch()} />;
  }
  return <History merchant={merchant.data} />;
}

function History({ merchant }: { merchant: Merchant }) {
  const navigate = route.useNavigate();
  const today = dateIn(useMinutes(), merchant.timezone);
  const to = route.useSearch().to ?? today;
  const from = addDays(to, 1 - span);
  const history = useQuery({
    queryKey: ["boxes", "history", merchant.id, from, to],
    queryFn: ({ signal }) => boxesApi.history(merchant.id, from, to, signal),
  });
  const days = history.data?.items ?? [];
  const go = (next: string) =>
    void navigate({ search: next >= today ? {} : { to: next }, replace: true });
  const short = (date: string) => dateText(date, { day: "numeric", month: "long" });
  return (
    <div className="mx-auto grid w-full max-w-5xl content-start gap-6">
      <MerchantHead id={merchant.id} name={merchant.name} title={text.title} />
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl font-bold">{text.text(short(from), short(to))}</h2>
        <div className="flex gap-2 sm:ms-auto">
          <Button onPress={() => go(addDays(to, -span))}>{text.earlier}</Button>
          <Button isDisabled={to >= today} onPress={() => go(addDays(to, span))}>
            {text.later}
          </Button>
        </div>
      </div>
      {history.isPending && <Loading />}
      {history.isError && <Failure error={history.error} onRetry={() => void history.refetch()} />}
      {history.data && days.length === 0 && <Empty title={text.emptyTitle} text={text.emptyText} />}
      {days.length > 0 && <Summary days={days} today={today} currency={merchant.currency} />}
      {days.length > 0 && <Table days={days} today={today} currency={merchant.currency} />}
    </div>
  );
}

interface DaysProps {
  days: BoxDay[];
  today: string;
  currency: string;
}

function Summary({ days, today, currency }: DaysProps) {
  const all = totalsOf(days, today);
  const percent = new Intl.NumberFormat(undefined, { style: "percent" });
  const facts: [value: string, name: string][] = [
    [percent.format(all.pickedUp / Math.max(1, all.quantity)), text.pickedUp],
    [String(all.notCollected), text.notCollected],
    [String(all.unsold), text.unsold],
    [moneyText(all.takings, currency), text.takings],
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {facts.map(([value, name]) => (
        <div key={name} className="grid rounded-2xl border border-rule bg-card p-4">
          <dd className="text-3xl font-bold tabular-nums">{value}</dd>
          <dt className="order-last text-soft">{name}</dt>
        </div>
      ))}
    </dl>
  );
}

const numberClass = "px-2 py-2 text-end tabular-nums";

function Table({ days, today, currency }: DaysProps) {
  return (
    <div
      role="region"
      aria-label={text.title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls needs the keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-2xl border border-rule bg-card p-2"
    >
      <table className="w-full border-collapse">
        <thead className="text-sm text-soft">
          <tr>
            <th scope="col" className="px-2 py-2 text-start font-semibold">
              {text.day}
            </th>
            {[text.out, text.pickedUp, text.notCollected, text.unsold, text.takings].map((name) => (
              <th key={name} scope="col" className={`${numberClass} font-semibold`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-rule">
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row" className="px-2 py-2 text-start font-semibold whitespace-nowrap">
                {day.date === today
                  ? text.today
                  : dateText(day.date, { weekday: "short", day: "numeric", month: "short" })}
              </th>
              <Numbers of={{ ...day, unsold: unsoldOf(day, today) }} currency={currency} />
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t-2 border-rule font-bold">
          <tr>
            <th scope="row" className="px-2 py-2 text-start">
              {text.total}
            </th>
            <Numbers of={totalsOf(days, today)} currency={currency} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Numbers({ of, currency }: { of: Totals; currency: string }) {
  return (
    <>
      <td className={numberClass}>{of.quantity}</td>
      <td className={numberClass}>{of.pickedUp}</td>
      <td className={`${numberClass} ${of.notCollected > 0 ? "text-danger" : ""}`}>
        {of.notCollected}
      </td>
      <td className={numberClass}>{of.unsold}</td>
      <td className={`${numberClass} whitespace-nowrap`}>{moneyText(of.takings, currency)}</td>
    </>
  );
}
