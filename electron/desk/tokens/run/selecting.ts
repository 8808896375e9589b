import type { Cause, Failure } from '#contract/token-causes.ts';
import { causeLabels } from '#contract/token-causes.ts';
import type { Origin } from '#contract/token-rows.ts';
import type { RunKind, RunStep } from '#contract/token-runs.ts';
import type { RowWithProgress, TokenRowRecord } from '#desk/store/token-rows.ts';
import type { TokenProgress } from '#desk/store/token-runs.ts';
import type { Held } from '#desk/tokens/tokens.ts';
import { needsCredentials, type UnreadableOf, unreadable } from '#desk/tokens/unreadable.ts';
import type { PlanRow, RunPlan } from './plan.ts';
import { isOpen, notBegun, takenUp } from './progress.ts';

/** Which rows a run takes up, and at which step. */

export interface Selected {
  readonly rows: RunPlan['rows'];
  readonly leftOut: readonly {
    readonly line: number;
    readonly ref?: string;
    readonly why: string;
    readonly cause?: Cause;
  }[];
}

type About = Pick<RunPlan, 'runId' | 'caseId' | 'scope' | 'options'>;

/** undefined for a row with problems. */
export const planRowOf = (row: TokenRowRecord): PlanRow | undefined => {
  const { problems, ref, name, platform_key } = row;
  if (problems !== null || ref === null || platform_key === null) return undefined;
  return {
    id: row.id,
    line: row.line,
    ref,
    name: name ?? ref,
    isNamed: name !== null,
    description: row.description ?? undefined,
    platformKey: platform_key,
    companyId: row.company_id ?? undefined,
    connectionId: row.connection_id ?? undefined,
    mark: row.mark ?? undefined,
  };
};

export const selectRows = (
  kind: Exclude<RunKind, 'rehearsal'>,
  about: About,
  all: readonly RowWithProgress[],
  held: Held,
  /** Undone rows whose credentials are not kept any more. */
  shredded: ReadonlySet<number> = new Set(),
): Selected => {
  const wanted = about.options.refs === undefined ? undefined : new Set(about.options.refs);
  const ours = createdCompanies(all);
  const rows: RunPlan['rows'][number][] = [];
  const leftOut: Selected['leftOut'][number][] = [];
  for (const { row, progress } of all) {
    if (wanted !== undefined && (row.ref === null || !wanted.has(row.ref))) continue;
    const leave = (why: string) =>
      leftOut.push({ line: row.line, ...(row.ref === null ? {} : { ref: row.ref }), why });
    const planned = planRowOf(row);
    if (planned === undefined) {
      leave('It has problems: correct it, and import it again.');
      continue;
    }
    const why = kind === 'undo' ? undefined : held(planned.ref, planned.platformKey);
    const taken =
      why ??
      (shredded.has(row.id) && kind !== 'undo'
        ? credentialsGone
        : take(kind, about, planned, progress, ours));
    if (typeof taken === 'string') leave(taken);
    else rows.push({ row: planned, progress: taken });
  }
  return { rows, leftOut };
};

/** Holds rows whose credentials don't open, each with why. */
export const holdUnreadable = async (
  { rows, leftOut }: Selected,
  unreadableOf: UnreadableOf,
): Promise<Selected> => {
  const needing = rows.filter(({ progress }) => needsCredentials(progress)).map(({ row }) => row);
  const found = await unreadableOf(needing);
  const held = rows.flatMap(({ row: { id, line, ref } }) => {
    const why = found.get(id);
    return why === undefined ? [] : [{ line, ref, why, cause: unreadable } as const];
  });
  return { rows: rows.filter(({ row }) => !found.has(row.id)), leftOut: [...held, ...leftOut] };
};

/** How many of those left out are held, by cause. */
export const heldCausesOf = (leftOut: Selected['leftOut']): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { cause } of leftOut) if (cause !== undefined) counts[cause] = (counts[cause] ?? 0) + 1;
  return counts;
};

/** How far the row is as the run takes it up, or why it does not. */
const take = (
  kind: Exclude<RunKind, 'rehearsal'>,
  about: About,
  row: PlanRow,
  progress: TokenProgress | undefined,
  ours: ReadonlySet<string>,
): TokenProgress | string => {
  switch (kind) {
    case 'undo':
      return takeBack(about, progress, ours);
    case 'check':
      return progress?.state === 'done'
        ? takenUp(about, progress, 'sync')
        : 'It is not migrated, so there is nothing to check.';
    case 'retry':
      if (progress?.state !== 'failed') return 'It has not failed.';
      if (undoSteps.includes(progress.step)) return undoBegun;
      return isElsewhere(row, progress) ? anew(about, row, progress) : retried(about, progress);
    default:
      if (progress === undefined) return notBegun(about, row);
      if (progress.state !== 'undone' && undoSteps.includes(progress.step)) return undoBegun;
      if (progress.state === 'undone') return { ...notBegun(about, row), ...kept(progress) };
      if (progress.state === 'done') return 'It is migrated already.';
      if (isElsewhere(row, progress) && (isOpen(progress) || kind === 'pilot'))
        return anew(about, row, progress);
      if (isOpen(progress)) return takenUp(about, progress, progress.step);
      return kind === 'pilot'
        ? retried(about, progress)
        : `It has failed (${titleOf(progress)}): retrying takes up the failed ones (on the command line: \`carryover tokens retry\`).`;
  }
};

const undoSteps: readonly RunStep[] = ['unlink', 'delete-connection', 'delete-company'];
const credentialsGone =
  'It was undone, and its credentials were shredded when it was done: import it again to migrate it again.';
const undoBegun = 'Its undo was begun: undo it to the end first.';

const titleOf = (progress: TokenProgress): string => {
  const failure = failureOf(progress);
  return failure === undefined ? 'without a reason' : causeLabels[failure.cause].title;
};
const failureOf = ({ failure }: TokenProgress): Failure | undefined =>
  failure === null ? undefined : (JSON.parse(failure) as Failure);

/** Whether the row names another company or connection now than it was brought to. */
const isElsewhere = (
  { companyId, connectionId }: PlanRow,
  { company_id, company_origin, connection_id, connection_origin }: TokenProgress,
): boolean =>
  isOther(companyId, company_id, company_origin) || isOther(connectionId, connection_id, connection_origin);

const isOther = (named: string | undefined, used: string | null, origin: Origin | null): boolean =>
  used !== null && (named === undefined ? origin === 'given' : named.toLowerCase() !== used);

/** From the beginning, as the row says now. What was done where it was before is left, and said. */
const anew = (about: About, row: PlanRow, before: TokenProgress): TokenProgress => {
  const { company_id, company_origin, connection_id, connection_origin, put_mark, calls, call_ms } = before;
  const was = `company ${company_id}${connection_id === null ? '' : `, connection ${connection_id}`}`;
  const done = [
    ...(company_origin === 'created' || connection_origin === 'created' ? ['created'] : []),
    ...(put_mark === null ? [] : ['given tokens']),
  ];
  const note =
    done.length === 0
      ? before.note
      : `Before the row named another place, this was ${done.join(' and ')}, and is left as it is: ${was}.`;
  return { ...notBegun(about, row), calls, call_ms, note };
};

/** What an undo has left. */
const kept = ({
  company_id,
  company_origin,
  connection_id,
  connection_origin,
  calls,
  call_ms,
}: TokenProgress) =>
  company_origin === 'given' || connection_origin === 'given'
    ? { calls, call_ms }
    : { company_id, company_origin, connection_id, connection_origin, calls, call_ms };

/**
 * What passes by itself is tried again where it failed; a token, from its handing over; and where something is gone from
 * the target, from the beginning, which finds what is left.
 */
const retried = (about: About, progress: TokenProgress): TokenProgress => {
  const failure = failureOf(progress);
  const failedAt = progress.step;
  const afterwards: readonly RunStep[] = ['sync', 'verify'];
  const isGone = failure?.cause === 'does-not-fit' && progress.company_id !== null;
  if (isGone) return takenUp(about, progress, 'company');
  if (failure === undefined || !afterwards.includes(failedAt)) return takenUp(about, progress, failedAt);
  const passing = causeLabels[failure.cause].passing;
  return takenUp(about, progress, passing ? 'sync' : 'authorization');
};

/** Companies that one of the rows has created: other rows of them found them. */
const createdCompanies = (all: readonly RowWithProgress[]): Set<string> =>
  new Set(
    all.flatMap(({ progress }) =>
      progress?.company_origin === 'created' && progress.company_id !== null ? [progress.company_id] : [],
    ),
  );

const takeBack = (
  about: About,
  progress: TokenProgress | undefined,
  ours: ReadonlySet<string>,
): TokenProgress | string => {
  if (progress === undefined || progress.state === 'undone') return 'Nothing was done to it.';
  if (progress.doubt === 1 && (progress.step === 'company' || progress.step === 'connection')) {
    return `Whether its ${progress.step} was created is not known yet: let the run go on, or retry it, first.`;
  }
  if (progress.company_id === null) return 'Nothing was done to it.';
  const isTheirs = progress.connection_origin !== 'created' && progress.status_before === 'Linked';
  if (isTheirs) {
    return 'Its connection was Linked before, by tokens that are not known here: it is left as it is.';
  }
  const isOurs = progress.company_origin === 'found' && ours.has(progress.company_id);
  return { ...takenUp(about, progress, 'unlink'), ...(isOurs ? { company_origin: 'created' } : {}) };
};
