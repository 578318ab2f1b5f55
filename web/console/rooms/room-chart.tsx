// Arrivals, admissions and the wait of the last hour, minute by minute.

import "uplot/dist/uPlot.min.css";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import type { RoomMinute } from "../../wire/rooms.ts";
import { operator as text } from "./messages.ts";
import { numbers } from "./messages.ts";

const height = 260;

export function RoomChart({ minutes }: { minutes: RoomMinute[] }) {
  const sum = (field: "joined" | "admitted") =>
    minutes.reduce((total, minute) => total + minute[field], 0);
  return (
    <section
      aria-labelledby="chart"
      className="grid min-w-0 content-start gap-4 rounded-2xl border border-rule bg-card p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="chart" className="text-xl font-bold">
          {text.chart}
        </h2>
        <ul className="flex flex-wrap gap-x-5 text-sm" aria-hidden="true">
          <Key swatch="bg-ink">{text.arrivals}</Key>
          <Key swatch="bg-accent">{text.admissions}</Key>
          <Key swatch="room-key-wait">{text.waitMinutes}</Key>
        </ul>
      </div>
      {minutes.length === 0 ? (
        <p className="text-soft">{text.noHistory}</p>
      ) : (
        <>
          <div role="img" aria-label={text.chartWords(sum("joined"), sum("admitted"))}>
            <Drawing minutes={minutes} />
          </div>
          <Figures minutes={minutes} />
        </>
      )}
    </section>
  );
}

function Key({ swatch, children }: { swatch: string; children: string }) {
  return (
    <li className="flex items-center gap-2">
      <span className={`h-1 w-5 rounded-full ${swatch}`} />
      {children}
    </li>
  );
}

function Drawing({ minutes }: { minutes: RoomMinute[] }) {
  const box = useRef<HTMLDivElement>(null);
  // Drawn anew with every look, four times a minute: simpler than keeping a drawing up to date.
  useEffect(() => {
    const element = box.current!;
    let plot: uPlot | null = null;
    const draw = () => {
      plot?.destroy();
      plot = new uPlot(options(element, minutes), data(minutes), element);
    };
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", draw);
    const sized = new ResizeObserver(draw);
    sized.observe(element);
    return () => {
      dark.removeEventListener("change", draw);
      sized.disconnect();
      plot?.destroy();
    };
  }, [minutes]);
  return <div ref={box} className="room-chart" />;
}

function data(minutes: RoomMinute[]): uPlot.AlignedData {
  return [
    minutes.map(({ minute }) => Date.parse(minute) / 1_000),
    minutes.map(({ joined }) => joined),
    minutes.map(({ admitted }) => admitted),
    minutes.map(({ averageWaitSeconds: wait }) => (wait === null ? null : wait / 60)),
  ];
}

/** Colours as the theme has them: a canvas does not know of variables. */
function options(element: HTMLElement, minutes: RoomMinute[]): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const grid = { stroke: colour("rule"), width: 1 };
  const axis = { stroke: colour("soft"), grid, ticks: grid, font: "13px system-ui" };
  // Told, not left to the data: of a room that is a minute old the axis would show years.
  const newest = Date.parse(minutes.at(-1)!.minute) / 1_000;
  const theHour: uPlot.Range.MinMax = [newest - 3_540, newest + 60];
  // A line needs two minutes; the first one is a dot.
  const points = { show: minutes.length === 1 };
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { range: theHour }, people: { range: fromZero }, wait: { range: fromZero } },
    axes: [
      axis,
      { ...axis, scale: "people", size: 56 },
      { ...axis, scale: "wait", side: 1, size: 48, grid: { show: false } },
    ],
    series: [
      {},
      { scale: "people", stroke: colour("ink"), width: 2, points },
      { scale: "people", stroke: colour("accent"), width: 3, points },
      { scale: "wait", stroke: colour("danger"), width: 2, dash: [6, 5], points },
    ],
  };
}

const fromZero = (_plot: uPlot, _min: number, max: number): uPlot.Range.MinMax => [
  0,
  Math.max(1, max * 1.1),
];

/** The same for those who read rather than look. */
function Figures({ minutes }: { minutes: RoomMinute[] }) {
  const time = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
  const newest = minutes.toReversed();
  return (
    <details>
      <summary className="min-h-11 content-center text-soft underline underline-offset-4">
        {text.asTable}
      </summary>
      <div>
        <table className="w-full text-end tabular-nums">
          <thead className="text-sm text-soft">
            <tr>
              <th scope="col" className="py-1 text-start">
                {text.minute}
              </th>
              <th scope="col">{text.arrivals}</th>
              <th scope="col">{text.admissions}</th>
              <th scope="col">{text.waitMinutes}</th>
            </tr>
          </thead>
          <tbody>
            {newest.map(({ minute, joined, admitted, averageWaitSeconds: wait }) => (
              <tr key={minute} className="border-t border-rule">
                <th scope="row" className="py-1 text-start font-normal">
                  {time.format(new Date(minute))}
                </th>
                <td>{numbers.format(joined)}</td>
                <td>{numbers.format(admitted)}</td>
                <td>{wait === null ? text.unknown : numbers.format(wait / 60)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
