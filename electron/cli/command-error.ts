/** A command that could not do its work, in words for the person who ran it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: 1 | 2;

  /** @param exitCode 1: it failed; 2: it was called wrongly */
  constructor(message: string, exitCode: 1 | 2 = 1, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
