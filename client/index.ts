// The typed client: every path of the OpenAPI document as a call that answers with the data or throws
// a TurnkeeperError. README.md beside this file shows how it is used.

import createFetchClient, {
  type Client as FetchClient,
  type ClientPathsWithMethod,
  type FetchResponse,
  type MaybeOptionalInit,
} from "openapi-fetch";
import type { components, paths } from "./schema.ts";
import { send, type SendOptions } from "./transport/send.ts";
import {
  follow,
  watch,
  type FollowOptions,
  type OrganisationEvent,
  type Watchable,
  type WatchOptions,
} from "./watch.ts";

export { TurnkeeperError, type Code, type FieldError } from "./transport/problem.ts";
export type { QueueChange } from "./transport/queue-change.ts";
export type { FollowOptions, OrganisationEvent, Watchable, WatchOptions } from "./watch.ts";

type Schemas = components["schemas"];
export type Queue = Schemas["Queue"];
export type Ticket = Schemas["Ticket"];
export type JoinedTicket = Schemas["JoinedTicket"];
export type Board = Schemas["Board"];

export interface ClientOptions extends SendOptions {
  /** Where the server is, such as https://queue.example.org. */
  url: string;
  /** For staff and services. Without a key the client is the public, or the one whom the browser's cookie names. */
  apiKey?: string | undefined;
  /** For the holder of a ticket, instead of a key: the `secret` that joining answered. */
  ticketSecret?: string | undefined;
}

type Method = "get" | "post" | "put" | "patch" | "delete";

type Call<M extends Method> = <
  Path extends ClientPathsWithMethod<FetchClient<paths>, M>,
  Init extends MaybeOptionalInit<paths[Path], M>,
>(
  path: Path,
  ...init: undefined extends Init ? [Init?] : [Init]
) => Promise<Answer<NonNullable<paths[Path][M]>, Init>>;

/** What a successful call answers; what is not one throws. */
type Answer<Operation extends object, Init> = Exclude<
  FetchResponse<Operation, Init, TypeOf<Operation>>,
  { data?: never }
>["data"];

/** JSON, also of what could be a stream instead. */
type TypeOf<Operation> = Operation extends {
  responses: { 200: { content: { "application/json": unknown } } };
}
  ? "application/json"
  : `${string}/${string}`;

export interface Client {
  get: Call<"get">;
  post: Call<"post">;
  put: Call<"put">;
  patch: Call<"patch">;
  delete: Call<"delete">;
  /** A live stream; it connects again by itself and goes on where it was. */
  watch<What extends keyof Watchable>(
    what: What,
    id: string,
    options?: WatchOptions,
  ): AsyncGenerator<Watchable[What], void>;
  /** Everything that happens in the organisation, each event once; it goes on by itself, too. */
  follow(options?: FollowOptions): AsyncGenerator<OrganisationEvent, void>;
}

export function createClient({ url, apiKey, ticketSecret, ...options }: ClientOptions): Client {
  const bearer = apiKey ?? ticketSecret;
  const headers: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {};
  const baseUrl = url.replace(/\/+$/, "");
  const api = createFetchClient<paths>({
    baseUrl,
    headers,
    fetch: (request: Request) => send(request, whole, options),
  });
  const call = (method: Method) =>
    (async (path: never, init: never) => {
      const { data } = await api.request(method as never, path, init);
      return data;
    }) as never;
  return {
    get: call("get"),
    post: call("post"),
    put: call("put"),
    patch: call("patch"),
    delete: call("delete"),
    watch: (what, id, how) => watch(what, id, { ...options, url: baseUrl, headers }, how),
    follow: (how) => follow({ ...options, url: baseUrl, headers }, how),
  };
}

async function whole(answer: Response): Promise<Response> {
  return answer.body === null ? answer : new Response(await answer.arrayBuffer(), answer);
}
