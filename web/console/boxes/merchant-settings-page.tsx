import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Merchant } from "../../wire/boxes.ts";
import { common } from "../messages.ts";
import { usePageTitle } from "../page-title.ts";
import { publicUrl } from "../public-url.ts";
import { useMe } from "../session.ts";
import { Stacked } from "../ui/choice.tsx";
import { CopyLine } from "../ui/copy.tsx";
import { Count, Field } from "../ui/field.tsx";
import { Part } from "../ui/part.tsx";
import { SettingsForm, useSettings } from "../ui/settings-form.tsx";
import { Failure, Loading } from "../ui/states.tsx";
import { boxesApi, type MerchantSettings } from "./boxes-api.ts";
import { merchantKey, useMerchant } from "./live-merchant.ts";
import { MerchantHead } from "./merchant-head.tsx";
import { merchants, settings as text } from "./messages.ts";
import { PlaceFields } from "./place-fields.tsx";

const route = getRouteApi("/signed-in/boxes/$merchantId/settings");

export function MerchantSettingsPage() {
  const { merchantId } = route.useParams();
  const merchant = useMerchant(merchantId);
  usePageTitle(merchant.data ? `${text.title}: ${merchant.data.name}` : "");
  if (merchant.isPending) return <Loading />;
  if (merchant.isError) {
    return <Failure error={merchant.error} onRetry={() => void merchant.refetch()} />;
  }
  return <MerchantSettingsForm key={merchantId} merchant={merchant.data} />;
}

function settingsOf({
  id: _id,
  timezone: _timezone,
  currency: _currency,
  createdAt: _created,
  ...settings
}: Merchant): MerchantSettings {
  return settings;
}

const payments = (["at_pickup", "online", "either"] as const).map((id) => ({
  id,
  ...text.paymentKinds[id],
}));
const late = (["refund", "honour"] as const).map((id) => ({ id, ...text.lateKinds[id] }));

function MerchantSettingsForm({ merchant }: { merchant: Merchant }) {
  const client = useQueryClient();
  const { before, form, setForm, set, save, isChanged } = useSettings({
    first: settingsOf(merchant),
    async send(changes) {
      const saved = await boxesApi.changeMerchant(merchant.id, changes);
      client.setQueryData(merchantKey(merchant.id), saved);
      void client.invalidateQueries({ queryKey: ["boxes", "merchants"] });
      return settingsOf(saved);
    },
  });

  return (
    <SettingsForm
      needs="boxes:manage"
      head={<MerchantHead id={merchant.id} name={before.name} title={text.title} />}
      save={save}
      isChanged={isChanged}
      unsaved={text.unsaved}
    >
      {(wrong) => (
        <>
          <Part title={text.shop} about={text.fixed(merchant.timezone, merchant.currency)}>
            <Field
              label={merchants.name}
              isRequired
              maxLength={100}
              value={form.name}
              onChange={set("name")}
              error={wrong["name"]}
            />
          </Part>
          <Part title={text.place} about={text.placeText}>
            <PlaceFields
              place={form}
              wrong={wrong}
              onChange={(place) => setForm((now) => ({ ...now, ...place }))}
            />
          </Part>
          <Part title={text.selling}>
            <div className="grid gap-5 sm:grid-cols-2">
              <Count
                label={text.hold}
                hint={text.holdHint}
                unit={common.minutes}
                min={15}
                max={30}
                value={form.holdMinutes}
                onChange={(value) => set("holdMinutes")(value ?? before.holdMinutes)}
                error={wrong["holdMinutes"]}
              />
              <Count
                label={text.offer}
                unit={common.minutes}
                max={120}
                value={form.offerMinutes}
                onChange={(value) => set("offerMinutes")(value ?? before.offerMinutes)}
                error={wrong["offerMinutes"]}
              />
              <Count
                label={text.cooldown}
                hint={text.cooldownHint}
                unit={common.minutes}
                min={0}
                max={1_440}
                value={form.cooldownMinutes}
                onChange={(value) => set("cooldownMinutes")(value ?? 0)}
                error={wrong["cooldownMinutes"]}
              />
              <Count
                label={text.most}
                unit={text.boxes}
                max={100}
                value={form.mostPerReservation}
                onChange={(value) => set("mostPerReservation")(value ?? before.mostPerReservation)}
                error={wrong["mostPerReservation"]}
              />
            </div>
          </Part>
          <Part title={text.payments}>
            <Stacked
              label={text.payment}
              options={payments}
              value={form.payment}
              onChange={set("payment")}
            />
            {form.payment !== "at_pickup" && (
              <Stacked
                label={text.late}
                options={late}
                value={form.latePayments}
                onChange={set("latePayments")}
              />
            )}
          </Part>
          <ShopAddresses town={before.town} />
        </>
      )}
    </SettingsForm>
  );
}

/** For the shop's window, its website, the town's. */
function ShopAddresses({ town }: { town: string | null }) {
  const address = `${publicUrl()}/shop/${useMe().organisation.id}`;
  const rows: [name: string, address: string][] = [[text.shopPage, address]];
  if (town) rows.push([text.townPage(town), `${address}?town=${encodeURIComponent(town)}`]);
  return (
    <Part title={text.addresses}>
      {rows.map(([name, href]) => (
        <div key={href} className="grid gap-1.5">
          <a
            href={href}
            target="_blank"
            rel="noreferrer"
            className="justify-self-start font-semibold underline underline-offset-4"
          >
            {name}
          </a>
          <CopyLine value={href} label={name} />
        </div>
      ))}
    </Part>
  );
}
