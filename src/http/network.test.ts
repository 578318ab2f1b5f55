import assert from "node:assert/strict";
import { test } from "node:test";
import { networkOf } from "./network.ts";

test("an IPv4 address counts for itself, however it is written", () => {
  for (const address of ["192.0.2.1", "::ffff:192.0.2.1", "::FFFF:192.0.2.1", "::ffff:c000:201"]) {
    assert.equal(networkOf(address), "192.0.2.1", address);
  }
});

test("all addresses of one IPv6 network count together, and other networks do not", () => {
  const home = "2001:db8:1:2::/64";
  for (const address of [
    "2001:db8:1:2::1",
    "2001:0DB8:0001:0002:ffff:ffff:ffff:ffff",
    "2001:db8:1:2:3:4:5:6",
    "2001:db8:1:2::",
  ]) {
    assert.equal(networkOf(address), home, address);
  }
  assert.equal(networkOf("2001:db8:1:3::1"), "2001:db8:1:3::/64");
  assert.equal(networkOf("2001:db8::1"), "2001:db8:0:0::/64");
  assert.equal(networkOf("::1"), "0:0:0:0::/64");
  assert.equal(networkOf("fe80::1%eth0"), "fe80:0:0:0::/64");
});
