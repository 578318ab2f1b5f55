import { useEffect, useRef } from "react";
import { timeIn } from "../../look/zone-time.ts";
import type { Token } from "../../wire/opd.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { Menu, MenuItem, MenuLine, MenuTrigger } from "../ui/menu.tsx";
import { sourceNames, tokens as text, whoIs } from "./messages.ts";
import type { TokenVerb } from "./opd-api.ts";
import type { TokenActions } from "./token-actions.tsx";

export interface TokenDialogs {
  move(token: Token): void;
  cancel(token: Token): void;
  slip(token: Token): void;
}

interface RowProps {
  token: Token;
  timezone: string;
  actions: TokenActions | null;
  dialogs: TokenDialogs;
  isMarked: boolean;
}

export function TokenRow({ token, timezone, actions, dialogs, isMarked }: RowProps) {
  const waits = token.status === "WAITING";
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isMarked) row.current?.scrollIntoView({ block: "nearest" });
  }, [isMarked]);
  const canCheckIn = token.status === "ALLOCATED" && token.checkedInAt === null;
  return (
    <li
      ref={row}
      {...(isMarked && { "aria-current": true })}
      className={`grid grid-cols-[2.25rem_minmax(0,1fr)_auto_auto] sm:grid-cols-[3.25rem_minmax(0,1fr)_auto_auto] items-center gap-x-3 ps-4 pe-1 py-1.5 min-h-15 ${isMarked ? "bg-wash text-on-wash" : ""}`}
    >
      <span className="text-2xl font-extrabold tabular-nums">
        {waits ? (
          <span className="text-xl font-semibold text-soft">
            <span className="sr-only">{text.place} </span>
            {token.position ?? 1}.
          </span>
        ) : (
          token.number
        )}
      </span>
      <span className="grid min-w-0">
        <span className="text-lg font-semibold leading-tight wrap-anywhere">
          <bdi>{token.patientName}</bdi>
        </span>
        <span className="flex flex-wrap items-center gap-x-2.5 text-[0.95rem] text-soft">
          <SourceBadge token={token} />
          <span>{stateOf(token, timezone)}</span>
        </span>
      </span>
      {actions && canCheckIn ? (
        <Button
          className="px-3"
          aria-label={`${text.checkIn}: ${whoIs(token)}`}
          aria-disabled={actions.isBusy(token)}
          onPress={() => void actions.act(token, "check-in")}
        >
          {text.checkIn}
        </Button>
      ) : (
        <span />
      )}
      {actions ? (
        <MenuTrigger>
          <IconButton label={text.actionsFor(whoIs(token))} isDisabled={actions.isBusy(token)}>
            <Icon name="more" />
          </IconButton>
          <TokenMenu token={token} actions={actions} dialogs={dialogs} />
        </MenuTrigger>
      ) : (
        <span className="w-3" />
      )}
    </li>
  );
}

export function SourceBadge({ token }: { token: Token }) {
  if (!token.emergency) return <span>{sourceNames[token.source]}</span>;
  return (
    <span className="inline-flex items-center gap-1 rounded-full bg-danger-wash px-2.5 text-sm font-semibold text-danger">
      <Icon name="urgent" className="size-3.5" />
      {text.emergency}
    </span>
  );
}

function stateOf(token: Token, timezone: string): string {
  if (token.status === "IN_PROGRESS") return text.withDoctor;
  if (token.calledAt) return text.called(timeIn(token.calledAt, timezone));
  if (token.status === "WAITING") return "";
  return token.checkedInAt ? `✓ ${text.here}` : text.expected;
}

function TokenMenu({
  token,
  actions,
  dialogs,
}: {
  token: Token;
  actions: TokenActions;
  dialogs: TokenDialogs;
}) {
  const isCalled = token.calledAt !== null;
  const isSeen = token.status === "IN_PROGRESS";
  const hasPlace = token.status === "ALLOCATED";
  const act = (verb: TokenVerb) => () => void actions.act(token, verb);
  return (
    <Menu label={text.actionsFor(whoIs(token))}>
      {hasPlace && !isCalled && <MenuItem onAction={act("call")}>{text.call}</MenuItem>}
      {hasPlace && isCalled && <MenuItem onAction={act("recall")}>{text.recall}</MenuItem>}
      {hasPlace && isCalled && <MenuItem onAction={act("skip")}>{text.skip}</MenuItem>}
      <MenuItem isDisabled={isCalled || isSeen} onAction={() => dialogs.move(token)}>
        {text.move}
      </MenuItem>
      <MenuItem onAction={() => dialogs.slip(token)}>{text.slip}</MenuItem>
      <MenuItem isDisabled={!hasPlace} onAction={act("no-show")}>
        {text.noShow}
      </MenuItem>
      <MenuLine />
      <MenuItem danger isDisabled={isSeen} onAction={() => dialogs.cancel(token)}>
        {text.cancel}
      </MenuItem>
    </Menu>
  );
}
