import { chunksInTurns } from '#base/take-turns.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { GivenBy } from '#contract/given-by.ts';
import type { RowProblem } from '#contract/token-rows.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { Tx } from '#desk/store/store.ts';
import {
  deleteTokenRows,
  readRowsWithProgress,
  type TokenRowRecord,
  writeTokenRows,
} from '#desk/store/token-rows.ts';
import { isProtected, readUnfinished } from './earlier-rows.ts';
import type { PlannedImport, PlannedRow } from './plan-import.ts';
import type { SealedRows } from './sealed-rows.ts';
import type { FileFacts, SealedFile } from './task.ts';

export interface SaveImport {
  readonly caseId: string;
  readonly actor: string;
  readonly importId: string;
  readonly sealed: SealedRows;
  readonly planned: PlannedImport;
  /** Of a list in an answer to a form. */
  readonly given?: GivenBy | undefined;
  /** In the unit of work that commits it. */
  readonly saved: (tx: Tx) => Promise<void>;
}

/**
 * Commits an import: rows and the entry of the audit chain in one unit of work. Credentials of rows that are replaced
 * come right before; until the commit, the row's mark tells that they are not its own.
 * @throws CatalogueError `case.notOpen`, `tokens.overtaken`
 */
export const saveImport = async (cases: Pick<Cases, 'act'>, work: SaveImport): Promise<void> => {
  const { sealed, caseId, actor, importId, planned, given, saved } = work;
  const { name, file, plan, fingerprint, place } = planned;
  await sealed.replace(
    plan.replaced.flatMap(({ place, row }) =>
      plan.fates[place] === 'invalid' ? [] : [{ rowId: row.id, place }],
    ),
  );
  sealed.toDisk();
  const from = place === undefined ? {} : { place };
  const restated = plan.replaced.length + plan.superseded.length;
  const content = {
    importId,
    name,
    format: file.format,
    fingerprint,
    ...from,
    ...sealedIn(file),
    ...plan.counts,
    restated,
    ...(given === undefined ? {} : { given }),
  };
  const imported = { kind: 'tokens.imported' as const, content };
  await cases.act(caseId, actor, imported, { also: (tx) => write(tx, work), afterwards: saved });
};

const sealedIn = ({ sealed }: FileFacts): { sealed?: SealedFile } => (sealed === undefined ? {} : { sealed });

/** Whether the credentials of a row stay under the id that they were sealed under. */
export const isKeptAt =
  ({ plan }: PlannedImport) =>
  (place: number): boolean =>
    plan.fates[place] === 'new';

const write = async (tx: Tx, work: SaveImport): Promise<void> => {
  const { plan } = work.planned;
  await refuseOvertaken(tx, work);
  await deleteTokenRows(tx, plan.superseded);
  let place = 0;
  await chunksInTurns(plan.rows, async (rows) => {
    const records = rows.flatMap((row, at) =>
      row.fate === 'unchanged' ? [] : [recordOf(row, place + at, work)],
    );
    place += rows.length;
    await writeTokenRows(tx, records);
  });
};

/** A run may have progressed since the plan was made. */
const refuseOvertaken = async (tx: Tx, { caseId, planned }: SaveImport): Promise<void> => {
  const { plan, scope } = planned;
  const ids = new Set(plan.replaced.map(({ row }) => row.id));
  if (ids.size === 0) return;
  const rows = await readRowsWithProgress(tx, { caseId, scope });
  const unfinished = await readUnfinished(tx, caseId);
  const still = rows.filter((one) => ids.has(one.row.id) && !isProtected(one, unfinished));
  if (still.length < ids.size) throw new CatalogueError('tokens.overtaken');
};

const recordOf = (
  { facts, problems, fate, replaced }: PlannedRow,
  place: number,
  { caseId, importId, sealed, planned }: SaveImport,
): TokenRowRecord => ({
  id: replaced?.id ?? sealed.idOf(place),
  case_id: caseId,
  import_id: importId,
  source: planned.name,
  line: facts.row,
  ref: facts.ref ?? null,
  name: facts.name ?? null,
  description: facts.description ?? null,
  platform_key: facts.platformKey ?? null,
  company_id: facts.companyId ?? null,
  connection_id: facts.connectionId ?? null,
  fields: facts.fields,
  mark: fate === 'invalid' ? null : (facts.mark ?? null),
  problems: fate === 'invalid' ? JSON.stringify(problems satisfies readonly RowProblem[]) : null,
});
