import { formatCount, formatDuration } from './format.ts';
import { type TimelineFact, type TimelineTone, timelineLaneLabels, timelineTones } from './timeline.ts';
import type { TimelineItem, TimelineLayout } from './timeline-layout.ts';

/** One element of SVG: the screen makes React's elements of it, a report its text. */
export interface TimelineShape {
  readonly key: string;
  readonly element: 'line' | 'rect' | 'path' | 'text';
  readonly className: string;
  readonly attributes: Readonly<Record<string, number | string>>;
  readonly text?: string;
  /** What it shows, in words. */
  readonly title?: string;
  /** What a press on it opens. */
  readonly facts?: readonly TimelineFact[];
}

const itemHeight = 12;

/** The timeline drawn, by what was laid out. @param when how an instant is written */
export const drawTimeline = (layout: TimelineLayout, when: (iso: string) => string): TimelineShape[] => [
  ...layout.ticks.flatMap(({ x, label }) => tick(layout, x, label)),
  ...layout.lanes.flatMap(({ lane, y }) => [
    line(`lane-${lane}`, 'lane', { x1: 0, x2: layout.width, y1: y, y2: y }),
    text(`name-${lane}`, 'name', 0, y + 18, timelineLaneLabels[lane]),
  ]),
  ...(layout.nowX === undefined
    ? []
    : [line('now', 'now', { x1: layout.nowX, x2: layout.nowX, y1: 18, y2: layout.height })]),
  ...layout.lanes.flatMap(({ lane, items }) =>
    items.flatMap((item, at) => drawItem(item, `${lane}-${at}`, when)),
  ),
];

const tick = ({ height, width }: TimelineLayout, x: number, label: string): TimelineShape[] => {
  const anchor = x > width - 40 ? 'end' : 'middle';
  return [
    line(`tick-${x}`, 'grid', { x1: x, x2: x, y1: 18, y2: height }),
    { ...text(`at-${x}`, 'tick', x, 12, label), attributes: { x, y: 12, 'text-anchor': anchor } },
  ];
};

const drawItem = (item: TimelineItem, key: string, when: (iso: string) => string): TimelineShape[] => {
  const { x, y, width, shape, facts, label, planned, breaks } = item;
  const tone = worst(facts.map((fact) => fact.tone));
  const title = describeItem(facts, when);
  const whole: TimelineShape =
    shape === 'mark'
      ? { key, element: 'path', className: `mark ${tone}`, attributes: { d: diamond(x, y) }, title, facts }
      : {
          key,
          element: 'rect',
          className: `bar ${tone}`,
          attributes: { x, y, width, height: itemHeight, rx: 2 },
          title,
          facts,
        };
  const over = (name: string, part: { x: number; width: number }, at = 0): TimelineShape => ({
    key: `${key}-${name}-${at}`,
    element: 'rect',
    className: name,
    attributes: { x: part.x, y: y + 1, width: part.width, height: itemHeight - 2 },
  });
  const named = label ?? (facts.length > 1 && width > 24 ? countLabel(x, facts.length) : undefined);
  return [
    whole,
    ...(planned === undefined ? [] : [over('planned', planned)]),
    ...breaks.map((part, at) => over('paused', part, at)),
    ...(named === undefined
      ? []
      : [
          label !== undefined && label.x < x
            ? endingAt(text(`${key}-label`, 'label', label.x + label.width, y + 10, label.text))
            : text(`${key}-label`, label === undefined ? 'count' : 'label', named.x, y + 10, named.text),
        ]),
  ];
};

const endingAt = (shape: TimelineShape): TimelineShape => ({
  ...shape,
  attributes: { ...shape.attributes, 'text-anchor': 'end' },
});

const countLabel = (x: number, count: number) => ({ x: x + 4, text: String(count) });

const line = (key: string, className: string, attributes: TimelineShape['attributes']): TimelineShape => ({
  key,
  element: 'line',
  className,
  attributes,
});

const text = (key: string, className: string, x: number, y: number, words: string): TimelineShape => ({
  key,
  element: 'text',
  className,
  attributes: { x, y },
  text: words,
});

const diamond = (x: number, y: number): string => `M${x + 6} ${y}l6 6l-6 6l-6 -6z`;

const worst = (tones: readonly TimelineTone[]): TimelineTone =>
  timelineTones.findLast((tone) => tones.includes(tone)) ?? 'plain';

/** A fact in words: what, its state, when, and how long. */
export const describeFact = (fact: TimelineFact, when: (iso: string) => string): string =>
  [`${fact.label}: ${fact.detail}`, formatWhen(fact, when)].join(' · ');

/** When it was, or from when to when. */
export const formatWhen = ({ from, to, ongoing }: TimelineFact, when: (iso: string) => string): string => {
  if (to === undefined) return ongoing === true ? `since ${when(from)}` : when(from);
  return `${when(from)} – ${when(to)} (${formatDuration(Math.max(0, Date.parse(to) - Date.parse(from)))})`;
};

const mostDescribed = 8;
const describeItem = (facts: readonly TimelineFact[], when: (iso: string) => string): string => {
  if (facts.length === 1) return facts.map((fact) => describeFact(fact, when)).join('');
  const shown = facts.slice(0, mostDescribed).map((fact) => describeFact(fact, when));
  const left = facts.length - shown.length;
  return [formatCount(facts.length, 'event'), ...shown, ...(left > 0 ? [`and ${left} more`] : [])].join('\n');
};
