import type { Ticket } from "../../wire/types.ts";
import { desk as text } from "../messages.ts";
import { Menu, MenuItem, MenuLine } from "../ui/menu.tsx";
import type { DeskActions } from "./desk-actions.tsx";

export interface TicketDialogs {
  transfer(ticket: Ticket): void;
  edit(ticket: Ticket): void;
}

interface TicketMenuProps {
  ticket: Ticket;
  actions: DeskActions;
  dialogs: TicketDialogs;
  /** Also what a card shows as buttons. */
  full?: boolean;
}

export function TicketMenu({ ticket, actions, dialogs, full = false }: TicketMenuProps) {
  const waits = ticket.status === "WAITING";
  const called = ticket.status === "CALLED";
  return (
    <Menu label={text.actionsFor(ticket.number)}>
      {full && called && (
        <MenuItem onAction={() => actions.act(ticket, "recall")}>{text.recall}</MenuItem>
      )}
      {full && called && (
        <MenuItem onAction={() => actions.act(ticket, "serve")}>{text.serve}</MenuItem>
      )}
      {full && (
        <MenuItem onAction={() => actions.act(ticket, "complete")}>{text.complete}</MenuItem>
      )}
      {full && called && (
        <MenuItem onAction={() => actions.act(ticket, "no-show")}>{text.noShow}</MenuItem>
      )}
      {full && <MenuLine />}
      <MenuItem onAction={() => actions.requeue(ticket, "front")}>
        {waits ? text.toFront : text.putBackFront}
      </MenuItem>
      <MenuItem onAction={() => actions.requeue(ticket, "back")}>
        {waits ? text.toBack : text.putBackEnd}
      </MenuItem>
      <MenuItem onAction={() => dialogs.transfer(ticket)}>{text.transfer}</MenuItem>
      <MenuItem onAction={() => dialogs.edit(ticket)}>{text.edit}</MenuItem>
      <MenuLine />
      <MenuItem danger onAction={() => actions.act(ticket, "cancel")}>
        {text.remove}
      </MenuItem>
    </Menu>
  );
}
