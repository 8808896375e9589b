import { CatalogueError } from '#contract/errors.ts';
import type { RecordedCalls } from '#contract/fidelity.ts';
import { type Answer, type Ask, type NoAnswer, noAnswerOf } from '#fidelity/ask.ts';
import type { ApiDocument } from '#fidelity/document.ts';
import { observe, Unreachable } from '#fidelity/observe.ts';
import { TargetError } from './target-error.ts';
import type { TargetClient } from './targets.ts';

export interface RecordOptions {
  readonly document: ApiDocument;
  readonly customData?: string | undefined;
  readonly signal: AbortSignal;
  /** For one attempt, ms; 15,000 if left out. */
  readonly timeoutMs?: number;
  readonly progress: (calls: number, operation: string) => void;
}

/** A call that hangs is given up sooner than one of a plan: nothing depends on it. */
const patientMs = 15_000;
const attempts = 3;

/**
 * What a target answers to read-only calls, without its data.
 * @throws TargetError, CatalogueError `target.notRecorded` if its first answer shows that it makes no sense to go on;
 *   the signal's reason
 */
export const recordTarget = async (client: TargetClient, options: RecordOptions): Promise<RecordedCalls> => {
  const { timeoutMs = patientMs } = options;
  let last: unknown;
  const ask: Ask = async ({ path, query, withKey }, signal) => {
    const look = { path, withKey, signal, timeoutMs, attempts, ...(query === undefined ? {} : { query }) };
    try {
      return answerOf(await client.look(look));
    } catch (error) {
      if (!(error instanceof TargetError)) throw error;
      last = error;
      return noAnswer(error);
    }
  };
  try {
    return { calls: await observe({ ...options, ask }) };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    throw (
      last ?? new CatalogueError('target.notRecorded', { target: client.target.name, problem: error.message })
    );
  }
};

const answerOf = ({
  statusCode,
  headers,
  body,
}: Awaited<ReturnType<TargetClient['look']>>): Answer | NoAnswer =>
  body.kind === 'tooMuch'
    ? { unread: 'tooLarge', problem: `the response ${body.problem}` }
    : { status: statusCode, headers, body };

const noAnswer = ({ statusCode, kind, message }: TargetError): NoAnswer => {
  if (statusCode !== undefined) return noAnswerOf(statusCode, message);
  if (kind === 'timeout' || kind === 'tooLarge') return { unread: kind, problem: message };
  return { unread: 'unreachable', problem: message };
};
