/** What the control API refused, or a wait in vain: its message tells what happened and what to do. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  /** HTTP; 0: there was no response. */
  readonly statusCode: number;
  /** Stable number of the error; see `docs/reference/errors.md`. */
  readonly detailedErrorCode: number | undefined;

  constructor(
    message: string,
    statusCode: number,
    more: { detailedErrorCode?: number; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.statusCode = statusCode;
    this.detailedErrorCode = more.detailedErrorCode;
  }
}
