import type { RowProblem } from '#contract/token-rows.ts';
import type { Credentials } from '#desk/tokens/vault.ts';
import type { Organisation } from './organisation.ts';

/** A row as it was understood. Its credentials are here only until they are sealed. */
export interface CheckedRow {
  readonly facts: RowFacts;
  /** undefined if something is wrong with the row. */
  readonly credentials: Credentials | undefined;
}

/** What is kept of a row while the others are read: no secret. */
export interface RowFacts {
  readonly row: number;
  readonly ref: string | undefined;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly platformKey: string | undefined;
  readonly companyId: string | undefined;
  readonly connectionId: string | undefined;
  /** JSON: credentials, masked where they are secret or not understood. */
  readonly fields: string;
  readonly mark: string | undefined;
  /** Absent for a row that is not in order. */
  readonly organisation?: Organisation | undefined;
  /** Empty for a row that is in order. */
  readonly problems: readonly RowProblem[];
}
