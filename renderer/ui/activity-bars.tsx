import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { formatNumber } from '#contract/format.ts';
import { ticksOf } from '#contract/time-ticks.ts';
import classes from './activity-bars.module.css';
import { scaleOf } from './activity-scale.ts';

export interface ActivityBar {
  /** UTC ISO 8601 */
  readonly from: string;
  readonly until: string;
  /** Above the axis. */
  readonly good: number;
  /** Below it, in this order: `open` may still become good. */
  readonly bad: number;
  readonly open: number;
}

interface ActivityBarsProps {
  /** What is counted, for those who can't see it. */
  readonly label: string;
  readonly bars: readonly ActivityBar[];
  /** @returns what a bar shows, in words */
  readonly describe: (bar: ActivityBar) => string;
  readonly formatTick: (instant: number) => string;
  /** Of the zone that ticks are written in, at an instant, ms. */
  readonly zoneOffset: number;
  /** A part of the span was chosen; both ends UTC ISO 8601. */
  readonly onBrush: (from: string, until: string) => void;
}

const height = 104;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Counts over time, brushed by pointer, or by arrow keys with Shift and Enter. */
export const ActivityBars = (props: ActivityBarsProps) => {
  const { bars, formatTick, zoneOffset } = props;
  const from = Date.parse(bars[0]?.from ?? '');
  const until = Date.parse(bars.at(-1)?.until ?? '');
  const scale = scaleOf(
    Math.max(0, ...bars.map(({ good }) => good)),
    Math.max(0, ...bars.map(({ bad, open }) => bad + open)),
    height,
  );
  const share = (instant: number): number => ((instant - from) / (until - from)) * 100;
  return (
    <div className={classes.chart}>
      <div className={classes.axis} aria-hidden>
        {scale.lines.map((value) => (
          <span key={value} style={{ top: scale.y(value) + 1 }}>
            {formatNumber(Math.abs(value))}
          </span>
        ))}
      </div>
      <Plot {...props} y={scale.y} lines={scale.lines} share={share}>
        <div className={classes.ticks} aria-hidden>
          {ticksOf(from, until, zoneOffset).map((at) => (
            <span key={at} style={{ left: `${share(at)}%` }}>
              {formatTick(at)}
            </span>
          ))}
        </div>
      </Plot>
    </div>
  );
};

interface PlotProps extends ActivityBarsProps {
  readonly y: (value: number) => number;
  readonly lines: readonly number[];
  /** Of the width, per cent, of an instant. */
  readonly share: (instant: number) => number;
  readonly children: React.ReactNode;
}

const Plot = ({ label, bars, describe, onBrush, y, lines, share, children }: PlotProps) => {
  const [span, setSpan] = useState<Span>();
  const last = bars.length - 1;
  const choose = ({ start, end }: Span): void => {
    const [first, second] = [bars[Math.min(start, end)], bars[Math.max(start, end)]];
    setSpan(undefined);
    if (first && second) onBrush(first.from, second.until);
  };
  const keys = (event: KeyboardEvent): void => {
    const next = moved(event.key, event.shiftKey, span, last);
    if (event.key === 'Enter' && span) choose(span);
    else if (event.key === 'Escape' && span) setSpan(undefined);
    else if (next) setSpan(next);
    else return;
    event.preventDefault();
  };
  const at = (event: PointerEvent): number => barAt(event, bars, share);
  const shown = bars[span?.end ?? last];
  return (
    <div
      className={classes.plot}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={span?.end ?? last}
      aria-valuetext={shown && describe(shown)}
      title="Drag, or Shift+arrow keys and Enter, to filter by time"
      onKeyDown={keys}
      onBlur={() => setSpan(undefined)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setSpan({ start: at(event), end: at(event) });
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1 && span) setSpan({ ...span, end: at(event) });
      }}
      onPointerUp={(event) => span && choose({ ...span, end: at(event) })}
    >
      <svg aria-hidden>
        {lines.map((value) => (
          <line
            key={value}
            className={value === 0 ? classes.zero : classes.grid}
            x1="0"
            x2="100%"
            y1={y(value) + 1}
            y2={y(value) + 1}
          />
        ))}
        {bars.map((bar) => (
          <Bar key={bar.from} bar={bar} y={y} share={share} />
        ))}
        {span && <Brush span={span} bars={bars} share={share} />}
      </svg>
      {children}
    </div>
  );
};

const Bar = ({ bar, y, share }: { bar: ActivityBar } & Pick<PlotProps, 'y' | 'share'>) => {
  const [left, right] = [share(Date.parse(bar.from)), share(Date.parse(bar.until))];
  const place = { x: `${left}%`, width: `${Math.max(0.1, (right - left) * 0.85)}%` };
  const below = (before: number, count: number) => ({
    y: y(-before) + 1,
    height: Math.max(2, y(-before - count) - y(-before)),
  });
  return (
    <>
      {bar.good > 0 && (
        <rect
          {...place}
          className={classes.good}
          y={y(bar.good) + 1}
          height={Math.max(1, y(0) - y(bar.good))}
        />
      )}
      {bar.bad > 0 && <rect {...place} className={classes.bad} {...below(0, bar.bad)} />}
      {bar.open > 0 && <rect {...place} className={classes.open} {...below(bar.bad, bar.open)} />}
    </>
  );
};

const Brush = ({ span, bars, share }: { span: Span } & Pick<PlotProps, 'bars' | 'share'>) => {
  const left = share(Date.parse(bars[Math.min(span.start, span.end)]?.from ?? ''));
  const right = share(Date.parse(bars[Math.max(span.start, span.end)]?.until ?? ''));
  return <rect className={classes.brush} x={`${left}%`} width={`${right - left}%`} y={0} height={height} />;
};

/** The span after an arrow key; undefined if it is another key. */
const moved = (key: string, extends_: boolean, span: Span | undefined, last: number): Span | undefined => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const to =
    { Home: 0, End: last }[key] ??
    (by === undefined ? undefined : (span?.end ?? last + (by > 0 ? 0 : 1)) + by);
  if (to === undefined) return undefined;
  const end = Math.min(last, Math.max(0, to));
  return { start: extends_ && span ? span.start : end, end };
};

const barAt = (event: PointerEvent, bars: readonly ActivityBar[], share: PlotProps['share']): number => {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  const at = ((event.clientX - left) / width) * 100;
  const found = bars.findIndex(({ until }) => share(Date.parse(until)) > at);
  return found < 0 ? bars.length - 1 : found;
};
