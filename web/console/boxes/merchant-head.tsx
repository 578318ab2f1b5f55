import { Link } from "@tanstack/react-router";
import { useMay } from "../session.ts";
import { tabs as text } from "./messages.ts";

const tabClass =
  "shrink-0 rounded-lg px-3 py-2 font-medium text-soft hover:bg-sunk hover:text-ink data-[status=active]:bg-wash data-[status=active]:text-on-wash data-[status=active]:font-semibold";

export function MerchantHead({ id, name, title }: { id: string; name: string; title?: string }) {
  const manages = useMay("boxes:manage");
  const params = { merchantId: id };
  const exact = { exact: true };
  return (
    <div className="grid gap-1 sm:gap-2">
      <h1 className="text-2xl font-bold leading-tight sm:text-4xl">
        <bdi>{name}</bdi>
        {title && <span className="sr-only">: {title}</span>}
      </h1>
      <nav
        aria-label={text.label}
        className="-mx-4 flex overflow-x-auto px-1 py-1 sm:-mx-3 sm:px-0"
      >
        <Link to="/boxes/$merchantId" params={params} activeOptions={exact} className={tabClass}>
          {text.counter}
        </Link>
        <Link to="/boxes/$merchantId/templates" params={params} className={tabClass}>
          {text.templates}
        </Link>
        <Link to="/boxes/$merchantId/history" params={params} className={tabClass}>
          {text.history}
        </Link>
        {manages && (
          <Link to="/boxes/$merchantId/settings" params={params} className={tabClass}>
            {text.settings}
          </Link>
        )}
        <Link
          to="/boxes"
          search={{ all: true }}
          activeOptions={exact}
          className={`${tabClass} data-[status=active]:bg-transparent`}
        >
          {text.all}
        </Link>
      </nav>
    </div>
  );
}
