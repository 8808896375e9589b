/** A name that leads to no address. */
export class NameError extends Error {
  readonly code = 'ENOTFOUND';
}
