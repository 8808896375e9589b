import { systemTime } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import { callUrl } from './call-url.ts';
import { afterAll, createHoldOff } from './hold-off.ts';
import { createJoinedSignals } from './joined-signals.ts';
import { createPace } from './pace.ts';
import { readAll } from './pages.ts';
import { repeat } from './repeat.ts';
import { type ClientOptions, createSender } from './sender.ts';
import { TargetError } from './target-error.ts';
import type { ClosableClient, Reading, TargetAnswer, TargetCall } from './targets.ts';

export const createTargetClient = (options: ClientOptions): ClosableClient => {
  const { target, log, backoffMs } = options;
  const base = new URL(`${target.baseUrl}/`);
  const pace = createPace(target);
  const holdOff = createHoldOff(pace);
  const closing = new AbortController();
  const sender = createSender(options);
  const join = createJoinedSignals();

  const call = async <T>(wanted: TargetCall): Promise<TargetAnswer<T>> => {
    const url = callUrl(base, wanted);
    const about = { target: target.name, method: wanted.method, path: url.pathname };
    const signal = wanted.signal === undefined ? closing.signal : join(wanted.signal, closing.signal);
    /** Also ends waiting for an attempt, and does not touch one that was sent. */
    const waiting = wanted.stop === undefined ? signal : join(wanted.stop, signal);
    const startedAt = systemTime.monotonic();
    let tries = 0;
    const sendInTurn = () =>
      pace.run(async () => {
        holdOff.check(about);
        tries += 1;
        try {
          return await sender.send(wanted, url, about, signal);
        } catch (error) {
          if (error instanceof TargetError) holdOff.heed(error);
          throw error;
        }
      }, waiting);
    const outcome = () => ({ ...about, attempts: tries, ms: Math.round(systemTime.monotonic() - startedAt) });
    try {
      const { statusCode, body, correlationId } = await sendInTurn().catch((error: unknown) =>
        repeat(sendInTurn, error, wanted, { backoffMs, signal: waiting }),
      );
      const sent = outcome();
      log.debug({ ...sent, statusCode }, 'target: call');
      const known = correlationId === undefined ? {} : { correlationId };
      return { statusCode, body: body as T, durationMs: sent.ms, attempts: tries, ...known };
    } catch (thrown) {
      const error = thrown instanceof TargetError ? afterAll(thrown, about, tries) : thrown;
      log.info({ ...outcome(), ...problemOf(error) }, 'target: call failed');
      throw error;
    }
  };

  return {
    target,
    call,
    all: <T, Kept = T>(
      path: string,
      query?: Readonly<Record<string, string | number>>,
      signal?: AbortSignal,
      { begin, pick = (row: T) => row as unknown as Kept, incomplete }: Reading<T, Kept> = {},
    ) => readAll<T, Kept>(call, { path, query, signal, begin, pick, incomplete, target: target.name }),
    async close() {
      closing.abort(new CatalogueError('server.stopping'));
      pace.close();
      await sender.close();
    },
  };
};

const problemOf = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof TargetError)) return { problem: 'aborted or not sent' };
  const { kind, statusCode, correlationId, message } = error;
  return { problem: kind, statusCode, correlationId, message };
};
