import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { after, before, beforeEach, test } from "node:test";
import { believingIt, certificate } from "../../../test/certificate.ts";
import { isPublicAddress } from "../../infra/outbound.ts";
import { lookForFile, lookInDns, proofPath, type FileRules } from "./host-proofs.ts";

const host = "shop.example.com";
const value = "turnkeeper=0123456789abcdef0123456789abcdef";

let plain: Server;
let secure: Server;
let rules: FileRules;
let answerPlain: RequestListener;
let answerSecure: RequestListener;
let asked: string[];

before(async () => {
  plain = createServer((request, response) => {
    asked.push(`http://${request.headers.host}${request.url}`);
    answerPlain(request, response);
  }).listen(0, "127.0.0.1");
  secure = createSecureServer(certificate, (request, response) => {
    asked.push(`https://${request.headers.host}${request.url}`);
    answerSecure(request, response);
  }).listen(0, "127.0.0.1");
  await Promise.all([once(plain, "listening"), once(secure, "listening")]);
  const portOf = (server: Server) => (server.address() as AddressInfo).port;
  rules = {
    mayConnect: (address) => address === "127.0.0.1",
    timeoutMs: 20_000,
    // Every name leads to the two.
    resolve: (_name, _options, callback) => callback(null, [{ address: "127.0.0.1", family: 4 }]),
    ports: { http: portOf(plain), https: portOf(secure) },
  };
});
after(async () => {
  for (const server of [plain, secure]) {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
});
beforeEach(() => {
  asked = [];
  answerPlain = (_request, response) => void response.end(value);
  answerSecure = (_request, response) => void response.end(value);
});

const look = (more: Partial<FileRules> = {}) => lookForFile(host, value, { ...rules, ...more });
const plainUrl = () => `http://${host}:${rules.ports!.http}${proofPath}`;
const secureUrl = () => `https://${host}:${rules.ports!.https}${proofPath}`;
const redirectTo = (location: string): RequestListener => {
  return (_request, response) => void response.writeHead(302, { location }).end(value);
};
const status = (code: number): RequestListener => {
  return (_request, response) => void response.writeHead(code).end(value);
};

test("the file on the site proves the name, with or without a last line break", async () => {
  assert.equal(await look(), "there");
  assert.deepEqual(asked, [plainUrl()]);
  answerPlain = (_request, response) => void response.end(`${value}\r\n`);
  assert.equal(await look(), "there");
});

test("a site that answers everything over https is asked there", async () => {
  answerPlain = redirectTo(secureUrl());
  assert.equal(await believingIt(() => look()), "there");
  assert.deepEqual(asked, [plainUrl(), secureUrl()]);
  answerSecure = status(404);
  assert.equal(await believingIt(() => look()), "absent");
});

test("a certificate that nobody vouches for proves nothing, and takes nothing away", async () => {
  answerPlain = redirectTo(secureUrl());
  assert.equal(await look(), "unclear");
});

test("no other host's or page's word is taken", async () => {
  for (const location of [
    `http://other.example.com:${rules.ports!.http}${proofPath}`,
    `https://other.example.com:${rules.ports!.https}${proofPath}`,
    `https://${host}:${rules.ports!.https}/uploads/somebodys.txt`,
    "/uploads/somebodys.txt",
    "//[",
  ]) {
    asked = [];
    answerPlain = redirectTo(location);
    assert.equal(await believingIt(() => look()), "absent", location);
    assert.deepEqual(asked, [plainUrl()], location);
  }
  answerPlain = redirectTo(secureUrl());
  answerSecure = redirectTo(plainUrl());
  assert.equal(await believingIt(() => look()), "absent", "nor in circles");
});

test("an address that is not allowed is not connected to", async () => {
  assert.equal(await look({ mayConnect: isPublicAddress }), "unclear");
  assert.deepEqual(asked, []);
});

test("another file, none, or one that is too large is a clear answer", async () => {
  for (const content of ["", "turnkeeper=somebody-elses", `${value}${value}`, `<p>${value}</p>`]) {
    answerPlain = (_request, response) => void response.end(content);
    assert.equal(await look(), "absent", content);
  }
  for (const code of [404, 410]) {
    answerPlain = status(code);
    assert.equal(await look(), "absent", String(code));
  }
  // It would never end.
  const large = once(plain, "request").then(([, response]) => once(response, "close"));
  answerPlain = (_request, response) => void response.write(" ".repeat(1_001));
  assert.equal(await look(), "absent");
  await large;
});

test("a site in trouble, or none that answers, is no clear answer", async () => {
  for (const code of [401, 403, 429, 500, 502, 503]) {
    answerPlain = status(code);
    assert.equal(await look(), "unclear", String(code));
  }
  answerPlain = (request) => void request.socket.destroy();
  assert.equal(await look(), "unclear", "cut off");
  answerPlain = () => undefined;
  assert.equal(await look({ timeoutMs: 50 }), "unclear", "silent");
  answerPlain = (_request, response) => void response.write(value);
  assert.equal(await look({ timeoutMs: 50 }), "unclear", "stuck in the middle");
  const resolve: FileRules["resolve"] = (_name, _options, callback) =>
    callback(new Error("ENOTFOUND"), []);
  assert.equal(await look({ resolve }), "unclear", "nowhere");
});

test("only what the DNS says counts, not that it says nothing", async () => {
  const failing = (code: string) => () => Promise.reject(Object.assign(new Error(), { code }));
  const answering = (...records: string[][]) => lookInDns(host, value, async () => records);
  assert.equal(await answering(["v=spf1"], [value.slice(0, 9), value.slice(9)]), "there");
  assert.equal(await answering(["v=spf1"], [`${value}0`]), "absent");
  for (const code of ["ENOTFOUND", "ENODATA"]) {
    assert.equal(await lookInDns(host, value, failing(code)), "absent", code);
  }
  for (const code of ["ESERVFAIL", "ETIMEOUT", "EREFUSED", "ECONNREFUSED"]) {
    assert.equal(await lookInDns(host, value, failing(code)), "unclear", code);
  }
});
