import type { ErrorInfo } from '#contract/errors.ts';
import type { Unconfirmed } from '#contract/target.ts';

/** A command that could not do its work, in words for the person who ran it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: 1 | 2;
  /** The calls that the desk wants confirmed first. */
  readonly unconfirmed: Unconfirmed | undefined;
  /** The keys of a case file that the desk wants to know more about first. */
  readonly signers: ErrorInfo['signers'];

  /** @param exitCode 1: it failed; 2: it was called wrongly */
  constructor(
    message: string,
    exitCode: 1 | 2 = 1,
    options: ErrorOptions & Pick<ErrorInfo, 'unconfirmed' | 'signers'> = {},
  ) {
    super(message, options);
    this.exitCode = exitCode;
    this.unconfirmed = options.unconfirmed;
    this.signers = options.signers;
  }
}
