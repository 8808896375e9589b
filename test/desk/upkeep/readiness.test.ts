import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { latencyBoundsMs, Readiness, type SchedulerFigures, type StoreFigures } from '#contract/figures.ts';
import type { Resources } from '#contract/resources.ts';
import type { HostFigures } from '#desk/upkeep/figures.ts';
import { readinessOf } from '#desk/upkeep/readiness.ts';

const latencies = { counts: latencyBoundsMs.map(() => 0).concat(0), sumMs: 0 };
const store = (other: Partial<StoreFigures> = {}): StoreFigures => ({
  file: 'service.db',
  state: 'ok',
  reads: latencies,
  writes: latencies,
  sizes: {},
  ...other,
});
type Of<K extends keyof Resources> = Partial<Resources[K]>;
const enough = (
  disk: Of<'disk'> = {},
  descriptors: Of<'descriptors'> = {},
  backlog: Of<'backlog'> = {},
): Resources => ({
  disk: { state: 'ok', dataBytes: 1, freeBytes: 2_000_000, ...disk },
  descriptors: { state: 'ok', requests: 0, ...descriptors },
  backlog: { state: 'ok', waiting: 0, counted: 0, limit: 10, ...backlog },
});
const host = (
  scheduler: Partial<SchedulerFigures> = {},
  ofService: Partial<StoreFigures> = {},
): HostFigures => ({
  service: {
    attempts: {} as never,
    requests: {},
    endpoints: [],
    scheduler: { state: 'running', inFlight: 0, results: 0, ...scheduler },
    store: store(ofService),
  },
  deskStore: store({ file: 'desk.db' }),
  resources: enough(),
});
const { service: _service, ...silentService } = host();
const { deskStore: _desk, ...silentDesk } = host();

test('a host of which all is well is ready, also with little disk space', () => {
  expect(readinessOf(host({ turnMs: 900 }))).toEqual({ ready: true, reasons: [] });
  expect(readinessOf({ ...host(), resources: enough({ state: 'low' }) }).ready).toBe(true);
});

test.each([
  [
    host({}, { state: 'full', problem: 'The disk is full.' }),
    'store',
    'service.db takes no writes. The disk is full.',
  ],
  [host({ state: 'paused' }), 'scheduler', 'The clock is paused'],
  [host({ state: 'on hold', problem: 'The disk is full.' }), 'scheduler', 'The disk is full.'],
  [host({ state: 'stopping' }), 'scheduler', 'shutting down'],
  [host({ state: 'stopped' }), 'scheduler', 'Restart Carryover'],
  [host({ state: 'starting' }), 'scheduler', 'not started'],
  [host({ turnMs: 31_000 }), 'scheduler', '31 s'],
  [
    { ...host(), deskStore: store({ file: 'desk.db', state: 'read-only' }) },
    'desk-store',
    'desk.db takes no writes.',
  ],
  [silentService, 'store', 'did not respond within 2 s'],
  [silentDesk, 'desk-store', 'desk.db did not respond'],
  [{ ...host(), resources: enough({ state: 'refusing' }) }, 'disk', '2 MB left'],
  [
    { ...host(), resources: enough({}, { state: 'short', problem: 'no free port' }) },
    'descriptors',
    'no free port.',
  ],
  [
    { ...host(), resources: enough({}, {}, { state: 'refusing', waiting: 12, counted: 10 }) },
    'backlog',
    '12 deliveries wait; 10 count, of at most 10',
  ],
] as const)('what keeps it from being ready is said: %#', (figures, what, text) => {
  const readiness = readinessOf(figures);
  expect(readiness).toMatchObject({ ready: false, reasons: [{ what, text: expect.stringContaining(text) }] });
  expect([...Value.Errors(Readiness, readiness)]).toEqual([]);
});

test('all reasons are named, not only the first', () => {
  const { reasons } = readinessOf({
    ...host({ state: 'paused' }, { state: 'damaged' }),
    resources: enough({ state: 'refusing' }),
  });
  expect(reasons.map(({ what }) => what)).toEqual(['store', 'scheduler', 'disk']);
});
