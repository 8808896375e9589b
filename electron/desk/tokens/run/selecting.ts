import { causeLabels } from '#contract/token-causes.ts';
import type { Origin } from '#contract/token-rows.ts';
import type { RunKind, RunStep } from '#contract/token-runs.ts';
import type { RowWithProgress, TokenRowRecord } from '#desk/store/token-rows.ts';
import type { TokenProgress } from '#desk/store/token-runs.ts';
import type { Held } from '#desk/tokens/tokens.ts';
import { needsCredentials, type UnreadableOf, unreadable } from '#desk/tokens/unreadable.ts';
import type { LeftOutRow } from './left-out.ts';
import type { PlannedRow, PlanRow, RunPlan } from './plan.ts';
import { failureOf, isOpen, notBegun, resumedAt } from './progress.ts';

/** Which rows a run works on, and from which step. */

/** Of some rows. */
export interface Selected {
  readonly rows: readonly PlannedRow[];
  readonly leftOut: readonly LeftOutRow[];
}

type About = Pick<RunPlan, 'runId' | 'caseId' | 'scope' | 'options'> & {
  /** Only these rows, by id. */
  readonly only?: ReadonlySet<number> | undefined;
};

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
  /** Companies that rows of the case have created: other rows of them found them. */
  ours: Pick<ReadonlySet<string>, 'has'> = new Set(all.flatMap(createdCompany)),
): Selected => {
  const isWanted = chosenBy(about);
  const rows: PlannedRow[] = [];
  const leftOut: LeftOutRow[] = [];
  const select = (row: PlanRow, progress: TokenProgress | undefined): TokenProgress | string => {
    if (kind === 'undo') return takeUndo(about, progress, ours);
    const why = held(row.ref, row.platformKey) ?? (shredded.has(row.id) ? credentialsGone : undefined);
    return why ?? takers[kind](about, row, progress);
  };
  for (const { row, progress } of all) {
    const { line, ref } = row;
    if (!isWanted(row)) continue;
    const planned = planRowOf(row);
    const taken = planned === undefined ? hasProblems : select(planned, progress);
    if (planned === undefined || typeof taken === 'string') {
      leftOut.push({ line, ...(ref === null ? {} : { ref }), why: String(taken) });
    } else rows.push({ row: planned, progress: taken });
  }
  return { rows, leftOut };
};

/** Whether a request is about a row: it may name references and select rows. */
const chosenBy = ({ options: { refs }, only }: About): ((row: TokenRowRecord) => boolean) => {
  const wanted = refs === undefined ? undefined : new Set(refs);
  return ({ id, ref }) => (wanted?.has(ref ?? '') ?? true) && (only?.has(id) ?? true);
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

/** How far the row is as the run takes it up, or why it does not. */
type Take = (about: About, row: PlanRow, progress: TokenProgress | undefined) => TokenProgress | string;

const takeCheck: Take = (about, _row, progress) =>
  progress?.state === 'done'
    ? resumedAt(about, progress, 'sync')
    : 'It is not migrated, so there is nothing to check.';

const takeRetry: Take = (about, row, progress) => {
  if (progress?.state !== 'failed') return 'It has not failed.';
  if (undoSteps.includes(progress.step)) return undoBegun;
  return isElsewhere(row, progress) ? startedAgain(about, row, progress) : retried(about, progress);
};

/** @param takeFailed for a row that has failed */
const takeOpen = (
  about: About,
  row: PlanRow,
  progress: TokenProgress | undefined,
  takeFailed: Take,
): TokenProgress | string => {
  if (progress === undefined) return notBegun(about, row);
  if (progress.state === 'undone') return { ...notBegun(about, row), ...kept(progress) };
  if (undoSteps.includes(progress.step)) return undoBegun;
  if (progress.state === 'done') return 'It is migrated already.';
  if (!isOpen(progress)) return takeFailed(about, row, progress);
  return isElsewhere(row, progress)
    ? startedAgain(about, row, progress)
    : resumedAt(about, progress, progress.step);
};

const refuseFailed: Take = (_about, _row, progress) =>
  `It has failed${progress === undefined ? '' : ` (${titleOf(progress)})`}. Retry the failed rows to include it (on the command line: \`carryover tokens retry\`).`;

const takers: Readonly<Record<Exclude<RunKind, 'rehearsal' | 'undo'>, Take>> = {
  check: takeCheck,
  retry: takeRetry,
  run: (about, row, progress) => takeOpen(about, row, progress, refuseFailed),
  pilot: (about, row, progress) => takeOpen(about, row, progress, takeRetry),
};

const undoSteps: readonly RunStep[] = ['unlink', 'delete-connection', 'delete-company'];
const hasProblems = 'It has problems. Correct it and import it again.';
const credentialsGone = 'It was undone, and its credentials are shredded. Import it again to migrate it.';
const undoBegun = 'Its undo has not finished. Finish the undo first.';

const titleOf = (progress: TokenProgress): string => {
  const failure = failureOf(progress);
  return failure === undefined ? 'without a reason' : causeLabels[failure.cause].title;
};

/** Whether the row names another company or connection now than it was brought to. */
const isElsewhere = (
  { companyId, connectionId }: PlanRow,
  { company_id, company_origin, connection_id, connection_origin }: TokenProgress,
): boolean =>
  isOther(companyId, company_id, company_origin) || isOther(connectionId, connection_id, connection_origin);

const isOther = (named: string | undefined, used: string | null, origin: Origin | null): boolean =>
  used !== null && (named === undefined ? origin === 'given' : named.toLowerCase() !== used);

/** From the beginning, as the row says now. What was done where it was before is left, and said. */
const startedAgain = (about: About, row: PlanRow, before: TokenProgress): TokenProgress => {
  const { company_id, company_origin, connection_id, connection_origin, put_mark, calls, call_ms } = before;
  const was = `company ${company_id}${connection_id === null ? '' : `, connection ${connection_id}`}`;
  const done = [
    ...(company_origin === 'created' || connection_origin === 'created' ? ['created'] : []),
    ...(put_mark === null ? [] : ['given tokens']),
  ];
  const note =
    done.length === 0
      ? before.note
      : `The row named another company or connection before. It was ${done.join(' and ')}, and is left unchanged: ${was}.`;
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
  if (isGone) return resumedAt(about, progress, 'company');
  if (failure === undefined || !afterwards.includes(failedAt)) return resumedAt(about, progress, failedAt);
  const passing = causeLabels[failure.cause].passing;
  return resumedAt(about, progress, passing ? 'sync' : 'authorization');
};

/** The company that was created for a row, if one was. */
export const createdCompany = ({ progress }: RowWithProgress): string[] =>
  progress?.company_origin === 'created' && progress.company_id !== null ? [progress.company_id] : [];

const takeUndo = (
  about: About,
  progress: TokenProgress | undefined,
  ours: Pick<ReadonlySet<string>, 'has'>,
): TokenProgress | string => {
  if (progress === undefined || progress.state === 'undone') return 'It has nothing to undo.';
  if (progress.doubt === 1 && (progress.step === 'company' || progress.step === 'connection')) {
    return `It is not known yet whether its ${progress.step} was created. Resume the run or retry the row first.`;
  }
  if (progress.company_id === null) return 'It has nothing to undo.';
  const isTheirs = progress.connection_origin !== 'created' && progress.status_before === 'Linked';
  if (isTheirs) {
    return 'Its connection was Linked before, by tokens unknown to Carryover, so it is left unchanged.';
  }
  const isOurs = progress.company_origin === 'found' && ours.has(progress.company_id);
  return { ...resumedAt(about, progress, 'unlink'), ...(isOurs ? { company_origin: 'created' } : {}) };
};
