import type { ErrorInfo } from '#contract/errors.ts';
import type { Unconfirmed } from '#contract/target.ts';

/** A command that could not do its work, in words for the person who ran it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: 1 | 2 | 3 | 4 | 126 | 127;
  /** Of the error catalogue, if the desk answered it. */
  readonly errorCode: number | undefined;
  /** The calls that the desk wants confirmed first. */
  readonly unconfirmed: Unconfirmed | undefined;
  /** The keys of a case file that the desk wants to know more about first. */
  readonly signers: ErrorInfo['signers'];

  /** @param exitCode 1: it failed; 2: it was usage error; 3: something it needs does not hold; 4: nothing can be said */
  constructor(
    message: string,
    exitCode: CommandError['exitCode'] = 1,
    options: ErrorOptions & Pick<ErrorInfo, 'unconfirmed' | 'signers'> & { readonly errorCode?: number } = {},
  ) {
    super(message, options);
    this.exitCode = exitCode;
    this.errorCode = options.errorCode;
    this.unconfirmed = options.unconfirmed;
    this.signers = options.signers;
  }
}
