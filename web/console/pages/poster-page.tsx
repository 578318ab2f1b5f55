// One sheet for the door. What prints is the sheet alone, on A4.

import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { api } from "../api.ts";
import { poster as text } from "../messages.ts";
import { joinAddress } from "../public-url.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Failure, Loading } from "../ui/states.tsx";
import { usePageTitle } from "../page-title.ts";

const route = getRouteApi("/signed-in/queues/$queueId/poster");

export function PosterPage() {
  const { queueId } = route.useParams();
  const queue = useQuery({ queryKey: ["queue", queueId], queryFn: () => api.queue(queueId) });
  usePageTitle(queue.data ? `${text.title}: ${queue.data.name}` : "");
  if (queue.isPending) return <Loading />;
  if (queue.isError) return <Failure error={queue.error} onRetry={() => void queue.refetch()} />;
  const { name, message } = queue.data;
  const address = joinAddress(queueId);
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6 print:max-w-none print:gap-0">
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <Link to="/queues/$queueId" params={{ queueId }} className={buttonClass("second")}>
          {text.back}
        </Link>
        <Button look="main" onPress={() => window.print()}>
          {text.print}
        </Button>
        <p className="text-soft">{text.hint}</p>
      </div>
      <article className="poster">
        <header>
          <p className="poster-name">{name}</p>
          <h1>{text.heading}</h1>
        </header>
        <div className="poster-code">
          <img src={`/v1/queues/${queueId}/qr.svg`} alt={text.alt(name)} />
        </div>
        <ol>
          {text.steps.map((step, index) => (
            <li key={step}>
              <span aria-hidden="true">{index + 1}</span>
              {step}
            </li>
          ))}
        </ol>
        {message && <p className="poster-message">{message}</p>}
        <footer>
          <p>{text.noPhone}</p>
          <p dir="ltr">{address.replace(/^https?:\/\//, "")}</p>
        </footer>
      </article>
    </div>
  );
}
