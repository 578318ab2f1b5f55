// The shops of an organisation. Most have one: then this page is not in the way.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, Navigate, useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import type { Merchant } from "../../wire/boxes.ts";
import { common } from "../messages.ts";
import { usePageTitle } from "../page-title.ts";
import { TimezoneField, timezoneHere } from "../pages/timezone-field.tsx";
import { fieldProblems } from "../problem-text.ts";
import { useMay, useMe } from "../session.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { Empty, Failure, FormProblem, Loading } from "../ui/states.tsx";
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
  return (
    <div className="mx-auto grid w-full max-w-5xl content-start gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-4xl font-bold">{text.title}</h1>
          <p className="text-soft">{text.text}</p>
        </div>
        {items.length > 0 && (
          <div className="flex flex-wrap gap-3">
            <a
              href={`/shop/${me.organisation.id}`}
              target="_blank"
              rel="noreferrer"
              className={buttonClass("second")}
            >
              {text.shopPage}
            </a>
            {manages && (
              <Button look="main" onPress={() => setMaking(true)}>
                <Icon name="plus" />
                {text.new}
              </Button>
            )}
          </div>
        )}
      </div>
      {merchants.isPending && <Loading />}
      {merchants.isError && (
        <Failure error={merchants.error} onRetry={() => void merchants.refetch()} />
      )}
      {merchants.data && items.length === 0 && (
        <Empty title={text.emptyTitle} text={manages ? text.emptyText : text.emptyViewer}>
          {manages && (
            <Button look="main" onPress={() => setMaking(true)}>
              {text.emptyAction}
            </Button>
          )}
        </Empty>
      )}
      <ul className="grid gap-4 sm:grid-cols-2">
        {items
          .toSorted((a, b) => a.name.localeCompare(b.name))
          .map((merchant) => (
            <MerchantCard key={merchant.id} merchant={merchant} />
          ))}
      </ul>
      <Dialog title={text.new} isOpen={making} onClose={() => setMaking(false)}>
        <NewMerchantForm onClose={() => setMaking(false)} />
      </Dialog>
    </div>
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
  const wrong = fieldProblems(create.error);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!create.isPending) create.mutate();
  }
  return (
    <form className="grid gap-5" onSubmit={submit}>
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
      <FormProblem error={Object.keys(wrong).length > 0 ? null : create.error} />
      <DialogButtons>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button type="submit" look="main">
          {create.isPending ? text.creating : text.create}
        </Button>
      </DialogButtons>
    </form>
  );
}
