import { takeTurns } from '#base/take-turns.ts';
import type { TableNote } from '#contract/journal.ts';
import type { DeskProblem } from '#contract/verification.ts';
import type { JournalFold } from '#desk/journal/fold.ts';
import type { CheckedTable } from '#desk/store/check-table.ts';
import type { RowSeals } from '#desk/store/row-seals.ts';
import { changedObjects } from '#desk/store/schema-objects.ts';
import { busyTables, sealedTableNames } from '#desk/store/sealed-tables.ts';
import type { Reader } from '#desk/store/store.ts';
import { nameOfRow } from '#desk/store/verification.ts';
import { rowProblemText, tableLabels } from './row-labels.ts';

export interface CheckedRows {
  readonly rows: number;
  readonly problems: readonly DeskProblem[];
}

/** Verifies the rows that no chain holds: each by its tag, all of a table by their sum, and that by the journal. */
export const checkRows = async (
  seals: RowSeals,
  snapshot: Reader,
  { tables }: JournalFold,
  each: (table: string) => void,
  signal: AbortSignal,
): Promise<CheckedRows> => {
  const problems: DeskProblem[] = await schemaProblems(snapshot);
  let rows = 0;
  for (const table of sealedTableNames) {
    signal.throwIfAborted();
    each(tableLabels[table]);
    const checked = await seals.check(snapshot, table, takeTurns);
    rows += checked.rows;
    for (const problem of checked.problems) {
      const caseId = table === 'deleted_cases' ? undefined : problem.row?.case_id;
      const what = await rowProblemText(problem, (rowId) => nameOfRow(snapshot, rowId));
      problems.push({ part: 'rows', ...(typeof caseId === 'string' ? { caseId } : {}), what });
    }
    if (checked.problemCount > checked.problems.length) {
      const more = checked.problemCount - checked.problems.length;
      problems.push({
        part: 'rows',
        what: `${more} more of the ${tableLabels[table]} were changed.`,
      });
    }
    problems.push(...tableProblems(checked, tables?.get(table)));
  }
  return { rows, problems };
};

const schemaProblems = async (snapshot: Reader): Promise<DeskProblem[]> => {
  const { foreign, missing } = await changedObjects(snapshot);
  return [
    ...foreign.map(({ type, name }) => `The database has a ${type} (${name}) that Carryover did not create.`),
    ...missing.map((name) => `A trigger of the database (${name}) is missing or was changed.`),
  ].map((what) => ({ part: 'rows', what }));
};

/** What only shows of all rows together. */
const tableProblems = (
  { table, problemCount, note, addsUp }: CheckedTable,
  told: TableNote | undefined,
): DeskProblem[] => {
  const tell = (what: string): DeskProblem[] => [{ part: 'rows', what }];
  const label = tableLabels[table];
  if (note === undefined) return tell(`The seal of the ${label} is missing or changed.`);
  if (!addsUp && problemCount === 0) {
    return tell(
      `The ${label} do not match the last write: some were changed, added or removed outside Carryover.`,
    );
  }
  if (told === undefined) return tell(`The journal has no record of the ${label}.`);
  const isBusy = (busyTables as readonly string[]).includes(table);
  if (note.version < told.version) return tell(`The ${label} were reset to an older state.`);
  if (note.version > told.version ? !isBusy : note.code !== told.code) {
    return tell(`The ${label} do not match the journal.`);
  }
  return [];
};
