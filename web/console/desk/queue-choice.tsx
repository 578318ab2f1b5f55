// Queues to choose one from: a place that somebody is sent on to. With many there is a search.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Queue } from "../../wire/types.ts";
import { api } from "../api.ts";
import { desk as text, states } from "../messages.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Failure, Loading } from "../ui/states.tsx";

/** More than these are searched. */
const maxInSight = 8;

export function useQueues(enabled: boolean) {
  return useQuery({ queryKey: ["queues"], queryFn: api.queues, enabled });
}

interface QueueChoiceProps {
  /** The one that they are in. */
  except: string | null;
  /** What it says when there is none. */
  none: string;
  onChoose(queue: Queue): void;
}

export function QueueChoice({ except, none, onChoose }: QueueChoiceProps) {
  const queues = useQueues(true);
  const [words, setWords] = useState("");
  if (queues.isPending) return <Loading />;
  if (queues.isError) {
    return <Failure error={queues.error} onRetry={() => void queues.refetch()} />;
  }
  const others = queues.data.items.filter(({ id }) => id !== except);
  const wanted = words.trim().toLowerCase();
  const shown = others.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <div className="grid gap-3">
      {others.length > maxInSight && (
        <Field
          label={text.searchQueues}
          type="search"
          autoFocus
          autoComplete="off"
          value={words}
          onChange={setWords}
        />
      )}
      {others.length === 0 && <p>{none}</p>}
      {others.length > 0 && shown.length === 0 && <p role="status">{text.noQueueMatches(words)}</p>}
      <div className="grid max-h-[50dvh] gap-2 overflow-y-auto p-1 -m-1">
        {shown.map((queue) => (
          <Button
            key={queue.id}
            className="min-h-14 justify-between text-lg"
            isDisabled={queue.state === "closed"}
            onPress={() => onChoose(queue)}
          >
            {queue.name}
            <span className="font-normal text-soft">
              {queue.state === "open" ? text.waitingCount(queue.waiting) : states[queue.state]}
            </span>
          </Button>
        ))}
      </div>
    </div>
  );
}
