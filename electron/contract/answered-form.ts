import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid } from './common.ts';

/** A filled-in form, as its imports show it: `exchange import` all of it, `tokens import` its token list. */

/** The parts of an answer, in the order in which they are put on record. */
export const answerParts = ['details', 'window', 'callback', 'tokens', 'syncing'] as const;
export type AnswerPart = (typeof answerParts)[number];

/** `waiting`: recorded by another import of the same file, once its reason is gone. `ready`: what would be recorded. */
export const partOutcomes = ['recorded', 'already', 'waiting', 'ready'] as const;

export const AnsweredForm = Closed({
  /** SHA-256 of the sealed file, hex, to compare with the one that the integrator told. */
  digest: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the sealed file, hex.' }),
  formId: Uuid,
  exportedAt: UtcDate,
  by: Closed({ name: Type.String(), role: Type.String(), at: UtcDate }),
  parts: Type.Array(Closed({ part: OneOf(answerParts), outcome: OneOf(partOutcomes), text: Type.String() })),
});
export type AnsweredForm = Static<typeof AnsweredForm>;
