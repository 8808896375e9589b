import { systemTime } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import { callUrl } from './call-url.ts';
import { afterAll, createHoldOff } from './hold-off.ts';
import { createJoinedSignals } from './joined-signals.ts';
import { createPace } from './pace.ts';
import { readAll } from './pages.ts';
import type { About } from './read-answer.ts';
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

  /** In its turn, and again as long as that may help. */
  const run = async <Got extends { readonly statusCode: number }>(
    wanted: TargetCall,
    send: (url: URL, about: About, signal: AbortSignal) => Promise<Got>,
  ): Promise<{ readonly got: Got; readonly attempts: number; readonly ms: number }> => {
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
          return await send(url, about, signal);
        } catch (error) {
          if (error instanceof TargetError) holdOff.heed(error);
          throw error;
        }
      }, waiting);
    const outcome = () => ({ ...about, attempts: tries, ms: Math.round(systemTime.monotonic() - startedAt) });
    try {
      const got = await sendInTurn().catch((error: unknown) =>
        repeat(sendInTurn, error, wanted, { backoffMs, signal: waiting }),
      );
      const sent = outcome();
      log.debug({ ...sent, statusCode: got.statusCode }, 'target: call');
      return { got, attempts: sent.attempts, ms: sent.ms };
    } catch (thrown) {
      const error = thrown instanceof TargetError ? afterAll(thrown, about, tries) : thrown;
      log.info({ ...outcome(), ...problemOf(error) }, 'target: call failed');
      throw error;
    }
  };

  const call = async <T>(wanted: TargetCall): Promise<TargetAnswer<T>> => {
    const { got, attempts, ms } = await run(wanted, (url, about, signal) =>
      sender.send(wanted, url, about, signal),
    );
    const { statusCode, body, correlationId } = got;
    const known = correlationId === undefined ? {} : { correlationId };
    return { statusCode, body: body as T, durationMs: ms, attempts, ...known };
  };

  return {
    target,
    call,
    look: async (look) =>
      (await run({ ...look, method: 'GET' }, (url, about, signal) => sender.look(look, url, about, signal)))
        .got,
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
