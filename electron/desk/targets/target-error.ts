import { CatalogueError } from '#contract/errors.ts';

/** What went wrong with a call, for code; the message says it in words. */
export type TroubleKind =
  | 'name'
  | 'refused'
  | 'network'
  | 'tls'
  | 'timeout'
  | 'proxy'
  | 'notHttp'
  | 'tooLarge'
  | 'notJson'
  | 'redirect'
  | 'status';

export interface Trouble {
  readonly kind: TroubleKind;
  /** A part of a sentence, without a full stop. */
  readonly problem: string;
  /** Certainly nothing was carried out. */
  readonly notCarriedOut: boolean;
  /** It may go by itself. */
  readonly passing: boolean;
}

interface Answered {
  readonly statusCode: number;
  readonly correlationId?: string | undefined;
  /** The target's own words, without any secret. */
  readonly sentence?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/**
 * A call to a target that brought no good answer: `target.unreachable`, or `target.refused` where there was an answer.
 * Never holds a key, a header or a body.
 */
export class TargetError extends CatalogueError {
  readonly kind: TroubleKind;
  /** true: certainly nothing was carried out. false: it may have been. */
  readonly notCarriedOut: boolean;
  readonly passing: boolean;
  /** Of the answer, if there was one. */
  readonly statusCode: number | undefined;
  readonly correlationId: string | undefined;
  readonly sentence: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    code: 'target.unreachable' | 'target.refused',
    details: Record<string, string | number>,
    trouble: Trouble,
    answered?: Answered,
  ) {
    super(code, details);
    this.kind = trouble.kind;
    this.notCarriedOut = trouble.notCarriedOut;
    this.passing = trouble.passing;
    this.statusCode = answered?.statusCode;
    this.correlationId = answered?.correlationId;
    this.sentence = answered?.sentence;
    this.retryAfterMs = answered?.retryAfterMs;
  }
}

/** Whether the target does not have what was asked for. */
export const isMissing = (error: unknown): error is TargetError =>
  error instanceof TargetError && error.statusCode === 404;

/** undefined if the target does not have it. */
export const ifThere = async <T>(response: Promise<T>): Promise<T | undefined> => {
  try {
    return await response;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};
