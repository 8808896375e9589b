import { Pool } from 'undici';
import { kinds, startConsumers } from './soak-consumers.ts';

/**
 * The load of a soak, in a process of its own: its consumers, and so many events a second over HTTP, whether or not the
 * service keeps up. Sends the consumers' origin, starts when it is told to, and then sends a sample each second.
 */

/** One event in a hundred is also for each consumer but the fast one; for the rate-limited one it is one in twenty. */
const shareOf = { slow: 100, failing: 100, gone: 100, dead: 100, flapping: 100, limited: 20 } as const;
const connections = 64;

export interface SoakSample {
  readonly accepted: number;
  /** Refused or failed requests. */
  readonly refused: number;
  /** Of `POST /companies`, ms. */
  readonly postP50Ms: number;
  readonly postP99Ms: number;
  /** From an event to its arrival at the fast consumer, ms. */
  readonly deliveryP50Ms: number;
  readonly deliveryP99Ms: number;
  readonly received: Readonly<Record<string, number>>;
}

const [, , origin = '', authorization = '', perSecondText = ''] = process.argv;
const perSecond = Number(perSecondText);
const pool = new Pool(origin, { connections, allowH2: false });
const headers = ['authorization', authorization, 'content-type', 'application/json'];
const consumers = await startConsumers();

let sent = 0;
let accepted = 0;
let refused = 0;
let times: number[] = [];

const bodyOf = (n: number): string => {
  const others = Object.entries(shareOf).flatMap(([kind, share], at) =>
    (n + at) % share === 0 ? [kind] : [],
  );
  const tags = Object.fromEntries(others.map((kind) => [kind, 'yes']));
  return JSON.stringify({ name: `Bright Bakery ${n}`, description: 'Bread and cakes', tags });
};

const sendOne = (): void => {
  const begun = performance.now();
  const body = bodyOf(sent++);
  pool.dispatch(
    { path: '/companies', method: 'POST', headers, body, headersTimeout: 0, bodyTimeout: 0 },
    {
      onRequestStart() {},
      onResponseStart(_, statusCode) {
        if (statusCode === 200) accepted++;
        else refused++;
      },
      onResponseData() {},
      onResponseEnd: () => void times.push(performance.now() - begun),
      onResponseError: () => void refused++,
    },
  );
};

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const sample = (): SoakSample => {
  const posts = times.sort((a, b) => a - b);
  times = [];
  const deliveries = consumers.latencies().sort((a, b) => a - b);
  const one = {
    accepted,
    refused,
    postP50Ms: at(posts, 0.5),
    postP99Ms: at(posts, 0.99),
    deliveryP50Ms: at(deliveries, 0.5),
    deliveryP99Ms: at(deliveries, 0.99),
    received: { ...consumers.received },
  };
  accepted = 0;
  refused = 0;
  return one;
};

process.once('message', () => {
  const begunAt = performance.now();
  setInterval(() => {
    const due = ((performance.now() - begunAt) / 1000) * perSecond;
    while (sent < due) sendOne();
  }, 5);
  setInterval(() => process.send?.(sample()), 1000);
});
process.on('disconnect', () => process.exit(0));
process.send?.({ origin: consumers.origin, kinds });
