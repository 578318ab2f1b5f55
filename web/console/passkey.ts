// The browser's half of a passkey: what the server asks for, handed to the device, and its answer back. Bytes
// travel as base64url. Not every browser can read that by itself yet.

import type { PasskeyAnswer, PasskeyCreation, PasskeyRequest, NewPasskey } from "../wire/types.ts";

/** Why nothing came of it, when it is not the server's refusal. */
export class PasskeyFailure extends Error {
  readonly why: "cancelled" | "already" | "wrongAddress" | "impossible";

  constructor(why: PasskeyFailure["why"]) {
    super(why);
    this.why = why;
  }
}

export const canUsePasskeys = () => "PublicKeyCredential" in globalThis;

/** Browsers know a passkey by the console's name; at another address they refuse it. */
function checkAddress(name: string): void {
  const { hostname } = location;
  if (hostname !== name && !hostname.endsWith(`.${name}`)) {
    throw new PasskeyFailure("wrongAddress");
  }
}

export async function makePasskey(options: PasskeyCreation): Promise<Omit<NewPasskey, "name">> {
  checkAddress(options.rp.id);
  const made = await asked(() =>
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytes(options.challenge),
        user: { ...options.user, id: bytes(options.user.id) },
        excludeCredentials: options.excludeCredentials.map((each) => ({
          ...each,
          id: bytes(each.id),
        })),
      },
    }),
  );
  const answer = made.response as AuthenticatorAttestationResponse;
  return {
    id: text(made.rawId),
    clientDataJSON: text(answer.clientDataJSON),
    attestationObject: text(answer.attestationObject),
    transports: answer.getTransports?.() ?? [],
  };
}

export async function answerWithPasskey(options: PasskeyRequest): Promise<PasskeyAnswer> {
  checkAddress(options.rpId);
  const found = await asked(() =>
    navigator.credentials.get({
      publicKey: { ...options, challenge: bytes(options.challenge) },
    }),
  );
  const answer = found.response as AuthenticatorAssertionResponse;
  return {
    id: text(found.rawId),
    clientDataJSON: text(answer.clientDataJSON),
    authenticatorData: text(answer.authenticatorData),
    signature: text(answer.signature),
  };
}

async function asked(work: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await work().catch((error: Error) => {
    throw new PasskeyFailure(reasons[error.name] ?? "impossible");
  });
  if (!credential) throw new PasskeyFailure("cancelled");
  return credential as PublicKeyCredential;
}

const reasons: Record<string, PasskeyFailure["why"]> = {
  NotAllowedError: "cancelled",
  AbortError: "cancelled",
  InvalidStateError: "already",
  SecurityError: "wrongAddress",
};

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (each) => each.charCodeAt(0));
}

function text(buffer: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
