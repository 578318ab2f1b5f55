// What surrounds every page for people who are signed in.

import { useQueryClient } from "@tanstack/react-query";
import { Link, Outlet, useNavigate, useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef, type RefObject } from "react";
import { api } from "./api.ts";
import { account, common, nav, roles } from "./messages.ts";
import { useMay, useMe } from "./session.ts";
import { Button } from "./ui/button.tsx";
import { Icon, Mark } from "./ui/icons.tsx";
import { Menu, MenuItem, MenuLine, MenuTrigger } from "./ui/menu.tsx";
import { useNotices } from "./ui/notices.tsx";

export function Frame() {
  const manages = useMay("org:manage");
  const seesOpd = useMay("opd:read");
  const seesBookings = useMay("bookings:read");
  const seesHours = useMay("availability:read");
  const seesBoxes = useMay("boxes:read");
  const seesRooms = useMay("waitroom:read");
  const content = useRef<HTMLElement>(null);
  useFocusOnNewPage(content);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-lg focus:bg-card focus:p-3"
      >
        {common.skip}
      </a>
      <header className="border-b border-rule print:hidden">
        <div className="mx-auto flex max-w-[90rem] flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2 sm:px-6">
          <Link
            to="/queues"
            className="flex items-center gap-2.5 rounded-lg text-lg font-bold tracking-tight"
          >
            <Mark />
            {common.product}
          </Link>
          <nav
            aria-label={common.mainMenu}
            className="order-3 -mx-4 flex w-[calc(100%+2rem)] gap-x-1 overflow-x-auto px-1 py-1 [scrollbar-width:none] sm:-mx-6 sm:w-[calc(100%+3rem)] sm:px-3 lg:order-none lg:mx-0 lg:w-auto lg:flex-wrap lg:overflow-visible lg:p-0"
          >
            <NavLink to="/queues">{nav.queues}</NavLink>
            {seesOpd && <NavLink to="/opd">{nav.reception}</NavLink>}
            {seesOpd && <NavLink to="/patients">{nav.patients}</NavLink>}
            {seesBookings && <NavLink to="/calendar">{nav.calendar}</NavLink>}
            {seesHours && <NavLink to="/resources">{nav.resources}</NavLink>}
            {seesBoxes && <NavLink to="/boxes">{nav.boxes}</NavLink>}
            {seesRooms && <NavLink to="/rooms">{nav.rooms}</NavLink>}
            {manages && <NavLink to="/members">{nav.members}</NavLink>}
            {manages && <NavLink to="/keys">{nav.keys}</NavLink>}
          </nav>
          <div className="ms-auto">
            <AccountMenu />
          </div>
        </div>
      </header>
      <main
        ref={content}
        id="content"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-[90rem] flex-1 flex-col px-4 py-6 outline-none sm:px-6 print:max-w-none print:p-0"
      >
        <Outlet />
      </main>
    </div>
  );
}

/** Those who do not see the page change hear it: the focus goes to the new one. */
function useFocusOnNewPage(content: RefObject<HTMLElement | null>): void {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const shown = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== pathname) {
      content.current?.focus({ preventScroll: true });
    }
    shown.current = pathname;
  }, [pathname, content]);
}

type NavAddress =
  | "/queues"
  | "/opd"
  | "/patients"
  | "/calendar"
  | "/resources"
  | "/boxes"
  | "/rooms"
  | "/members"
  | "/keys";

function NavLink({ to, children }: { to: NavAddress; children: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  const isHere = useRouterState({ select: (state) => state.location.pathname.startsWith(to) });
  // On a phone the menu is one line that scrolls.
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [isHere]);
  return (
    <Link
      ref={link}
      to={to}
      className="shrink-0 rounded-lg px-3 py-2 font-medium text-soft hover:bg-sunk hover:text-ink data-[status=active]:text-ink data-[status=active]:underline data-[status=active]:decoration-accent data-[status=active]:decoration-3 data-[status=active]:underline-offset-8"
    >
      {children}
    </Link>
  );
}

function AccountMenu() {
  const me = useMe();
  const client = useQueryClient();
  const router = useRouter();
  const navigate = useNavigate();
  const { complain } = useNotices();

  async function switchTo(id: string) {
    try {
      await api.switchOrganisation(id);
      client.removeQueries({ queryKey: ["me"] });
      await navigate({ to: "/queues" });
      await router.invalidate();
      // What belonged to the former organisation must not be seen in this one.
      await client.resetQueries({ predicate: (query) => query.queryKey[0] !== "me" });
    } catch (error) {
      complain(error);
    }
  }

  async function signOut() {
    try {
      await api.signOut();
      await navigate({ to: "/sign-in" });
      client.clear();
    } catch (error) {
      complain(error);
    }
  }

  const others = me.organisations.filter((organisation) => organisation.id !== me.organisation.id);
  return (
    <MenuTrigger>
      <Button look="quiet" className="-me-3 text-start">
        <span className="grid leading-tight">
          <span className="font-semibold">{me.organisation.name}</span>
          <span className="text-sm font-normal text-soft">{me.user?.name ?? roles[me.role]}</span>
        </span>
        <Icon name="chevron" className="size-5 text-soft" />
      </Button>
      <Menu label={me.organisation.name}>
        {others.map((organisation) => (
          <MenuItem key={organisation.id} onAction={() => void switchTo(organisation.id)}>
            {account.switchTo} {organisation.name}
          </MenuItem>
        ))}
        {others.length > 0 && <MenuLine />}
        {me.user && (
          <MenuItem onAction={() => void navigate({ to: "/account" })}>{account.title}</MenuItem>
        )}
        <MenuItem onAction={() => void signOut()}>{common.signOut}</MenuItem>
      </Menu>
    </MenuTrigger>
  );
}
