import { isStoreTrouble } from '#base/store/store-state.ts';
import { withoutKeysInProse } from '#base/without-keys.ts';
import type { Company, Connection } from '#contract/company.ts';
import { datasetEnds, type PullOperation } from '#contract/data.ts';
import { CatalogueError } from '#contract/errors.ts';
import { formatCount, formatList } from '#contract/format.ts';
import type { CompanyResult } from '#contract/token-runs.ts';
import type { SampleRow } from '#contract/token-samples.ts';
import { ifThere } from '#desk/targets/target-error.ts';
import type { TargetClient } from '#desk/targets/targets.ts';
import { askByRef } from '#desk/tokens/run/directory.ts';
import { companyPath, connectionPath } from '#desk/tokens/run/steps/step.ts';

/** A row that the last run left as migrated. */
export type MigratedRow = Pick<CompanyResult, 'companyOrigin' | 'datasets' | 'dataTypes'> &
  Required<Pick<CompanyResult, 'ref' | 'platformKey' | 'companyId' | 'connectionId'>>;

type Call = <T>(path: string, query?: Readonly<Record<string, string | number>>) => Promise<T>;

/**
 * Reads one company back from the target, by calls that only read: found by its tag, its connection Linked, every data type
 * complete. Source: `docs/reference/rules/tokens.md#sample`.
 * @throws the signal's reason
 */
export const readBack = async (
  client: TargetClient,
  row: MigratedRow,
  signal: AbortSignal,
): Promise<SampleRow> => {
  const { ref, platformKey, companyId, connectionId } = row;
  const about = { ref, platformKey, companyId, connectionId };
  const call: Call = async <T>(path: string, query?: Readonly<Record<string, string | number>>) =>
    (await client.call<T>({ method: 'GET', path, signal, ...(query === undefined ? {} : { query }) })).body;
  try {
    const details = await differencesOf(call, row);
    return {
      ...about,
      outcome: details.length === 0 ? 'as-expected' : 'differs',
      details: details.map(short),
    };
  } catch (error) {
    signal.throwIfAborted();
    // The key of the target is in the store.
    if (!(error instanceof CatalogueError) || isStoreTrouble(error)) throw error;
    return { ...about, outcome: 'unread', details: [short(withoutKeysInProse(error.message))] };
  }
};

const short = (text: string): string => text.slice(0, 500).toWellFormed();

const differencesOf = async (call: Call, row: MigratedRow): Promise<string[]> => {
  const company = await companyDifferences(call, row);
  const connection = await connectionDifferences(call, row);
  // Without its connection nothing of it can be synced.
  if (connection === undefined) return [...company, 'The connection is not on the target.'];
  return [...company, ...connection, ...(await datasetDifferences(call, row))];
};

/** @throws CatalogueError `target.refused` for what is no list */
const listOf = async <T>(
  call: Call,
  path: string,
  query: Readonly<Record<string, string | number>>,
): Promise<readonly T[]> => {
  const body = await call<{ results?: T[] } | undefined>(path, query);
  if (Array.isArray(body?.results)) return body.results;
  const problem = 'the response is not a list; the server is not the service, or has another version.';
  throw new CatalogueError('target.refused', {
    target: 'The target',
    method: 'GET',
    path,
    statusCode: 200,
    problem,
  });
};

/** By its tag, as the integrator finds it; one that was given has none of ours. */
const companyDifferences = async (call: Call, row: MigratedRow): Promise<string[]> => {
  const { ref, companyId, companyOrigin } = row;
  if (companyOrigin === 'given') {
    const found = await ifThere(call<Company>(companyPath(companyId)));
    return found === undefined ? ['The company is not on the target.'] : [];
  }
  const found = await askByRef((query) => listOf<Company>(call, '/companies', { query, pageSize: 100 }), ref);
  const others = found.filter(({ id }) => id !== companyId.toLowerCase());
  return [
    ...(others.length === found.length ? ['No company with this migrationRef has the recorded id.'] : []),
    ...(others.length === 0
      ? []
      : [
          `${formatCount(others.length, 'other company has', 'other companies have')} this migrationRef: ${formatList(others.map(({ id }) => id))}.`,
        ]),
  ];
};

/** undefined: it is not there. */
const connectionDifferences = async (
  call: Call,
  { companyId, connectionId, platformKey }: MigratedRow,
): Promise<string[] | undefined> => {
  const found = await ifThere(call<Connection>(connectionPath(companyId, connectionId)));
  if (found === undefined) return undefined;
  return [
    ...(found.status === 'Linked' ? [] : [`The connection is ${found.status}.`]),
    ...(found.integrationKey === platformKey
      ? []
      : [`The connection is to the platform ${found.integrationKey}.`]),
  ];
};

/** Of each data type the newest dataset that has ended: a sync under way is no difference. */
const datasetDifferences = async (
  call: Call,
  { companyId, connectionId, datasets, dataTypes }: MigratedRow,
): Promise<string[]> => {
  const results = await listOf<PullOperation>(call, `${companyPath(companyId)}/data/history`, {
    query: `connectionId="${connectionId}"`,
    orderBy: '-requested',
    pageSize: 500,
  });
  const newest = new Map<string, string>();
  for (const { dataType, status } of results) {
    const hasEnded = (datasetEnds as readonly string[]).includes(status);
    if (hasEnded && !newest.has(dataType)) newest.set(dataType, status);
  }
  const wrong = [...newest].filter(([, status]) => status !== 'Complete' && status !== 'NotSupported');
  return [
    ...wrong.map(([dataType, status]) => `${dataType}: the newest dataset is ${status}.`).slice(0, 10),
    ...(wrong.length > 10 ? [`${wrong.length - 10} more data types did not complete.`] : []),
    ...missingTypes(new Set(newest.keys()), dataTypes, datasets),
  ];
};

const missingTypes = (
  found: ReadonlySet<string>,
  dataTypes: MigratedRow['dataTypes'],
  datasets: MigratedRow['datasets'],
): string[] => {
  if (dataTypes === undefined) {
    const expected = Object.values(datasets).reduce((sum, count) => sum + count, 0);
    return found.size >= expected
      ? []
      : [`The target has datasets of ${found.size} data types, and the run saw ${expected}.`];
  }
  const missing = Object.values(dataTypes)
    .flat()
    .filter((dataType) => !found.has(dataType));
  return missing.length === 0 ? [] : [`No dataset of ${formatList(missing.slice(0, 10))}.`];
};
