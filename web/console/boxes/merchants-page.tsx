// The shops of an organisation. Most have one: then this page is not in the way.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, Navigate, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Merchant } from "../../wire/boxes.ts";
import { usePageTitle } from "../page-title.ts";
import { TimezoneField, timezoneHere } from "../pages/timezone-field.tsx";
import { useMay, useMe } from "../session.ts";
import { buttonClass } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { Field } from "../ui/field.tsx";
import { ListPage } from "../ui/list-page.tsx";
import { boxesApi } from "./boxes-api.ts";
import { CurrencyField } from "./currency-field.tsx";
import { merchants as text } from "./messages.ts";

const route = getRouteApi("/signed-in/boxes");

export function MerchantsPage() {
  usePageTitle(text.title);
  const { all } = route.useSearch();
  const me = useMe();
  const manages = useMay("boxes:manage");
  const [making, setMaking] = useState(false);
  const merchants = useQuery({ queryKey: ["boxes", "merchants"], queryFn: boxesApi.merchants });
  const items = merchants.data?.items ?? [];
  const [only] = items;
  if (only && items.length === 1 && !all) {
    return <Navigate to="/boxes/$merchantId" params={{ merchantId: only.id }} replace />;
  }
  const make = manages
    ? { label: text.new, first: text.emptyAction, onPress: () => setMaking(true) }
    : null;
  const close = () => setMaking(false);
  return (
    <ListPage
      wide
      title={text.title}
      about={text.text}
      list={merchants}
      make={make}
      beside={
        <a
          href={`/shop/${me.organisation.id}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass("second")}
        >
          {text.shopPage}
        </a>
      }
      empty={{ title: text.emptyTitle, text: manages ? text.emptyText : text.emptyViewer }}
      more={
        <Dialog title={text.new} isOpen={making} onClose={close}>
          <NewMerchantForm onClose={close} />
        </Dialog>
      }
    >
      {(shops) => (
        <ul className="grid gap-4 sm:grid-cols-2">
          {shops
            .toSorted((a, b) => a.name.localeCompare(b.name))
            .map((merchant) => (
              <MerchantCard key={merchant.id} merchant={merchant} />
            ))}
        </ul>
      )}
    </ListPage>
  );
}

function MerchantCard({ merchant }: { merchant: Merchant }) {
  return (
    <li className="overflow-hidden rounded-2xl border border-rule bg-card shadow-card">
      <Link
        to="/boxes/$merchantId"
        params={{ merchantId: merchant.id }}
        className="group grid gap-1 p-6 hover:bg-wash/50 -outline-offset-3"
      >
        <h2 className="text-2xl font-bold leading-tight group-hover:underline underline-offset-4 decoration-2">
          <bdi>{merchant.name}</bdi>
        </h2>
        <span className="text-soft">{merchant.address ?? merchant.town}</span>
        <span className="mt-2 font-semibold text-accent">{text.open}</span>
      </Link>
    </li>
  );
}

function NewMerchantForm({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [timezone, setTimezone] = useState(timezoneHere);
  const [currency, setCurrency] = useState("EUR");
  const create = useMutation({
    mutationFn: () => boxesApi.createMerchant({ name: name.trim(), timezone, currency }),
    async onSuccess({ id }) {
      void client.invalidateQueries({ queryKey: ["boxes", "merchants"] });
      onClose();
      await navigate({ to: "/boxes/$merchantId", params: { merchantId: id } });
    },
  });
  return (
    <DialogForm work={create} action={text.create} doing={text.creating} onClose={onClose}>
      {(wrong) => (
        <>
          <Field
            label={text.name}
            hint={text.nameHint}
            isRequired
            autoFocus
            maxLength={200}
            value={name}
            onChange={setName}
            error={wrong["name"]}
          />
          <CurrencyField value={currency} onChange={setCurrency} />
          <TimezoneField value={timezone} onChange={setTimezone} />
        </>
      )}
    </DialogForm>
  );
}
