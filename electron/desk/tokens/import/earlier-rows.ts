import type { CatalogueIntegration } from '#contract/integration.ts';
import type { RowState } from '#contract/token-rows.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Reader } from '#desk/store/store.ts';
import { type RowWithProgress, readRowsWithProgress, type TokenRowRecord } from '#desk/store/token-rows.ts';
import { readRuns } from '#desk/store/token-runs.ts';
import { isOpen } from '#desk/tokens/run/progress.ts';
import { isUnfinished } from '#desk/tokens/run/run-view.ts';
import type { RowFacts } from './checked-row.ts';
import type { OlderRow } from './duplicates.ts';
import { type Organisation, organisationOf } from './organisation.ts';

/** Rows that a case has from earlier imports. */
export interface EarlierRows {
  /** Valid rows, by ref and platform. */
  readonly valid: ReadonlyMap<string, RowWithProgress>;
  readonly invalid: readonly RowWithProgress[];
  /** Runs that are running, or may be resumed. */
  readonly unfinished: ReadonlySet<string>;
}

export const readEarlierRows = async (
  { store }: Pick<DeskContext, 'store'>,
  caseId: string,
  scope: string,
): Promise<EarlierRows> =>
  store.read(async (reader) =>
    earlierRowsOf(
      await readRowsWithProgress(reader, { caseId, scope }),
      await readUnfinished(reader, caseId),
    ),
  );

/** Ids of the runs of a case that are running, or may be resumed. */
export const readUnfinished = async (reader: Reader, caseId: string): Promise<ReadonlySet<string>> => {
  const runs = await readRuns(reader, caseId);
  return new Set(runs.flatMap(({ id, state }) => (isUnfinished(state) ? [id] : [])));
};

const earlierRowsOf = (rows: readonly RowWithProgress[], unfinished: ReadonlySet<string>): EarlierRows => {
  const valid = new Map<string, RowWithProgress>();
  const invalid: RowWithProgress[] = [];
  for (const one of rows) {
    if (one.row.problems === null) valid.set(rowKey(one.row.ref, one.row.platform_key) ?? '', one);
    else invalid.push(one);
  }
  return { valid, invalid, unfinished };
};

export const rowKey = (
  ref: string | null | undefined,
  platformKey: string | null | undefined,
): string | undefined => (ref && platformKey ? `${platformKey} ${ref}` : undefined);

const protectedStates: ReadonlySet<RowState> = new Set(['done', 'running', 'syncing']);
/** Already migrated, or running: left unchanged. */
export const isProtected = (one: RowWithProgress, unfinished: ReadonlySet<string>): boolean =>
  (one.progress !== undefined && protectedStates.has(one.progress.state)) || isPlanned(one, unfinished);

/** A run that has not ended continues it as it was confirmed. */
export const isPlanned = ({ progress }: RowWithProgress, unfinished: ReadonlySet<string>): boolean =>
  progress !== undefined && isOpen(progress) && unfinished.has(progress.run_id);

/** The rows of the case that the import does not replace, as they take part in the search for duplicates. */
export const olderRows = (
  { valid }: EarlierRows,
  rows: readonly RowFacts[],
  catalogue: readonly CatalogueIntegration[],
): OlderRow[] => {
  const integrations = new Map(catalogue.map((one) => [one.platformKey, one]));
  const replaced = new Set(rows.map(({ ref, platformKey }) => rowKey(ref, platformKey)));
  return [...valid].flatMap(([key, { row }]) =>
    replaced.has(key)
      ? []
      : [
          {
            label: `row ${row.line} of "${row.source}", imported before`,
            facts: {
              ref: row.ref ?? undefined,
              name: row.name ?? undefined,
              platformKey: row.platform_key ?? undefined,
              companyId: row.company_id ?? undefined,
              connectionId: row.connection_id ?? undefined,
              mark: row.mark ?? undefined,
              organisation: organisationIn(row, integrations.get(row.platform_key ?? '')),
            },
          },
        ],
  );
};

const organisationIn = (
  { fields }: TokenRowRecord,
  integration: CatalogueIntegration | undefined,
): Organisation | undefined =>
  integration && organisationOf(integration, JSON.parse(fields) as Record<string, string>);
