// A page that is a list: while it is read, when it cannot be, while it is empty, and with something in it.

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icons.tsx";
import { Empty, Failure, Loading } from "./states.tsx";

interface ListPageProps<T> {
  title: string;
  about?: ReactNode;
  list: Pick<UseQueryResult<{ items: T[] }>, "data" | "isPending" | "isError" | "error"> & {
    refetch(): Promise<unknown>;
  };
  /** It looks again by itself: what was seen stays, without a word when one look fails. */
  looksAgain?: boolean;
  wide?: boolean;
  /** Makes another one, for those who may; `first` is what that is called while there is none. */
  make: { label: string; first?: string; onPress(): void } | null;
  /** Beside it. */
  beside?: ReactNode;
  /** Level with the title instead of the middle of what stands there. */
  makeOnTop?: boolean;
  /** Without it there is always something: it can be made at once. */
  empty?: { title: string; text: string } | undefined;
  /** Above what is listed: to search in it. */
  above?: ReactNode;
  /** In place of the list, when what was searched for is not in it. */
  none?: ReactNode;
  children(items: T[]): ReactNode;
  /** Dialogs. */
  more?: ReactNode;
}

export function ListPage<T>(props: ListPageProps<T>) {
  const { title, about, list, make, beside, empty } = props;
  const items = list.data?.items ?? [];
  return (
    <div
      className={`mx-auto grid w-full ${props.wide ? "max-w-5xl" : "max-w-4xl"} content-start gap-6`}
    >
      <div
        className={`flex flex-wrap ${props.makeOnTop ? "items-start" : "items-center"} justify-between gap-4`}
      >
        <div className="grid gap-1">
          <h1 className="text-4xl font-bold">{title}</h1>
          {about && <p className="text-soft">{about}</p>}
        </div>
        {(items.length > 0 || !empty) && (
          <div className="flex flex-wrap gap-3">
            {beside}
            {make && <MakeButton {...make} />}
          </div>
        )}
      </div>
      {props.above}
      {list.isPending && <Loading />}
      {list.isError && !(props.looksAgain && list.data) && (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      )}
      {empty && list.data && items.length === 0 && (
        <Empty title={empty.title} text={empty.text}>
          {make &&
            (make.first ? (
              <Button look="main" onPress={make.onPress}>
                {make.first}
              </Button>
            ) : (
              <MakeButton {...make} />
            ))}
        </Empty>
      )}
      {items.length > 0 && props.children(items)}
      {list.data && items.length === 0 && props.none}
      {props.more}
    </div>
  );
}

function MakeButton({ label, onPress }: { label: string; onPress(): void }) {
  return (
    <Button look="main" onPress={onPress}>
      <Icon name="plus" />
      {label}
    </Button>
  );
}
