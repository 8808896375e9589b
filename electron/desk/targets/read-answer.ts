import { systemTime } from '#base/clock.ts';
import { retryAfterMs } from '#base/outgoing/retry-after.ts';
import { headerOf, type RawAnswer } from '#base/outgoing/send-once.ts';
import { parseAnswer } from './parse-answer.ts';
import { oneLine, type Scrub } from './secrets.ts';
import { TargetError, type Trouble } from './target-error.ts';

/** What an error says about the call that it ended. */
export interface About {
  readonly target: string;
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
}

export interface ReadAnswer {
  readonly statusCode: number;
  readonly body: unknown;
  readonly correlationId: string | undefined;
}

/**
 * The body of a good answer.
 * @param scrubber asked only where words of the target are passed on
 * @throws TargetError `target.refused` for any other; the signal's reason
 */
export const readAnswer = async (
  answer: RawAnswer,
  about: About,
  signal: AbortSignal,
  scrubber: () => Scrub,
): Promise<ReadAnswer> => {
  const { statusCode } = answer;
  const parsed = await parseAnswer(answer.body, signal);
  const body = parsed.kind === 'json' ? parsed.value : undefined;
  if (statusCode >= 200 && statusCode < 300) {
    if (parsed.kind === 'tooMuch') return refuse(about, tooMuch(parsed.problem), { statusCode });
    if (parsed.kind !== 'notJson') return { statusCode, body, correlationId: correlationIdOf(body) };
  }
  const scrub = scrubber();
  const correlationId = correlationIdOf(body);
  const { sentence, canBeRetried } = wordsOf(body, scrub);
  const isJson = parsed.kind === 'json' || parsed.kind === 'empty';
  const trouble = troubleOf(answer, { sentence, canBeRetried, isJson }, scrub);
  const wait = retryAfterMs(headerOf(answer, 'retry-after'), headerOf(answer, 'date'), systemTime.now());
  return refuse(about, trouble, { statusCode, correlationId, sentence, retryAfterMs: wait });
};

export const refuse = (
  about: About,
  trouble: Trouble,
  answered: ConstructorParameters<typeof TargetError>[3] & { statusCode: number },
): never => {
  const details = { ...about, statusCode: answered.statusCode, problem: `${trouble.problem}.` };
  throw new TargetError('target.refused', details, trouble, answered);
};

const tooMuch = (problem: string): Trouble => ({
  kind: 'tooLarge',
  problem: `the response ${problem}`,
  notCarriedOut: false,
  passing: false,
});

const correlationIdOf = (body: unknown): string | undefined => {
  if (typeof body !== 'object' || body === null || !('correlationId' in body)) return undefined;
  const { correlationId } = body;
  return typeof correlationId === 'string' && /^[\w-]{1,64}$/.test(correlationId) ? correlationId : undefined;
};

interface Words {
  readonly sentence?: string;
  readonly canBeRetried?: unknown;
}

/** Source: `docs/reference/rules/api.md#errors`. */
const wordsOf = (body: unknown, scrub: Scrub): Words => {
  if (typeof body !== 'object' || body === null) return {};
  const { error, canBeRetried } = body as Record<string, unknown>;
  return {
    ...(typeof error === 'string' && error !== '' ? { sentence: oneLine(scrub(error)) } : {}),
    canBeRetried,
  };
};

const passingStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);

const troubleOf = (
  answer: RawAnswer,
  { sentence, canBeRetried, isJson }: Words & { isJson: boolean },
  scrub: Scrub,
): Trouble => {
  const { statusCode } = answer;
  const passing = passingStatuses.has(statusCode) && canBeRetried !== 'No';
  const notCarriedOut = statusCode >= 300 && statusCode < 500 && statusCode !== 408;
  if (statusCode >= 300 && statusCode < 400) {
    const to = oneLine(scrub((headerOf(answer, 'location') ?? 'elsewhere').split(/[?#]/, 1)[0] as string));
    const problem = `it redirects to ${to}, which is not followed. Use the final base URL`;
    return { kind: 'redirect', problem, notCarriedOut, passing };
  }
  if (!isJson) {
    const problem = 'the response is not JSON; a proxy or login page may be responding. Check the base URL';
    return { kind: 'notJson', problem, notCarriedOut, passing };
  }
  const said = sentence?.replace(/\.$/, '');
  const hint = hints.get(statusCode);
  const problem = [said, hint].filter((part) => part !== undefined).join('. ') || 'no reason given';
  return { kind: 'status', problem, notCarriedOut, passing };
};

const hints: ReadonlyMap<number, string> = new Map([
  [
    401,
    'The API key was rejected. Set another one for the target (command line: `carryover targets change`)',
  ],
  [403, 'The API key lacks this permission. Set one that has it'],
]);
