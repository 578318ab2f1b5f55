// A certificate for every name below example.com that only a test believes, and its key.

import tls from "node:tls";

export const certificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgsgNjJ9EtvqMl/V28
m5K+2dfp+cFhbeTOH8MAi+EG7ByhRANCAASDOVP7acxOq05mmK4j8Jqc8R2SM3WE
l9fsz6+lZsw84l0BgFJIWnPiFdEvmUDt2pNAYFgvcVCKWP9I/y/qyplD
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBaTCCAQ+gAwIBAgIBATAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAtleGFtcGxl
LmNvbTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFjEUMBIGA1UE
AwwLZXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASDOVP7acxO
q05mmK4j8Jqc8R2SM3WEl9fsz6+lZsw84l0BgFJIWnPiFdEvmUDt2pNAYFgvcVCK
WP9I/y/qyplDo0wwSjAPBgNVHRMBAf8EBTADAQH/MBgGA1UdEQQRMA+CDSouZXhh
bXBsZS5jb20wHQYDVR0OBBYEFDPKc0dvyhf0RJtK3FlH0yglONVzMAoGCCqGSM49
BAMCA0gAMEUCIQCdRM9I1y5bR/iv7bgnN5iNA8jMFeT2CTIonm4NVbYvNwIgcDuf
kSUdyGMvb+JVy2LMG2FIOJKleC/L6Ezzht7VSYM=
-----END CERTIFICATE-----`,
};

/** Takes it back when the work is done. */
export async function believingIt<T>(work: () => Promise<T>): Promise<T> {
  const usual = tls.getCACertificates("default");
  tls.setDefaultCACertificates([...usual, certificate.cert]);
  try {
    return await work();
  } finally {
    tls.setDefaultCACertificates(usual);
  }
}
