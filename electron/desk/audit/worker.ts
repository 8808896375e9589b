import { type Cancel, systemTime } from '#base/clock.ts';
import { errorText } from '#base/error-text.ts';
import type { Log } from '#base/log.ts';
import { auditLimits } from '#contract/audit.ts';
import { type AuditPosition, type AuditReader, type AuditStep, positionAfter } from './reading.ts';
import { retryDelayMs } from './retry.ts';
import type { AuditSender, Outcome } from './sending.ts';
import type { Stream, StreamProgress } from './stream.ts';

/**
 * Sends what one stream has not delivered, in order, one request at a time, for as long as it is not stopped. The stream
 * moves on only once the destination took what came before: a crash repeats, and loses nothing. What is repeated is read
 * again, so that a content that was erased meanwhile does not leave.
 */
export interface AuditWorker {
  /** Something was recorded. */
  wake(): void;
  /** The destination responds again: what failed need not wait any longer. */
  retry(): void;
  /** Begins no request any more. One that is under way has a moment to end; cut off, it is repeated by whoever is next. */
  stop(): Promise<void>;
  /** Once all was delivered up to where it is to rest. */
  readonly rested: Promise<void>;
}

export interface WorkerParts {
  readonly reader: AuditReader;
  readonly sender: AuditSender;
  /** The last entry of the journal that survives a power cut. */
  readonly head: () => number;
  /** @throws what the store throws: then the same is sent again */
  readonly keep: (progress: StreamProgress) => Promise<void>;
  readonly time: Pick<typeof systemTime, 'now' | 'after'>;
  /** Entries that come soon after each other leave together, ms. */
  readonly gatherMs: number;
  readonly log: Log;
}

/** A request that is under way has so long to end when a stream is stopped. */
const graceMs = 1000;

type Waking = 'recorded' | 'retry';

export const createAuditWorker = (
  { id, settings, progress: first }: Stream,
  parts: WorkerParts,
): AuditWorker => {
  const { reader, sender, head, time, log } = parts;
  const ending = new AbortController();
  const { signal } = ending;
  const cutting = new AbortController();
  let progress = first;
  let most: number = auditLimits.events;
  /** Failures of this process itself, such as of its database. */
  let ownFailures = 0;
  let woken: ((why: Waking) => void) | undefined;
  let isNoted = false;
  const { promise: rested, resolve: rest } = Promise.withResolvers<void>();

  const waiting = (delayMs: number | undefined, ends: readonly Waking[]): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      let cancel: Cancel = () => {};
      const end = (): void => {
        cancel();
        woken = undefined;
        signal.removeEventListener('abort', end);
        resolve();
      };
      woken = (why) => {
        if (ends.includes(why)) end();
      };
      if (delayMs !== undefined) cancel = time.after(delayMs, end, { unref: true });
      signal.addEventListener('abort', end, { once: true });
    });

  const upTo = (): number => Math.min(head(), progress.until ?? Number.MAX_SAFE_INTEGER);

  const keep = async (next: StreamProgress): Promise<void> => {
    await parts.keep(next);
    progress = next;
  };

  /** One request. Answers the position after it. */
  const sendSome = async (position: AuditPosition, steps: readonly AuditStep[]): Promise<AuditPosition> => {
    const outcome = await sender.send(
      steps.map(({ event }) => event),
      cutting.signal,
    );
    if (outcome.kind === 'failed' && outcome.isTooLarge && steps.length > 1) {
      most = Math.max(1, Math.floor(steps.length / 2));
      return position;
    }
    if (outcome.kind === 'failed') {
      const failing = failingAfter(progress, outcome, time.now());
      log.warn(
        { streamId: id, problem: failing.problem, attempts: failing.attempts },
        'desk: an audit stream fails',
      );
      await keep({ ...progress, failing });
      return position;
    }
    await keep(progressAfter(progress, steps, outcome, time.now()));
    most = Math.min(auditLimits.events, most * 2);
    return positionAfter(position, steps);
  };

  /** Until something was recorded, or for good where the stream is to rest. */
  const idle = async (position: AuditPosition): Promise<void> => {
    if (progress.until !== undefined && position.point.seq >= progress.until) {
      rest();
      return waiting(undefined, []);
    }
    if (!isNoted) await waiting(undefined, ['recorded']);
    isNoted = false;
    if (!signal.aborted) await waiting(parts.gatherMs, []);
  };

  const turn = async (position: AuditPosition): Promise<AuditPosition> => {
    const leftMs = (progress.failing?.nextMs ?? 0) - time.now();
    if (leftMs > 0) await waiting(leftMs, ['retry']);
    if (signal.aborted) return position;
    const steps = await someOf(
      reader.steps(position, { detail: settings.detail, upTo: upTo() }),
      most,
      sender.endsRequest,
    );
    if (steps.length > 0) return sendSome(position, steps);
    await idle(position);
    return position;
  };

  const run = async (): Promise<void> => {
    let position: AuditPosition | undefined;
    while (!signal.aborted) {
      try {
        position ??= await reader.open(progress.point);
        position = await turn(position);
        ownFailures = 0;
      } catch (error) {
        if (cutting.signal.aborted) return;
        ownFailures += 1;
        log.error(
          { err: error, streamId: id, problem: errorText(error) },
          'desk: an audit stream is interrupted',
        );
        await waiting(retryDelayMs(ownFailures), ['retry']);
      }
    }
  };
  const running = run();

  return {
    wake() {
      isNoted = true;
      woken?.('recorded');
    },
    retry: () => woken?.('retry'),
    async stop() {
      ending.abort();
      const cancel = systemTime.after(graceMs, () =>
        cutting.abort(new Error('The audit stream was stopped.')),
      );
      await running;
      cancel();
      await sender.close();
    },
    rested,
  };
};

/** As many as one request takes, and at least one if there is any. */
const someOf = async (
  steps: AsyncGenerator<AuditStep>,
  most: number,
  endsRequest: AuditSender['endsRequest'],
): Promise<AuditStep[]> => {
  const some: AuditStep[] = [];
  let bytes = 0;
  for await (const step of steps) {
    bytes += Buffer.byteLength(JSON.stringify(step.event));
    if (some.length > 0 && bytes > auditLimits.bytes) break;
    some.push(step);
    if (some.length >= most || (await endsRequest(step.event))) break;
  }
  return some;
};

const progressAfter = (
  { failing: _, ...before }: StreamProgress,
  steps: readonly AuditStep[],
  { rejected, messages = steps.length }: Extract<Outcome, { kind: 'delivered' }>,
  atMs: number,
): StreamProgress => {
  const point = steps.at(-1)?.point ?? before.point;
  if (messages === 0) return { ...before, point };
  const events = (before.delivered?.events ?? 0) + messages;
  return {
    ...before,
    point,
    delivered: { atMs, events },
    ...(rejected === undefined
      ? {}
      : { rejected: { ...rejected, events: (before.rejected?.events ?? 0) + rejected.events, atMs } }),
  };
};

const failingAfter = (
  { failing }: StreamProgress,
  { problem, askedMs }: Extract<Outcome, { kind: 'failed' }>,
  nowMs: number,
) => {
  const attempts = (failing?.attempts ?? 0) + 1;
  const nextMs = nowMs + retryDelayMs(attempts, askedMs);
  return { sinceMs: failing?.sinceMs ?? nowMs, attempts, problem, nextMs };
};
