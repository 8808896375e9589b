import type { ValidationItem } from './errors.ts';

/** A field of a request, or of the form for the integrator, has the wrong content: the same sentence in both. */
export class FieldError extends Error {
  override readonly name = 'FieldError';
  readonly item: ValidationItem;
  constructor(item: ValidationItem) {
    super(item.message);
    this.item = item;
  }
}
