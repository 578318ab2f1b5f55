import assert from "node:assert/strict";
import { test } from "node:test";
import { checkAnswer } from "./answers.ts";

const refused = {
  method: "GET",
  route: "/v1/queues",
  status: 404,
  type: "application/problem+json; charset=utf-8",
  body: '{"type":"x","title":"x","status":404,"detail":"x","code":"NOT_FOUND"}',
};
const listed = { ...refused, status: 200, type: "application/json; charset=utf-8" };

test("an answer as the document has it passes", () => {
  checkAnswer(refused);
  checkAnswer({ ...listed, body: '{"items":[],"nextCursor":null}' });
  checkAnswer({ ...listed, route: "/not/documented", body: "{}" });
});

test("a field that the document does not have is seen, also deep inside", () => {
  const more = () => checkAnswer({ ...listed, body: '{"items":[],"nextCursor":null,"orgId":1}' });
  assert.throws(more, /GET \/v1\/queues 200 is not as documented.*orgId/);
  const inside = { ...listed, route: "/v1/opd/doctors" };
  const doctor =
    '{"id":"x","name":"x","timezone":"UTC","active":true,"departmentId":null,"room":null,' +
    '"usualRoom":null,"code":null,"capacity":null,"emergencyReserve":null';
  checkAnswer({ ...inside, body: `{"items":[${doctor}}],"nextCursor":null}` });
  const leaking = `{"items":[${doctor},"orgId":"x"}],"nextCursor":null}`;
  assert.throws(() => checkAnswer({ ...inside, body: leaking }), /items\/0.*orgId/);
});

test("a status or a content type that the document does not have is seen", () => {
  assert.throws(() => checkAnswer({ ...listed, status: 302, body: "" }), /302 is not documented/);
  assert.throws(() => checkAnswer({ ...listed, type: "text/html", body: "" }), /content type/);
});
