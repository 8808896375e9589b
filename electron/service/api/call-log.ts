import { type Cancel, systemTime } from '#base/clock.ts';
import type { CallLog, CallLogQuery, LoggedCalls } from '#contract/service-control.ts';
import {
  countOtherCalls,
  selectCallWatches,
  selectKnownOfCalls,
  selectPossibleAlerts,
} from '#service/store/call-watches.ts';
import type { ServiceContext } from '#service/store/context.ts';
import type { Vouching } from '#service/store/vouching.ts';
import { settledUntil, unwatchedTime } from '#service/store/watched-time.ts';
import { type RequestLog, toEntry } from './request-log.ts';

interface CallLogOptions {
  readonly vouching: Vouching;
  readonly requests: Pick<RequestLog, 'flush' | 'lost'>;
  /** Whether the public API of this process is for others. */
  readonly answers: boolean;
  readonly generation: () => number;
}

export interface VouchedCallLog extends CallLog {
  /** Vouches for what this process answers, from here on. */
  start(): void;
  /** After the API has stopped. */
  stop(): Promise<void>;
}

/** How often a process says until when it has written what it answered, ms. */
const vouchMs = 1000;
/** Others are waited for so long, ms: what they have not vouched for then is not observed. */
const waitMs = 3000;
const askMs = 50;

/**
 * The request log as all processes of a store on a server write it. Each vouches, by the server's time, for what it has
 * written, so that the absence of a call means something. Source: `docs/decisions/2026-11-28-observations-by-the-log.md`.
 */
export const createCallLog = (
  { store, log }: Pick<ServiceContext, 'store' | 'log'>,
  { vouching, requests, answers, generation }: CallLogOptions,
): VouchedCallLog => {
  let cancel: Cancel | undefined;
  let running: Promise<void> | undefined;
  let knownLost = requests.lost();

  const vouch = async (): Promise<void> => {
    // Asked first: what is answered until now is written by the flush.
    const until = await vouching.now();
    await requests.flush();
    const lost = requests.lost();
    if (lost === knownLost) return vouching.vouch(generation(), until, answers);
    await vouching.beginAnew(generation());
    knownLost = lost;
  };
  const vouchOnce = (): Promise<void> => {
    running ??= vouch()
      .catch((err: unknown) => log.debug({ err }, 'This process could not vouch for its request log'))
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  /** What others answered before is waited for, within bounds. Answers whether it is written now. */
  const settle = async (): Promise<boolean> => {
    // One that is under way may have asked for the time too early.
    await running;
    const wanted = await store.read(selectKnownOfCalls);
    await vouchOnce();
    const end = systemTime.monotonic() + waitMs;
    for (;;) {
      const { watches } = await store.read((reader) => selectCallWatches(reader, wanted.now));
      if (settledUntil(watches, wanted.now) >= wanted.now) return true;
      if (systemTime.monotonic() > end) return false;
      await systemTime.sleep(askMs);
    }
  };

  const position = async () => {
    const { now, newest, newestDeprecated } = await store.read(selectKnownOfCalls);
    return { now, newest: String(newest), newestDeprecated: String(newestDeprecated) };
  };

  /** @param toNow also what is not known to be written */
  const after = ({ after: from, since, caller, own }: CallLogQuery, toNow: boolean): Promise<LoggedCalls> =>
    store.read(async (reader) => {
      const { now, newest, removed } = await selectKnownOfCalls(reader);
      const { first, watches } = await selectCallWatches(reader, since);
      const seqs = { after: Number(from), until: newest };
      const to = Math.max(since, toNow ? now : settledUntil(watches, now));
      const isRemoved = removed.seq > seqs.after;
      return {
        entries: (await selectPossibleAlerts(reader, seqs)).map(toEntry),
        // Before, calls were counted as they were announced, and `from` says nothing of them.
        otherCalls: since < first ? 0 : await countOtherCalls(reader, { ...seqs, caller, own }),
        newest: String(Math.max(newest, seqs.after, removed.seq)),
        now,
        until: to,
        unwatchedMs: unwatchedTime(watches, { from: since, to, lostUntil: isRemoved ? removed.at : 0 }),
        removed: isRemoved,
      };
    });

  return {
    position,
    async settled() {
      await settle();
      return position();
    },
    async after(query) {
      if (query.isFinal) return after(query, !(await settle()));
      await vouchOnce();
      return after(query, false);
    },
    start() {
      void vouchOnce();
      cancel = systemTime.every(vouchMs, () => void vouchOnce());
    },
    async stop() {
      cancel?.();
      if (cancel === undefined) return;
      await running;
      try {
        await vouch();
        await vouching.end(generation());
      } catch (err) {
        log.warn({ err }, 'Calls that this process answered last may be missing in the request log');
      }
    },
  };
};
