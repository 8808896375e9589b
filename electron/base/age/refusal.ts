import { CatalogueError, type ErrorCode } from '#contract/errors.ts';
import { AgeProblem, type AgeProblemKind } from './problem.ts';
import type { Recipient } from './recipient.ts';

/** To whom files for a data folder are sealed. */
export interface Recipients {
  readonly recipient: Recipient;
  /** Earlier ones whose keys are lost: nothing opens what was sealed to them. */
  readonly lost: readonly Recipient[];
}

const codes: Readonly<Record<AgeProblemKind, ErrorCode>> = {
  plain: 'sealed.plain',
  newer: 'sealed.newer',
  passphrase: 'sealed.passphrase',
  wrongRecipient: 'sealed.wrongRecipient',
  damaged: 'sealed.damaged',
  cut: 'sealed.cut',
};

/**
 * What is wrong with a sealed file, as an error of the catalogue; other errors as they are.
 * @param name of the file, as people know it
 */
export const sealedRefusal = (error: unknown, name: string, { recipient, lost }: Recipients): unknown =>
  error instanceof AgeProblem
    ? new CatalogueError(codes[error.kind], { name, recipient, lost: lostSentence(lost) }, [], {
        cause: error,
      })
    : error;

const lostSentence = (lost: readonly Recipient[]): string =>
  lost.length === 0
    ? ''
    : ` Files sealed to an earlier, lost key of this folder (${lost.join(', ')}) can't be opened any more.`;
