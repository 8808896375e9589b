import { chunksOf } from '#base/lists.ts';
import { takeTurns } from '#base/take-turns.ts';
import type { Credentials, Vault } from '#desk/tokens/vault.ts';
import type { CheckedRow } from './checked-row.ts';
import { batchRows } from './limits.ts';

/** What an import has in the vault while it is not decided whether it stays. */
export interface SealedRows {
  /** Seals credentials batch by batch, each row under the id of its place. */
  add(rows: readonly CheckedRow[]): Promise<void>;
  idOf(place: number): number;
  /** What is sealed survives a power cut: rows without their credentials would be of no use. */
  toDisk(): void;
  /** Gives rows of before the credentials of places. What they held is kept until the import is committed. */
  replace(rows: readonly Replacement[]): Promise<void>;
  /** The import is not kept: rows of before get back what they held, and all of it is shredded. */
  undo(): Promise<void>;
  /** The import is committed: all but the rows of these places is shredded, and what these rows of before hold. */
  keepOnly(isKept: (place: number) => boolean, spoiled: readonly number[]): Promise<void>;
}
export interface Replacement {
  readonly rowId: number;
  readonly place: number;
}

/** @param firstId of the first row; the others follow */
export const createSealedRows = (vault: Vault, caseId: string, firstId: number): SealedRows => {
  /** Whether a place was sealed: an id for each would be as long as the list. */
  const sealed: boolean[] = [];
  const replaced: Replacement[] = [];
  /** Rows of before that held nothing. */
  const filled = new Set<number>();
  let count = 0;
  const idOf = (place: number): number => firstId + place;

  const idsWhere = (isWanted: (place: number) => boolean): number[] =>
    sealed.flatMap((isSealed, place) => (isSealed && isWanted(place) ? [idOf(place)] : []));

  /** Both ids of each pair get what the other one holds, in one write. Answers the pairs that held different things. */
  const exchange = async (pairs: readonly Replacement[]): Promise<Replacement[]> => {
    const held = await vault.open(pairs.flatMap(({ rowId, place }) => [rowId, idOf(place)]));
    const kept: { rowId: number; credentials: Credentials }[] = [];
    const exchanged = pairs.filter(({ rowId, place }) => {
      const [before, here] = [held.get(rowId), held.get(idOf(place))];
      if (JSON.stringify(before) === JSON.stringify(here)) return false;
      if (before === undefined) filled.add(rowId);
      else kept.push({ rowId: idOf(place), credentials: before });
      if (here !== undefined) kept.push({ rowId, credentials: here });
      return true;
    });
    await vault.keep(caseId, kept);
    return exchanged;
  };

  return {
    async add(rows) {
      const kept = rows.flatMap(({ credentials }, at) =>
        credentials === undefined ? [] : [{ rowId: idOf(count + at), credentials }],
      );
      count += rows.length;
      for (const { credentials } of rows) sealed.push(credentials !== undefined);
      await vault.keep(caseId, kept);
    },
    idOf,
    toDisk: vault.toDisk,
    async replace(rows) {
      for (const some of chunksOf(rows, batchRows)) {
        replaced.push(...(await exchange(some)));
        await takeTurns();
      }
    },
    async undo() {
      for (const some of chunksOf(replaced, batchRows)) await exchange(some);
      await vault.shred([...idsWhere(() => true), ...filled]);
    },
    async keepOnly(isKept, spoiled) {
      await vault.shred([...idsWhere((place) => !isKept(place)), ...spoiled]);
    },
  };
};
