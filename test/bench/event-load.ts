import { Pool } from 'undici';
import { countingConsumer } from './counting-consumer.ts';

/**
 * Causes events over HTTP as fast as they are accepted, and is their consumer: what is not delivered as fast waits, and
 * shows at the end. Starts when it is told to.
 */

const connections = 32;

const [, , origin = '', authorization = '', secondsText = ''] = process.argv;
const seconds = Number(secondsText);
const body = Buffer.from(
  JSON.stringify({ name: 'Bright Bakery', description: 'Bread and cakes', tags: { region: 'uk' } }),
);
const headers = ['authorization', authorization, 'content-type', 'application/json'];

/** What the load came to. */
export interface LoadEnd {
  readonly accepted: number;
  readonly delivered: number;
  /** Of each second: events that were delivered in it. */
  readonly perSecond: readonly number[];
  readonly seconds: number;
  /** From the last acceptance until the last event came, ms. */
  readonly drainMs: number;
}

const pool = new Pool(origin, { connections, allowH2: false });
let begunAt = 0;
let accepted = 0;
let delivered = 0;
let atWork = connections;
const perSecond: number[] = [];

const isOver = (): boolean => performance.now() >= begunAt + seconds * 1000;

const createOne = (): void => {
  pool.dispatch(
    { path: '/companies', method: 'POST', headers, body, headersTimeout: 0, bodyTimeout: 0 },
    {
      onRequestStart() {},
      onResponseStart(_, statusCode) {
        if (statusCode !== 200) throw new Error(`Answered ${statusCode}`);
      },
      onResponseData() {},
      onResponseEnd() {
        accepted++;
        if (!isOver()) createOne();
        else if (--atWork === 0) void finish();
      },
      onResponseError: (_, error) => {
        throw error;
      },
    },
  );
};

const port = await countingConsumer('200 OK', () => {
  delivered++;
  const second = Math.floor((performance.now() - begunAt) / 1000);
  perSecond[second] = (perSecond[second] ?? 0) + 1;
});
process.send?.(port);
process.once('message', () => {
  begunAt = performance.now();
  for (let n = 0; n < connections; n++) createOne();
});

const finish = async (): Promise<void> => {
  const endedAt = performance.now();
  const atEnd = { accepted, delivered, perSecond: perSecond.slice(0, seconds), seconds };
  while (delivered < accepted && performance.now() < endedAt + 60_000) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  process.send?.({ ...atEnd, drainMs: performance.now() - endedAt } satisfies LoadEnd);
  process.disconnect();
};
