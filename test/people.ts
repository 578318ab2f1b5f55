// People who are signed in, for tests about what somebody may do themselves rather than by a key.
import assert from "node:assert/strict";
import type { TestApp } from "./app.ts";
import { api, type Client, type Sending } from "./http.ts";

export interface TestPerson {
  memberId: string;
  userId: string;
  name: string;
  email: string;
  /** Speaks as them, by their session. */
  as: Client;
}

const password = "correct horse battery";
let people = 0;

/** Somebody new in the organisation of the owner's key, or of another one. */
export async function newPerson(
  app: TestApp,
  role = "viewer",
  { key = app.ownerKey, name = "" } = {},
): Promise<TestPerson> {
  people += 1;
  const email = `somebody${people}@example.org`;
  const owner = api(app, key);
  const invited = await owner.post("/v1/members", { email, role });
  assert.equal(invited.status, 201, JSON.stringify(invited.body));
  const token = invited.body.inviteUrl.split("/").at(-1);
  const called = name || `Somebody ${people}`;
  const joined = await owner.post(
    `/v1/invitations/${token}/accept`,
    { name: called, password },
    { bearer: null },
  );
  assert.equal(joined.status, 200, JSON.stringify(joined.body));
  const cookie = joined.headers
    .getSetCookie()
    .map((each) => each.split(";", 1)[0])
    .join("; ");
  const { body } = await owner.get("/v1/members?limit=200");
  const member = body.items.find((each: { email: string }) => each.email === email);
  return { memberId: member.id, userId: member.userId, name: called, email, as: by(app, cookie) };
}

function by(app: TestApp, cookie: string): Client {
  const send: Client["send"] = (method, path, body, sending: Sending = {}) =>
    api(app, null).send(method, path, body, {
      ...sending,
      headers: { cookie, ...sending.headers },
    });
  return {
    get: (path, sending) => send("GET", path, undefined, sending),
    post: (path, body, sending) => send("POST", path, body, sending),
    put: (path, body, sending) => send("PUT", path, body, sending),
    patch: (path, body, sending) => send("PATCH", path, body, sending),
    delete: (path, sending) => send("DELETE", path, undefined, sending),
    send,
  };
}
