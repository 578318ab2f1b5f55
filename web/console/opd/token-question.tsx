// Asked before somebody is called early, or counts as not come before the grace is over.

import { useState } from "react";
import { timeIn } from "../../look/zone-time.ts";
import { common } from "../messages.ts";
import { Button } from "../ui/button.tsx";
import { Stacked } from "../ui/choice.tsx";
import { Dialog, DialogButtons } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { tokenQuestion as text, whoIs } from "./messages.ts";
import type { TokenActions } from "./token-actions.tsx";

interface QuestionProps {
  actions: TokenActions;
  timezone: string;
}

export function TokenQuestion({ actions, timezone }: QuestionProps) {
  const { asked, answer } = actions;
  const close = () => answer(null);
  const who = asked ? whoIs(asked.token) : "";
  const time = asked?.until ? timeIn(asked.until, timezone) : null;
  return (
    <>
      <Dialog alert title={text.notDue(who)} isOpen={asked?.verb === "call"} onClose={close}>
        <p>{text.notDueText(time ?? "")}</p>
        <DialogButtons>
          <Button onPress={close}>{common.cancel}</Button>
          <Button look="main" onPress={() => answer({ early: true })}>
            {text.callEarly}
          </Button>
        </DialogButtons>
      </Dialog>
      <Dialog title={text.noShow(who)} isOpen={asked?.verb === "no-show"} onClose={close}>
        {asked && <Reason time={time} actions={actions} />}
      </Dialog>
    </>
  );
}

const other = "other";
const options = [...text.reasons, text.otherReason].map((name, i, all) => ({
  id: i === all.length - 1 ? other : name,
  name,
}));

function Reason({ time, actions }: { time: string | null; actions: TokenActions }) {
  const [chosen, setChosen] = useState(options[0]!.id);
  const [words, setWords] = useState("");
  const reason = chosen === other ? words.trim() : chosen;
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason !== "") actions.answer({ reason });
      }}
    >
      <p className="text-soft">
        {time === null ? text.notCalled : text.graceUntil(time)} {text.placeGoesOn}
      </p>
      <Stacked label={text.why} options={options} value={chosen} onChange={setChosen} />
      {chosen === other && (
        <Field label={text.ownWords} value={words} onChange={setWords} maxLength={200} autoFocus />
      )}
      <DialogButtons>
        <Button onPress={() => actions.answer(null)}>{common.cancel}</Button>
        <Button type="submit" look="danger" isDisabled={reason === ""}>
          {text.confirm}
        </Button>
      </DialogButtons>
    </form>
  );
}
