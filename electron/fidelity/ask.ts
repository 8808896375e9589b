import type { UnreadReason } from '#contract/fidelity.ts';

/** One GET of the public API. */
export interface Question {
  /** From the base URL on; its ids are encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Without credentials otherwise. */
  readonly withKey: boolean;
}

export type AnswerBody =
  | { readonly kind: 'empty' | 'notJson' }
  | { readonly kind: 'json'; readonly value: unknown };

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: AnswerBody;
}

/** No answer that tells anything of the operation. */
export interface NoAnswer {
  readonly unread: UnreadReason;
  /** The status that came instead. */
  readonly detail?: string;
  /** For a person who runs the recording; never part of it. */
  readonly problem: string;
}

/**
 * Sends a GET and nothing else: follows no redirect, keeps the pace of the target and its `Retry-After`.
 * @throws the signal's reason
 */
export type Ask = (question: Question, signal: AbortSignal) => Promise<Answer | NoAnswer>;

/** What says nothing of the operation: the target asks to wait, or is broken. */
export const isNoAnswer = (status: number): boolean =>
  status === 408 || status === 425 || status === 429 || status >= 500;

export const noAnswerOf = (status: number, problem: string): NoAnswer => ({
  unread: status === 429 ? 'rateLimited' : 'serverError',
  detail: String(status),
  problem,
});
