import { ticksOf } from './time-ticks.ts';
import { type TimelineClock, type TimelineFact, type TimelineLane, timelineLanes } from './timeline.ts';

/** ms UTC */
export interface TimeSpan {
  readonly from: number;
  readonly until: number;
}

interface LayoutOptions {
  readonly clock: TimelineClock;
  /** The present, or the last entry that is told, ms: what is later is planned. */
  readonly asOf: number;
  /** px */
  readonly width: number;
  /** What is shown; all of it if left out. */
  readonly span?: TimeSpan | undefined;
  /** Of the reader's time zone. */
  readonly zoneOffsetMs: number;
  readonly formatTick: (at: number, spanMs: number) => string;
}

/** px from the left, and how long. */
interface Stretch {
  readonly x: number;
  readonly width: number;
}

export interface TimelineItem extends Stretch {
  /** More than one, where they are too close to be told apart at this width. */
  readonly facts: readonly TimelineFact[];
  readonly shape: 'bar' | 'mark';
  /** px from the top of the picture. */
  readonly y: number;
  /** Its name beside it, where there is room. */
  readonly label?: Stretch & { readonly text: string };
  /** What of a bar is planned. */
  readonly planned?: Stretch;
  /** In which it was paused. */
  readonly breaks: readonly Stretch[];
}

interface LaidLane {
  readonly lane: TimelineLane;
  readonly y: number;
  readonly height: number;
  readonly items: readonly TimelineItem[];
}

export interface TimelineLayout extends TimeSpan {
  readonly clock: TimelineClock;
  readonly width: number;
  readonly height: number;
  /** Where the lanes begin, px: their names are left of it. */
  readonly left: number;
  readonly ticks: readonly { readonly x: number; readonly label: string }[];
  /** Of the present, if it is shown, px. */
  readonly nowX?: number;
  readonly lanes: readonly LaidLane[];
  /** What lies outside the span. */
  readonly earlier: number;
  readonly later: number;
}

const left = 112;
const axisHeight = 24;
const trackHeight = 20;
const lanePadding = 4;
const itemHeight = 12;
const gap = 6;
const markSize = 12;
const leastBar = 4;
/** Of a letter of 11 px, on the safe side, px. */
const letter = 6.4;
const longestLabel = 44;
const mostTracks = 6;
const leastSpanMs = 60_000;

/** The span of all facts on a clock, with some room around. */
export const spanOfTimeline = (
  facts: readonly TimelineFact[],
  clock: TimelineClock,
  asOf: number,
): TimeSpan | undefined => {
  const of = facts.filter((fact) => fact.clock === clock);
  if (of.length === 0) return undefined;
  const ends = of.flatMap((fact) => [Date.parse(fact.from), endOf(fact, asOf)]);
  const all = clock === 'system' ? [...ends, asOf] : ends;
  const from = all.reduce((least, at) => Math.min(least, at));
  const until = all.reduce((most, at) => Math.max(most, at));
  const room = Math.max((until - from) * 0.04, leastSpanMs / 2);
  return { from: from - room, until: until + room };
};

/** A span around an instant, longer or shorter by a factor, within what there is and no shorter than a minute. */
export const zoomed = (span: TimeSpan, all: TimeSpan, factor: number, at: number): TimeSpan => {
  const length = Math.min(Math.max((span.until - span.from) * factor, leastSpanMs), all.until - all.from);
  const share = Math.min(1, Math.max(0, (at - span.from) / (span.until - span.from)));
  return within({ from: at - length * share, until: at + length * (1 - share) }, all);
};

/** The same length, later or earlier by a share of it, within what there is. */
export const moved = (span: TimeSpan, all: TimeSpan, share: number): TimeSpan => {
  const by = (span.until - span.from) * share;
  return within({ from: span.from + by, until: span.until + by }, all);
};

const within = ({ from, until }: TimeSpan, all: TimeSpan): TimeSpan => {
  const length = Math.min(until - from, all.until - all.from);
  const start = Math.min(Math.max(from, all.from), all.until - length);
  return { from: start, until: start + length };
};

/** A span as an address keeps it: two instants of ISO 8601. */
export const spanText = ({ from, until }: TimeSpan): string =>
  [from, until].map((at) => new Date(at).toISOString()).join('/');

/** @returns undefined for what is no span; within what there is, and no shorter than the shortest */
export const spanOfText = (text: string | undefined, all: TimeSpan): TimeSpan | undefined => {
  const [from, until] = (text ?? '').split('/').map((at) => Date.parse(at));
  if (from === undefined || until === undefined || !(until > from)) return undefined;
  return zoomed({ from, until }, all, 1, from);
};

/**
 * Where everything of one clock is drawn. In a lane nothing overlaps: what would is put below, without its name where
 * it gets too much, and drawn as one where that is too much too. Pure, for the screen and for reports.
 */
export const layOutTimeline = (
  facts: readonly TimelineFact[],
  options: LayoutOptions,
): TimelineLayout | undefined => {
  const { clock, asOf, width, zoneOffsetMs, formatTick } = options;
  const span = options.span ?? spanOfTimeline(facts, clock, asOf);
  if (span === undefined) return undefined;
  const { from, until } = span;
  const scale = scaleOf(span, width);
  const of = facts.filter((fact) => fact.clock === clock);
  const shown = of.filter((fact) => Date.parse(fact.from) <= until && endOf(fact, asOf) >= from);
  const earlier = of.filter((fact) => endOf(fact, asOf) < from).length;
  let y = axisHeight;
  const lanes = timelineLanes.flatMap((lane): LaidLane[] => {
    const inLane = shown.filter((fact) => fact.lane === lane);
    if (inLane.length === 0) return [];
    const { items, tracks } = layOutLane(inLane, { scale, asOf, width, top: y + lanePadding });
    const laid = { lane, y, height: tracks * trackHeight + 2 * lanePadding, items };
    y += laid.height;
    return [laid];
  });
  const most = Math.max(2, Math.min(8, Math.floor((width - left) / 76)));
  return {
    clock,
    from,
    until,
    width,
    height: y,
    left,
    ticks: ticksOf(from, until, zoneOffsetMs, most).map((at) => ({
      x: scale(at),
      label: formatTick(at, until - from),
    })),
    ...(clock === 'system' && asOf >= from && asOf <= until ? { nowX: scale(asOf) } : {}),
    lanes,
    earlier,
    later: of.length - shown.length - earlier,
  };
};

/** When a fact ends, ms; one that has not ended, now. */
const endOf = ({ from, to, ongoing }: TimelineFact, asOf: number): number => {
  const start = Date.parse(from);
  if (to !== undefined) return Math.max(start, Date.parse(to));
  return ongoing === true ? Math.max(start, asOf) : start;
};

/** px of an instant, within the picture. */
const scaleOf = ({ from, until }: TimeSpan, width: number) => {
  const room = Math.max(1, width - left);
  return (at: number): number =>
    left + Math.min(room, Math.max(0, ((at - from) / Math.max(1, until - from)) * room));
};

interface LaneParts {
  readonly scale: (at: number) => number;
  readonly asOf: number;
  readonly width: number;
  /** Of its first track, px. */
  readonly top: number;
}

type Placed = Omit<TimelineItem, 'y'>;

const layOutLane = (facts: readonly TimelineFact[], parts: LaneParts) => {
  const bare = facts
    .map((fact) => itemOf(fact, parts))
    .sort((one, other) => one.x - other.x || one.width - other.width);
  const named = packed(bare.map((item) => withLabel(item, parts.width)));
  const chosen = [named, packed(bare)].find((rows) => rows.length <= mostTracks) ?? packed(together(bare));
  const items = chosen.flatMap((row, track) =>
    row.map((item) => ({ ...item, y: parts.top + track * trackHeight + (trackHeight - itemHeight) / 2 })),
  );
  return { items: items.sort((one, other) => one.x - other.x), tracks: chosen.length };
};

const itemOf = (fact: TimelineFact, { scale, asOf, width }: LaneParts): Placed => {
  const [start, end] = [Date.parse(fact.from), endOf(fact, asOf)];
  if (fact.to === undefined && fact.ongoing !== true) {
    const x = Math.min(Math.max(scale(start) - markSize / 2, left), width - markSize);
    return { facts: [fact], shape: 'mark', x, width: markSize, breaks: [] };
  }
  const length = Math.max(leastBar, scale(end) - scale(start));
  const x = Math.min(scale(start), width - length);
  const part = (from: number, to: number): Stretch[] => {
    const [first, last] = [Math.max(scale(from), x), Math.min(scale(to), x + length)];
    return last > first ? [{ x: first, width: last - first }] : [];
  };
  const [planned] = fact.clock === 'system' && end > asOf ? part(Math.max(start, asOf), end) : [];
  return {
    facts: [fact],
    shape: 'bar',
    x,
    width: length,
    ...(planned === undefined ? {} : { planned }),
    breaks: (fact.breaks ?? []).flatMap(({ from, to }) =>
      part(Date.parse(from), to === undefined ? end : Date.parse(to)),
    ),
  };
};

/** The name right of it, or left where there is no room. */
const withLabel = (item: Placed, width: number): Placed => {
  const full = item.facts[0]?.label ?? '';
  const letters = [...full];
  const text = letters.length > longestLabel ? `${letters.slice(0, longestLabel - 1).join('')}…` : full;
  const length = letters.slice(0, longestLabel).length * letter;
  const right = item.x + item.width + 4;
  if (right + length <= width) return { ...item, label: { x: right, width: length, text } };
  const before = item.x - 4 - length;
  return before >= left ? { ...item, label: { x: before, width: length, text } } : item;
};

const startOf = ({ x, label }: Placed): number => Math.min(x, label?.x ?? x);
const stopOf = ({ x, width, label }: Placed): number =>
  Math.max(x + width, label === undefined ? 0 : label.x + label.width);

/** Rows in which nothing overlaps, each item in the first that has room. */
const packed = (items: readonly Placed[]): Placed[][] => {
  const rows: Placed[][] = [];
  for (const item of [...items].sort((one, other) => startOf(one) - startOf(other))) {
    const free = rows.find((row) => {
      const last = row.at(-1);
      return last === undefined || stopOf(last) + gap <= startOf(item);
    });
    if (free === undefined) rows.push([item]);
    else free.push(item);
  }
  return rows;
};

/** Those that touch as one. */
const together = (items: readonly Placed[]): Placed[] => {
  const groups: Placed[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last === undefined || last.x + last.width + gap < item.x) {
      groups.push(item);
      continue;
    }
    const width = Math.max(last.x + last.width, item.x + item.width) - last.x;
    groups[groups.length - 1] = {
      facts: [...last.facts, ...item.facts],
      shape: 'bar',
      x: last.x,
      width,
      breaks: [],
    };
  }
  return groups;
};
