import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type TimelineFact, timelineClocks, timelineLanes, timelineTones } from '#contract/timeline.ts';
import { drawTimeline } from '#contract/timeline-drawing.ts';
import {
  layOutTimeline,
  moved,
  spanOfText,
  spanOfTimeline,
  spanText,
  type TimelineItem,
  type TimelineLayout,
  zoomed,
} from '#contract/timeline-layout.ts';

const start = Date.parse('2026-03-01T00:00:00.000Z');
const dayMs = 86_400_000;
const iso = (ms: number): string => new Date(start + ms).toISOString();
const instant = fc.integer({ min: 0, max: 400 * dayMs });

const anyFact: fc.Arbitrary<TimelineFact> = fc
  .record({
    lane: fc.constantFrom(...timelineLanes),
    clock: fc.constantFrom(...timelineClocks),
    label: fc.string({ maxLength: 80 }),
    tone: fc.constantFrom(...timelineTones),
    from: instant,
    length: fc.option(fc.integer({ min: 0, max: 60 * dayMs }), { nil: undefined }),
    ongoing: fc.boolean(),
    pause: fc.boolean(),
  })
  .map(({ from, length, ongoing, pause, ...rest }) => ({
    ...rest,
    id: `${rest.lane}-${from}`,
    detail: 'ended',
    from: iso(from),
    ...(length === undefined ? (ongoing ? { ongoing } : {}) : { to: iso(from + length) }),
    ...(pause && length !== undefined
      ? { breaks: [{ from: iso(from + length / 4), to: iso(from + length / 2) }] }
      : {}),
  }));

const options = (width: number, asOf: number) => ({
  asOf: start + asOf,
  width,
  zoneOffsetMs: 0,
  formatTick: (at: number) => new Date(at).toISOString(),
});

/** From where to where an item and its name are drawn. */
const reach = ({ x, width, label }: TimelineItem): [number, number] => [
  Math.min(x, label?.x ?? x),
  Math.max(x + width, label === undefined ? 0 : label.x + label.width),
];

const expectInside = ({ left, width }: TimelineLayout, lane: TimelineLayout['lanes'][number]): void => {
  for (const item of lane.items) {
    const [from, to] = reach(item);
    expect(from).toBeGreaterThanOrEqual(left - 0.001);
    expect(to).toBeLessThanOrEqual(width + 0.001);
    expect(item.y).toBeGreaterThanOrEqual(lane.y);
    expect(item.y + 12).toBeLessThanOrEqual(lane.y + lane.height);
    for (const inner of [...item.breaks, ...(item.planned ? [item.planned] : [])]) {
      expect(inner.x).toBeGreaterThanOrEqual(item.x - 0.001);
      expect(inner.x + inner.width).toBeLessThanOrEqual(item.x + item.width + 0.001);
    }
  }
};

const expectApart = (items: readonly TimelineItem[]): void => {
  expect(items.map(({ x }) => x)).toEqual(items.map(({ x }) => x).sort((a, b) => a - b));
  for (const row of Map.groupBy(items, ({ y }) => y).values()) {
    const reaches = row.map(reach).sort((a, b) => a[0] - b[0]);
    for (const [at, [from]] of reaches.slice(1).entries())
      expect(from).toBeGreaterThanOrEqual(reaches[at]?.[1] ?? 0);
  }
};

test('nothing overlaps within a lane, everything is inside, and goes by time', () => {
  fc.assert(
    fc.property(
      fc.array(anyFact, { maxLength: 120 }),
      fc.constantFrom(...timelineClocks),
      fc.integer({ min: 300, max: 2400 }),
      instant,
      fc.option(fc.tuple(instant, fc.integer({ min: 60_000, max: 100 * dayMs })), { nil: undefined }),
      (facts, clock, width, asOf, part) => {
        const span = part && { from: start + part[0], until: start + part[0] + part[1] };
        const layout = layOutTimeline(facts, { ...options(width, asOf), clock, span });
        const of = facts.filter((fact) => fact.clock === clock);
        if (layout === undefined) {
          expect(of).toEqual([]);
          return;
        }
        for (const lane of layout.lanes) expectInside(layout, lane);
        for (const lane of layout.lanes) expectApart(lane.items);
        const drawn = layout.lanes.flatMap(({ items }) => items.flatMap((item) => item.facts)).length;
        // None is lost: it is drawn, or counted as outside.
        expect(drawn + layout.earlier + layout.later).toBe(of.length);
        for (const { x } of layout.ticks) {
          expect(x).toBeGreaterThanOrEqual(layout.left);
          expect(x).toBeLessThanOrEqual(width);
        }
        const keys = drawTimeline(layout, (at) => at).map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
      },
    ),
    { numRuns: 300 },
  );
});

test('zooming and moving stay within what there is, and 0 shows all again', () => {
  const facts: TimelineFact[] = [
    {
      id: 'a',
      lane: 'runs',
      clock: 'system',
      label: 'Run 1',
      detail: 'ended',
      tone: 'ok',
      from: iso(0),
      to: iso(dayMs),
    },
  ];
  const all = spanOfTimeline(facts, 'system', start + 2 * dayMs);
  if (all === undefined) throw new Error('There is a fact.');
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(fc.double({ min: 0.1, max: 4, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
        { maxLength: 20 },
      ),
      (steps) => {
        let span = all;
        for (const step of steps) {
          span =
            step > 0
              ? zoomed(span, all, step, span.from + (span.until - span.from) / 3)
              : moved(span, all, step);
          expect(span.from).toBeGreaterThanOrEqual(all.from - 1);
          expect(span.until).toBeLessThanOrEqual(all.until + 1);
          expect(span.until - span.from).toBeGreaterThanOrEqual(60_000 - 1);
        }
      },
    ),
  );
});

test('what runs at the same time is drawn below each other, and what is planned is told apart', () => {
  const run = (id: string, from: number, to: number): TimelineFact => ({
    id,
    lane: 'runs',
    clock: 'system',
    label: id,
    detail: 'ended',
    tone: 'ok',
    from: iso(from),
    to: iso(to),
  });
  const soak: TimelineFact = { ...run('soak', 0, 2 * dayMs), lane: 'soak', clock: 'service' };
  const facts = [
    run('one', 0, 4 * dayMs),
    run('two', dayMs, 3 * dayMs),
    { ...run('window', dayMs, 8 * dayMs), lane: 'window' as const },
    soak,
  ];
  const layout = layOutTimeline(facts, { ...options(1000, 4 * dayMs), clock: 'system' });
  expect(layout?.lanes.map(({ lane, items }) => [lane, items.map(({ facts: [fact] }) => fact?.id)])).toEqual([
    ['window', ['window']],
    ['runs', ['one', 'two']],
  ]);
  const [window] = layout?.lanes[0]?.items ?? [];
  const share = (window?.planned?.width ?? 0) / (window?.width ?? 1);
  expect(share).toBeCloseTo(4 / 7, 2);
  const [one, two] = layout?.lanes[1]?.items ?? [];
  expect(one?.y).not.toBe(two?.y);
  const other = layOutTimeline(facts, { ...options(1000, 4 * dayMs), clock: 'service' });
  expect(other?.lanes.map(({ lane }) => lane)).toEqual(['soak']);
  expect(other?.nowX).toBeUndefined();
});

test('an address keeps a span to the millisecond, and nothing outside of what there is', () => {
  const all = { from: start, until: start + 400 * dayMs };
  fc.assert(
    fc.property(instant, fc.double({ min: 0.01, max: 2, noNaN: true }), (at, factor) => {
      const span = zoomed(all, all, factor, start + at);
      const kept = spanOfText(spanText(span), all);
      expect(Math.abs((kept?.from ?? 0) - span.from)).toBeLessThanOrEqual(1);
      expect(Math.abs((kept?.until ?? 0) - span.until)).toBeLessThanOrEqual(1);
    }),
  );
  fc.assert(
    fc.property(
      fc.tuple(fc.date({ noInvalidDate: true }), fc.date({ noInvalidDate: true })),
      ([from, until]) => {
        const kept = spanOfText(`${from.toISOString()}/${until.toISOString()}`, all);
        if (until <= from) expect(kept).toBeUndefined();
        else {
          expect(kept?.from).toBeGreaterThanOrEqual(all.from);
          expect(kept?.until).toBeLessThanOrEqual(all.until);
          expect(Number(kept?.until) - Number(kept?.from)).toBeGreaterThanOrEqual(60_000);
        }
      },
    ),
  );
  for (const text of [undefined, '', '/', 'x/y', '2026-03-01/', '2026-03-02/2026-03-01']) {
    expect(spanOfText(text, all)).toBeUndefined();
  }
});
