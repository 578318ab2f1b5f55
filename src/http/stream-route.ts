// How every route that answers with a stream is declared. It has no HEAD: the answer would never end.

import { z } from "zod";
import type { Access } from "./access.ts";
import { contentOf, problems, text } from "./schemas.ts";

interface Told {
  tags: string[];
  summary: string;
  description?: string;
}

const resuming = { lastEventId: text(1, 20).optional() };

type Shape = z.core.$ZodLooseShape;

/** `ids`: what the path names; `query`: what is asked for besides. */
export function streamRoute<I extends Shape = Shape, Q extends Shape = Shape>(
  access: Access,
  { ids, query, ...told }: Told & { ids?: I; query?: Q },
) {
  return {
    config: { access },
    exposeHeadRoute: false,
    schema: {
      ...told,
      params: z.strictObject(ids ?? ({} as I)),
      querystring: z.strictObject({ ...resuming, ...(query ?? ({} as Q)) }),
      response: { 200: contentOf("text/event-stream", "Stays open"), ...problems },
    },
  };
}
