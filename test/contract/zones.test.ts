import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';
import { expect, onTestFinished, test, vi } from 'vitest';
import { checkZone, instantOf, localIso, localText, ownZone } from '#contract/zones.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'Europe/Dublin',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Africa/Casablanca',
  'Antarctica/Troll',
];
const seconds = fc.integer({
  min: Date.UTC(2024, 0, 1) / 1000,
  max: Date.UTC(2060, 0, 1) / 1000,
});
const anywhere = fc.tuple(fc.constantFrom(...zones), seconds);
const withoutOffset = (iso: string) => iso.slice(0, 19);

test('an instant, written as the local time of any zone with its offset, is the same instant', () => {
  fc.assert(
    fc.property(anywhere, ([zone, at]) => {
      expect(instantOf(localIso(at * 1000, zone), zone, 'start')).toBe(at * 1000);
    }),
    { numRuns: 500 },
  );
});

/** The first instants of a new offset in two years. */
const transitions = (zone: string): number[] => {
  const iana = IANAZone.create(zone);
  const found: number[] = [];
  const day = 86_400_000;
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2028, 0, 1); at += day) {
    if (iana.offset(at) === iana.offset(at + day)) continue;
    let [before, after] = [at, at + day];
    while (after - before > 1000) {
      const middle = (before + after) / 2;
      if (iana.offset(middle) === iana.offset(at)) before = middle;
      else after = middle;
    }
    found.push(Math.round(after / 60_000) * 60_000);
  }
  return found;
};
const moving = zones.map((zone) => [zone, transitions(zone)] as const).filter(([, at]) => at.length > 0);

test('without an offset, a local time is its one instant, or is refused with words', () => {
  fc.assert(
    fc.property(anywhere, ([zone, at]) => {
      const local = withoutOffset(localIso(at * 1000, zone));
      try {
        expect(instantOf(local, zone, 'start')).toBe(at * 1000);
      } catch (error) {
        expect(String(error)).toMatch(/comes twice/);
        const both = [-3, -2, -1, -0.5, 0.5, 1, 2, 3].map((hours) => at * 1000 + hours * 3_600_000);
        expect(both.some((other) => withoutOffset(localIso(other, zone)) === local)).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

test.each(moving)(
  '%s: what the clock skips does not exist, and what it repeats must say its offset',
  (zone, changes) => {
    const iana = IANAZone.create(zone);
    for (const at of changes) {
      const [before, after] = [iana.offset(at - 1), iana.offset(at)];
      const moved = Math.abs(after - before) * 60_000;
      // The local time that the clock shows, or would have shown, in the middle of what it skips or repeats.
      const localMs = at + Math.min(before, after) * 60_000 + moved / 2;
      const local = DateTime.fromMillis(localMs, { zone: 'utc' }).toFormat("yyyy-MM-dd'T'HH:mm:ss");
      if (after > before) {
        expect(() => instantOf(local, zone, 'start')).toThrow(/does not exist in .*Did you mean/);
        expect(() => instantOf(`${local}+00:00`, zone, 'start')).toThrow(/does not exist/);
        continue;
      }
      expect(() => instantOf(local, zone, 'start')).toThrow(/comes twice/);
      const instants = [at - moved / 2, at + moved / 2];
      for (const instant of instants) {
        expect(withoutOffset(localIso(instant, zone))).toBe(local);
        expect(instantOf(localIso(instant, zone), zone, 'start')).toBe(instant);
      }
    }
  },
);

test.each([
  [
    '2026-03-29T02:30',
    'Europe/Berlin',
    /2026-03-29 02:30, which does not exist.*Did you mean 2026-03-29T03:30/,
  ],
  ['2026-10-25T02:30', 'Europe/Berlin', /2026-10-25T02:30\+02:00 or 2026-10-25T02:30\+01:00/],
  [
    '2026-10-25T02:30+03:00',
    'Europe/Berlin',
    /offset \+03:00 at .*, but Europe\/Berlin has \+02:00 or \+01:00/,
  ],
  ['2026-07-01T10:00Z', 'America/New_York', /\+00:00 at .*, but America\/New_York has -04:00/],
  ['2026-02-30T10:00', 'UTC', /must be a local time/],
  ['tomorrow', 'UTC', /must be a local time/],
  ['2026-02-03', 'UTC', /must be a local time/],
])('%s in %s is refused with the reason', (text, zone, words) => {
  expect(() => instantOf(text, zone, 'start')).toThrow(words);
});

test('local times show their offset', () => {
  const at = instantOf('2026-10-25T02:30+01:00', 'Europe/Berlin', 'end');
  expect([localText(at, 'Europe/Berlin'), localText(at, 'Asia/Kathmandu')]).toEqual([
    '2026-10-25 02:30 +01:00',
    '2026-10-25 07:15 +05:45',
  ]);
});

test.each(['', 'CET', '+02:00', 'Europe/Atlantis', 'EST5EDT', 'GMT+2'])('%j is no zone', (zone) => {
  expect(() => checkZone(zone, 'zone')).toThrow(/IANA time zone/);
});

test('where the zone of this machine is unknown, it is UTC', () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const zone of ['undefined', 'Etc/Unknown', 'UTC']) {
    vi.stubEnv('TZ', zone);
    expect(ownZone()).toBe('UTC');
  }
  vi.stubEnv('TZ', 'Pacific/Kiritimati');
  expect(ownZone()).toBe('Pacific/Kiritimati');
});
