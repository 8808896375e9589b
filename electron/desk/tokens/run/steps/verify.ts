import { countBy } from '#base/lists.ts';
import type { Connection } from '#contract/company.ts';
import { type DatasetEnd, datasetEnds, type PullOperation } from '#contract/data.ts';
import type { Cause } from '#contract/token-causes.ts';
import type { RunStep } from '#contract/token-runs.ts';
import { failed, type RowFailed } from '#desk/tokens/run/failing.ts';
import type { RowWork } from '#desk/tokens/run/row-work.ts';
import { history } from './history.ts';
import { addNote, connectionPath, idsOf, type StepContext } from './step.ts';

/**
 * Checks once whether the sync has ended well: every dataset `Complete`, the connection still `Linked`.
 * Source: `docs/reference/rules/tokens.md#order-of-calls`.
 * @returns whether it has ended well; false: check again later
 * @throws RowFailed with the cause, TargetError, the signal's reason
 */
export const verify = async (context: StepContext, work: RowWork, withinMs: number): Promise<boolean> => {
  const latest = await latestDatasets(work);
  const running = latest.filter(({ status }) => !isEnd(status));
  const isWhole = isListWhole(context, work, latest.length);
  const counts = countBy(latest, ({ status }) => status);
  if (latest.length > 0) {
    work.change({ datasets: JSON.stringify(counts) });
    noteTimes(context, work, latest);
  }
  if (latest.length === 0) await refuseUnlinked(work);
  if (latest.length === 0 || running.length > 0) {
    refuseLate(context, work, withinMs, latest.length - running.length, latest.length);
    return false;
  }
  work.change({ data_types: JSON.stringify(dataTypesByStatus(latest)) });
  const wrong = latest.filter(
    (dataset) => dataset.status !== 'Complete' && dataset.status !== 'NotSupported',
  );
  if (wrong.length === 0 && !isWhole) return false;

  const { status, why, correlationId } = await connectionNow(work, 'verify');
  work.change({ connection_status: status });
  if (wrong.length > 0) throw datasetFailure(wrong, latest.length, correlationId);
  if (status !== 'Linked') {
    const message = `The sync is complete, but the connection is ${status}.`;
    throw why ?? failed('needs-reauthorization', 'verify', message, correlationId);
  }
  if (counts.NotSupported !== undefined) {
    addNote(
      work,
      `${counts.NotSupported} data types are not supported by the platform, so they have no data.`,
    );
  }
  return true;
};

const dataTypesByStatus = (latest: readonly PullOperation[]): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(latest, ({ status }) => status)].map(([status, some]) => [
      status,
      some.map(({ dataType }) => dataType).sort(),
    ]),
  );

const noteTimes = (
  { plan, syncTimes }: StepContext,
  work: RowWork,
  latest: readonly PullOperation[],
): void => {
  const { sync_started_at: startedAt } = work.progress();
  if (startedAt !== null) syncTimes.found(work.row.platformKey, latest, plan.time.now() - startedAt);
};

/**
 * Whether all datasets of the sync are known: a remote target may queue them one after the other, so two checks must
 * find as many. The local one queues all of them at once.
 */
const isListWhole = ({ plan }: StepContext, work: RowWork, found: number): boolean => {
  const { sync_started_at, datasets } = work.progress();
  if (plan.client.target.kind === 'local' || sync_started_at === null) return true;
  const before = Object.values(datasets === null ? {} : (JSON.parse(datasets) as Record<string, number>));
  return before.reduce((sum, count) => sum + count, 0) === found;
};

/** A sync of a company passes over connections that are not Linked, and nothing would ever come. */
const refuseUnlinked = async (work: RowWork): Promise<void> => {
  const { status, why, correlationId } = await connectionNow(work, 'verify');
  work.change({ connection_status: status });
  if (status === 'Linked') return;
  const message = `The connection is ${status}, so it was not synced.`;
  throw why ?? failed('needs-reauthorization', 'verify', message, correlationId);
};

const isEnd = (status: string): status is DatasetEnd => (datasetEnds as readonly string[]).includes(status);

/** Of each data type the newest dataset of this sync. */
const latestDatasets = async (work: RowWork): Promise<PullOperation[]> => {
  const { synced_after } = work.progress();
  const latest = new Map<string, PullOperation>();
  for (const dataset of await history(work, 'verify', 500)) {
    const isOurs = synced_after === null || dataset.requested > synced_after;
    if (isOurs && !latest.has(dataset.dataType)) latest.set(dataset.dataType, dataset);
  }
  return [...latest.values()];
};

const refuseLate = (
  { plan }: StepContext,
  work: RowWork,
  withinMs: number,
  ended: number,
  all: number,
): void => {
  const { sync_started_at, started_at } = work.progress();
  const since = sync_started_at ?? started_at;
  if (since === null || plan.time.now() - since <= withinMs) return;
  throw failed(
    'service-trouble',
    'verify',
    `The sync has not ended in ${Math.round(withinMs / 60_000)} min: ${ended} of ${all} datasets have. Retry later to check again.`,
  );
};

/** The causes, the one that says most about the others first. */
const causes: readonly (readonly [status: string, cause: Cause])[] = [
  ['AuthError', 'needs-reauthorization'],
  ['PermissionsError', 'needs-reauthorization'],
  ['RateLimitError', 'rate-limit'],
  ['FetchError', 'platform-trouble'],
  ['MapError', 'platform-trouble'],
  ['ProcessingError', 'platform-trouble'],
  ['InternalError', 'service-trouble'],
  ['Cancelled', 'service-trouble'],
];

const datasetFailure = (
  wrong: readonly PullOperation[],
  all: number,
  correlationId: string | undefined,
): RowFailed => {
  for (const [status, cause] of causes) {
    const [first, ...others] = wrong.filter((dataset) => dataset.status === status);
    if (first === undefined) continue;
    const said = first.errorMessage ?? 'it gave no reason';
    const which = others.length === 0 ? first.dataType : `${first.dataType} and ${others.length} more`;
    const message = `${others.length + 1} of ${all} datasets ended in ${status} (${which}): ${said}`;
    const found = status === 'AuthError' && isReplaced(said) ? 'token-replaced' : cause;
    return failed(found, 'verify', message, correlationId);
  }
  const names = [...new Set(wrong.map(({ status }) => status))].join(', ');
  return failed('our-fault', 'verify', `Datasets ended in unknown states: ${names}.`, correlationId);
};

/** How platforms say that another application exchanged a refresh token. */
const isReplaced = (text: string): boolean =>
  /another application|has been replaced|already (been )?(used|exchanged|rotated)|used before/i.test(text);

/** The connection as it is, and why it is not Linked, if it says so. */
export const connectionNow = async (
  work: RowWork,
  step: RunStep,
): Promise<{ status: string; why: RowFailed | undefined; correlationId: string | undefined }> => {
  const { companyId, connectionId } = idsOf(work);
  const path = connectionPath(companyId, connectionId);
  const { body, correlationId } = await work.send<Connection>(step, { method: 'GET', path });
  const { status, dataConnectionErrors = [] } = body;
  const active = dataConnectionErrors.filter((error) => error.status === 'Active').at(-1);
  if (status === 'Linked' || active === undefined) return { status, why: undefined, correlationId };
  const message = active.errorMessage;
  const cause = isReplaced(message) ? 'token-replaced' : 'needs-reauthorization';
  return {
    status,
    why: failed(cause, step, `The connection is ${status}: ${message}`, correlationId),
    correlationId,
  };
};
