/** Where people outside reach this server, as its operator set it; the shell carries it. */
export function publicUrl(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="public-url"]');
  return (meta?.content || location.origin).replace(/\/+$/, "");
}

export function joinAddress(queueId: string): string {
  return `${publicUrl()}/q/${queueId}`;
}

export function boardAddress(queueId: string): string {
  return `${publicUrl()}/board/${queueId}`;
}

export function bookingPageAddress(pageId: string): string {
  return `${publicUrl()}/book/${pageId}`;
}

export function waitAddress({ id, secret }: { id: string; secret: string }): string {
  return `${publicUrl()}/waitlist/${id}#${secret}`;
}
