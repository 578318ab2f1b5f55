import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Queue, QueueState } from "../../wire/types.ts";
import { api } from "../api.ts";
import { desk as text, states } from "../messages.ts";
import { Dropdown } from "../ui/choice.tsx";
import { useNotices } from "../ui/notices.tsx";

const options = (["open", "paused", "closed"] as const).map((id) => ({
  id,
  name: states[id],
  text: text.stateTexts[id],
}));

export function QueueStateControl({ queue }: { queue: Queue }) {
  const client = useQueryClient();
  const { complain } = useNotices();
  const change = useMutation({
    mutationFn: (state: QueueState) => api.setState(queue.id, state),
    onSuccess: (changed) => {
      client.setQueryData(["queue", queue.id], changed);
      void client.invalidateQueries({ queryKey: ["queues"] });
    },
    onError: complain,
  });
  return (
    <div className="w-36">
      <Dropdown
        label={text.state}
        hideLabel
        options={options}
        value={change.isPending ? change.variables : queue.state}
        onChange={(state) => state !== queue.state && change.mutate(state)}
      />
    </div>
  );
}
