/** Why a list can't be taken, as a sentence. */
export class ListError extends Error {
  override readonly name = 'ListError';
}

/** Counts rows as text comes, whatever its size. */
export interface RowCounter {
  add(text: string): void;
  /** @throws ListError */
  end(): { readonly rows: number; readonly headers: readonly string[] };
}
