/** Why a list can't be taken: the key of a text, and what that names. */
export class ListError extends Error {
  override readonly name = 'ListError';
  readonly key: string;
  readonly details: Readonly<Record<string, string | number>>;
  constructor(key: string, details: Readonly<Record<string, string | number>> = {}) {
    super(key);
    this.key = key;
    this.details = details;
  }
}

/** Counts rows as text comes, whatever its size. */
export interface RowCounter {
  add(text: string): void;
  /** @throws ListError */
  end(): { readonly rows: number; readonly headers: readonly string[] };
}
