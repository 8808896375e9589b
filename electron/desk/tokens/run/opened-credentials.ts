import type { TokenProgress } from '#desk/store/token-runs.ts';
import { needsCredentials as mayNeed } from '#desk/tokens/unreadable.ts';
import type { Credentials } from '#desk/tokens/vault.ts';
import type { RunPlan } from './plan.ts';

/** Credentials of a run, opened some rows at a time, in the order of the plan: each time costs a query. */
export interface OpenedCredentials {
  /** Once: what is opened is not kept in memory for longer than it is needed. */
  take(rowId: number): Promise<Credentials | undefined>;
  /** Whether there are any for a row that needs them; they stay to be taken. */
  lacks(progress: TokenProgress): Promise<boolean>;
  /** Forgets what was opened for a row that will not take it any more. */
  heed(progress: TokenProgress): void;
}

const openedTogether = 32;

export const openCredentials = ({
  rows,
  credentials,
}: Pick<RunPlan, 'rows' | 'credentials'>): OpenedCredentials => {
  const needing = rows.filter(({ progress }) => mayNeed(progress)).map(({ row }) => row);
  const all = new Map(rows.map(({ row }) => [row.id, row]));
  const places = new Map(needing.map(({ id }, place) => [id, place]));
  const opened = new Map<number, Promise<Map<number, Credentials>>>();
  const past = new Set<number>();

  const open = (rowId: number): Promise<Map<number, Credentials>> => {
    const place = places.get(rowId);
    const ahead = place === undefined ? [] : needing.slice(place, place + openedTogether);
    const row = all.get(rowId);
    const wanted = ahead.filter(({ id }) => !opened.has(id) && !past.has(id));
    const together = wanted.some(({ id }) => id === rowId) || row === undefined ? wanted : [row];
    const found = credentials.open(together).then((secrets) => {
      const kept = new Map(secrets);
      // Some may have ended while they were opened.
      for (const { id } of together) if (id !== rowId && past.has(id)) kept.delete(id);
      return kept;
    });
    for (const { id } of together) opened.set(id, found);
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
    async take(rowId) {
      const kept = await (opened.get(rowId) ?? open(rowId));
      const own = kept.get(rowId);
      opened.delete(rowId);
      kept.delete(rowId);
      return own;
    },
    lacks: async (progress) => {
      if (!mayNeed(progress)) return false;
      const rowId = progress.row_id;
      return !(await (opened.get(rowId) ?? open(rowId))).has(rowId);
    },
    heed(progress) {
      if (mayNeed(progress)) return;
      past.add(progress.row_id);
      forget(progress.row_id);
    },
  };
};
