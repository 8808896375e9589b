import { connect } from 'node:net';
import { type Cancel, systemTime } from '#base/clock.ts';
import { errorText } from '#base/error-text.ts';
import { type Answer, type ForwardedMessage, post } from './post.ts';

/** How the consumer took a message: its response, or why there is none. */
export interface Forwarded {
  /** What the sender of the message is answered. */
  readonly answer: Answer;
  /** Why the consumer gave no response. */
  readonly problem?: string;
  readonly durationMs: number;
}

export interface Forwarder {
  forward(message: ForwardedMessage): Promise<Forwarded>;
  close(): void;
}

interface ForwarderOptions {
  readonly target: URL;
  /** The consumer can't be reached, once for each time. */
  readonly onDown: (problem: string) => void;
  /** It can be reached again. @param missed ids of messages that it did not get meanwhile, oldest first */
  readonly onBack: (missed: readonly string[]) => void;
}

/** Waits between tries to connect while the sender waits, which the service does for 15 s. */
const connectWaitsMs = [250, 500, 1000, 2000, 4000];
/** Of the tries to connect after that: doubled each time, up to the last. */
const [firstLookMs, lastLookMs] = [500, 30_000];
/** Of the messages that a consumer missed the newest are sent again at once; the others by the service's schedule. */
const mostMissed = 10_000;

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name not found',
  EHOSTUNREACH: 'host not reachable',
  ENETUNREACH: 'network not reachable',
  ETIMEDOUT: 'no connection in time',
};
const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';
const wordsOf = (error: unknown): string => {
  if (codeOf(error) === 'ECONNRESET') return 'connection closed before the response';
  return words[codeOf(error)] ?? errorText(error);
};

/**
 * Forwards messages to one consumer. Copies of a message, by its id, go one after another, in the order in which they came.
 * While nothing can be connected to, it tries again, first for the sender that waits and then until the consumer is back.
 */
export const createForwarder = ({ target, onDown, onBack }: ForwarderOptions): Forwarder => {
  const last = new Map<string, Promise<unknown>>();
  const missed = new Set<string>();
  let isDown = false;
  let downProblem = '';
  let cancelLook: Cancel | undefined;

  const wentDown = (problem: string): void => {
    if (!isDown) onDown(problem);
    isDown = true;
    downProblem = problem;
  };
  const cameBack = (): void => {
    if (!isDown) return;
    isDown = false;
    cancelLook?.();
    cancelLook = undefined;
    const ids = [...missed];
    missed.clear();
    onBack(ids);
  };
  const lookAgain = (waitMs: number): void => {
    cancelLook = systemTime.after(waitMs, () => {
      canConnect(target).then(
        (can) => {
          if (cancelLook === undefined) return;
          if (can) cameBack();
          else lookAgain(Math.min(waitMs * 2, lastLookMs));
        },
        () => {},
      );
    });
  };
  const noteMissed = (id: string): void => {
    missed.delete(id);
    missed.add(id);
    if (missed.size > mostMissed) missed.delete(missed.values().next().value ?? '');
    if (cancelLook === undefined) lookAgain(firstLookMs);
  };

  /** Undefined if nothing can be connected to. @throws the system's error of a connection that was made */
  const tryOnce = async (message: ForwardedMessage): Promise<Answer | undefined> => {
    try {
      const answer = await post(target, message);
      missed.delete(message.id);
      cameBack();
      return answer;
    } catch (error) {
      if (!(codeOf(error) in words)) throw error;
      wentDown(wordsOf(error));
      return undefined;
    }
  };
  const answerOf = async (message: ForwardedMessage): Promise<Answer | undefined> => {
    for (const waitMs of [0, ...connectWaitsMs]) {
      if (waitMs > 0) await systemTime.sleep(waitMs);
      if (message.gone.aborted) break;
      const answer = await tryOnce(message);
      if (answer !== undefined) return answer;
    }
    noteMissed(message.id);
    return undefined;
  };

  const deliver = async (message: ForwardedMessage): Promise<Forwarded> => {
    const from = systemTime.monotonic();
    const [answer, failed] = await answerOf(message).then(
      (given) => [given, downProblem] as const,
      (error: unknown) => [undefined, wordsOf(error)] as const,
    );
    const durationMs = Math.round(systemTime.monotonic() - from);
    if (answer !== undefined) return { answer, durationMs };
    const problem = message.gone.aborted ? 'the sender no longer waits' : failed;
    return { answer: noResponse(target, problem), problem, durationMs };
  };

  return {
    forward(message) {
      const before = last.get(message.id) ?? Promise.resolve();
      const forwarded = before.then(() => deliver(message));
      last.set(message.id, forwarded);
      return forwarded.finally(() => {
        if (last.get(message.id) === forwarded) last.delete(message.id);
      });
    },
    close() {
      cancelLook?.();
      cancelLook = undefined;
    },
  };
};

const noResponse = (target: URL, problem: string): Answer => ({
  statusCode: 502,
  headers: ['content-type', 'application/json'],
  body: Buffer.from(`${JSON.stringify({ error: `No response of ${target.href}: ${problem}.` })}\n`),
});

const canConnect = ({ hostname, port, protocol }: URL): Promise<boolean> =>
  new Promise((resolve) => {
    const usual = protocol === 'https:' ? 443 : 80;
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || usual),
      timeout: 5000,
    });
    const end = (can: boolean) => () => {
      socket.destroy();
      resolve(can);
    };
    socket.once('connect', end(true)).once('timeout', end(false)).once('error', end(false));
  });
