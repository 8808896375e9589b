import type { TokenProgress } from '#desk/store/token-runs.ts';
import { needsCredentials as mayNeed } from '#desk/tokens/unreadable.ts';
import type { Credentials } from '#desk/tokens/vault.ts';
import type { CredentialSource, CredentialsKey, PlannedRow } from './plan.ts';

/** Credentials of a run, opened some rows at a time, in the order of the plan: each time costs a query. */
export interface OpenedCredentials {
  /** Rows that follow soon, in order: they may be opened together. */
  expect(rows: readonly PlannedRow[]): void;
  /** Once: what is opened is not kept in memory for longer than it is needed. */
  take(row: CredentialsKey): Promise<Credentials | undefined>;
  /** Whether there are any for a row that needs them; they stay to be taken. */
  lacks(row: CredentialsKey, progress: TokenProgress): Promise<boolean>;
  /** Forgets what was opened for a row that will not take it any more. */
  heed(progress: TokenProgress): void;
}

const openedTogether = 32;

export const openCredentials = (credentials: Pick<CredentialSource, 'open'>): OpenedCredentials => {
  /** Those that are expected, and not opened yet. */
  const ahead = new Map<number, CredentialsKey>();
  const opened = new Map<number, Promise<Map<number, Credentials>>>();

  const open = (row: CredentialsKey): Promise<Map<number, Credentials>> => {
    const isExpected = ahead.delete(row.id);
    const together = isExpected ? [row, ...ahead.values().take(openedTogether - 1)] : [row];
    const found = credentials.open(together).then((secrets) => new Map(secrets));
    for (const { id } of together) {
      ahead.delete(id);
      opened.set(id, found);
    }
    return found;
  };
  const forget = (rowId: number): void => {
    const found = opened.get(rowId);
    opened.delete(rowId);
    void found?.then(
      (kept) => kept.delete(rowId),
      () => {},
    );
  };

  return {
    expect(rows) {
      for (const { row, progress } of rows) if (mayNeed(progress)) ahead.set(row.id, row);
    },
    async take(row) {
      const kept = await (opened.get(row.id) ?? open(row));
      const own = kept.get(row.id);
      opened.delete(row.id);
      kept.delete(row.id);
      return own;
    },
    lacks: async (row, progress) =>
      mayNeed(progress) && !(await (opened.get(row.id) ?? open(row))).has(row.id),
    heed(progress) {
      if (mayNeed(progress)) return;
      ahead.delete(progress.row_id);
      forget(progress.row_id);
    },
  };
};
