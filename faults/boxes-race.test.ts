// Three hundred shoppers, one inventory of twenty boxes and another of five, four server processes:
// reservations of one and two, the same shopper at two tills at once, cancels, confirmations, a waitlist
// and a merchant who changes the quantity meanwhile. No box sold twice, none lost, nobody twice.

import type { FreshDatabase } from "../test/database.ts";
import { insist, duplicates, raceWithControl } from "./processes.ts";

const shoppers = 300;
const most = 20;

interface Reservation {
  id: string;
  status: string;
  pickupCode: string | null;
}

raceWithControl(
  "no box sold twice, none lost, nobody with two reservations",
  async (urls, database) => {
    const { merchantId, inventories } = await openShop(urls[0]!);
    const problems: string[] = [];
    const changing = changeQuantity(urls, inventories[0]!);
    await Promise.all(
      Array.from({ length: shoppers }, async (_, i) => {
        const at = (n: number) => urls[(i + n) % urls.length]!;
        const wish = { userId: `shopper ${i}`, quantity: 1 + (i % 2), waitlist: i % 3 === 0 };
        const reserve = (n: number) =>
          insist(
            at(n),
            `/v1/inventories/${inventories[n % 2]}/reservations`,
            wish,
            `try-${n}-${i}`,
          );
        const answers = await Promise.all([reserve(0), reserve(1)]);
        for (const { status } of answers) {
          if (status !== 201 && status !== 409) problems.push(`a reservation answered ${status}`);
        }
        const made = answers
          .filter(({ status }) => status === 201)
          .map(({ body }) => body as Reservation);
        if (made.length > 1) problems.push("one shopper got two reservations");
        if (!made[0]) return;
        const verb = i % 4 === 0 ? "cancel" : "confirm";
        const { status } = await insist(at(2), `/v1/reservations/${made[0].id}/${verb}`, {});
        // Who waits has nothing to confirm.
        if (status !== 200 && status !== 409) problems.push(`a ${verb} answered ${status}`);
      }),
    );
    await changing;
    return [...problems, ...(await judge(urls[0]!, merchantId, inventories, database))];
  },
);

async function openShop(url: string): Promise<{ merchantId: string; inventories: string[] }> {
  const shop = { name: "Bakery", timezone: "UTC", currency: "EUR", offerMinutes: 60 };
  const merchant = await insist(url, "/v1/merchants", shop);
  const merchantId = (merchant.body as { id: string }).id;
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const box = { title: "Bread", date, price: 450, pickupStart: "17:00", pickupEnd: "19:00" };
  const inventories: string[] = [];
  for (const quantity of [most, 5]) {
    const path = `/v1/merchants/${merchantId}/inventories`;
    const { body } = await insist(url, path, { ...box, quantity });
    inventories.push((body as { id: string }).id);
  }
  return { merchantId, inventories };
}

async function changeQuantity(urls: string[], inventoryId: string): Promise<void> {
  for (let i = 0; i < 20; i++) {
    const path = `/v1/inventories/${inventoryId}`;
    await insist(urls[i % urls.length]!, path, { quantity: most - (i % 3) }, undefined, "PATCH");
  }
}

async function judge(
  url: string,
  merchantId: string,
  inventories: string[],
  { pool }: FreshDatabase,
): Promise<string[]> {
  const problems: string[] = [];
  const { rows: lines } = await pool.query<{
    id: string;
    capacity: number;
    taken: number;
    given: number;
    back: number;
  }>(
    `select l.id, l.capacity, l.taken,
            coalesce(sum(t.places) filter (where t.state = 'holding'), 0)::int as given,
            coalesce(sum(t.places) filter (where t.state = 'done'), 0)::int as back
       from line l left join ticket t on t.line_id = l.id
      where l.id = any($1::uuid[]) group by l.org_id, l.id`,
    [inventories],
  );
  for (const { capacity, taken, given } of lines) {
    if (given > capacity) problems.push(`${given} boxes given out of ${capacity}`);
    if (taken !== given) problems.push(`${taken} are counted, ${given} are given`);
  }
  const { rows: active } = await pool.query<{ user: string; code: string }>(
    `select data->>'userId' as user, number as code from ticket
      where line_id = any($1::uuid[]) and state <> 'done'`,
    [inventories],
  );
  if (duplicates(active.map((one) => one.user)).length > 0)
    problems.push("a shopper has two active reservations");
  if (duplicates(active.map((one) => one.code)).length > 0)
    problems.push("two have the same pickup code");
  const { rows: astray } = await pool.query<{ n: number }>(
    `select count(*)::int as n from ticket t left join waiting w on w.ticket_id = t.id
      where (t.state = 'waiting') <> (w.ticket_id is not null)`,
  );
  if (astray[0]!.n > 0) problems.push("somebody waits without a place in line, or the reverse");
  const { body } = await insist(url, `/v1/merchants/${merchantId}/inventories?${tomorrow()}`);
  for (const one of (body as { items: Day[] }).items) {
    const { held, confirmed, offered, pickedUp } = one.boxes;
    const line = lines.find(({ id }) => id === one.id)!;
    if (held + confirmed + offered + pickedUp !== line.given)
      problems.push("the merchant is shown other counts than there are");
    if (one.waiting > 0 && one.quantity - line.given >= 2)
      problems.push("somebody waits although there are boxes");
  }
  return problems;
}

interface Day {
  id: string;
  quantity: number;
  waiting: number;
  boxes: { held: number; confirmed: number; offered: number; pickedUp: number };
}

function tomorrow(): string {
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  return `from=${date}&to=${date}`;
}
