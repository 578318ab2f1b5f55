// One line at the foot of the page that says what just happened, read out to those who cannot see
// it. One at a time: over a shift nothing piles up.

import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from "react";
import { sayProblem } from "../problem-text.ts";
import { common } from "../messages.ts";
import { IconButton } from "./button.tsx";
import { Icon } from "./icons.tsx";

interface Notice {
  text: string;
  bad: boolean;
  action?: ReactNode;
  /** Counts up, so that the same sentence twice is two notices. */
  turn: number;
}

interface Notices {
  say(text: string, action?: ReactNode): void;
  complain(error: unknown): void;
  hush(): void;
}

const Context = createContext<Notices | null>(null);
const shownMs = 12_000;

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<Notice | null>(null);
  const hush = useCallback(() => setNotice((now) => now && { ...now, text: "" }), []);
  const notices = useMemo<Notices>(() => {
    const show = (text: string, bad: boolean, action?: ReactNode) =>
      setNotice((before) => ({ text, bad, action, turn: (before?.turn ?? 0) + 1 }));
    return {
      say: (text, action) => show(text, false, action),
      complain: (error) => show(sayProblem(error), true),
      hush,
    };
  }, [hush]);

  const turn = notice?.turn;
  useEffect(() => {
    if (turn === undefined) return;
    const timer = setTimeout(hush, shownMs);
    return () => clearTimeout(timer);
  }, [turn, hush]);

  return (
    <Context value={notices}>
      {children}
      <div
        role="status"
        className="notices pointer-events-none fixed inset-x-0 bottom-0 z-50 flex justify-center p-4 print:hidden"
      >
        {notice?.text && (
          <div
            key={notice.turn}
            className={`appear pointer-events-auto flex max-w-xl items-center gap-3 rounded-xl ps-5 pe-2 py-1.5 shadow-card ${
              notice.bad ? "bg-danger-wash text-danger font-semibold" : "bg-ink text-paper"
            }`}
          >
            <span>{notice.text}</span>
            {notice.action}
            <IconButton
              label={common.close}
              onPress={hush}
              className="text-inherit hover:bg-transparent hover:text-inherit"
            >
              <Icon name="close" />
            </IconButton>
          </div>
        )}
      </div>
    </Context>
  );
}

export function useNotices(): Notices {
  const notices = useContext(Context);
  if (!notices) throw new Error("useNotices needs a NoticeProvider around it");
  return notices;
}
