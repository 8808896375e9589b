import type { ValidationItem } from './errors.ts';

/** Which rule a field breaks: the key of its sentence in another language, and what that names. */
export interface BrokenRule {
  readonly key: string;
  /** Of several, one is to be chosen. */
  readonly details: Readonly<Record<string, string | readonly string[]>>;
}

/** A field of a request, or of the form for the integrator, has the wrong content: the same sentence in both. */
export class FieldError extends Error {
  override readonly name = 'FieldError';
  readonly item: ValidationItem;
  readonly rule: BrokenRule;
  constructor(item: ValidationItem, rule: BrokenRule) {
    super(item.message);
    this.item = item;
    this.rule = rule;
  }
}
