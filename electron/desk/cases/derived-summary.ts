import type { CaseSummary } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import { hasEntries, readHead } from '#desk/store/case-chain.ts';
import { plainText } from '#desk/store/case-list.ts';
import { type CaseSummaryRow, sealedTextOf } from '#desk/store/case-summaries.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Reader } from '#desk/store/store.ts';
import { damagedSummary, summaryIn } from './case-names.ts';
import type { CaseState } from './state.ts';
import { summaryOf } from './views.ts';

/** Raised with each change of what is derived: those kept are derived again then. */
export const derivation = 1;

type UnsealedRow = Omit<CaseSummaryRow, 'seal'>;

/** Keyed code over a kept summary, so that one that was changed by hand shows. */
export const sealSummary = (row: UnsealedRow, authenticate: DeskContext['authenticate']): string =>
  authenticate('case summary', sealedTextOf(row));

/** What is derived of a case now; undefined for one that is gone. @param read folds it */
export const deriveRow = async (
  reader: Reader,
  caseId: string,
  read: (reader: Reader, caseId: string) => Promise<CaseState>,
): Promise<UnsealedRow | undefined> => {
  const head = await readHead(reader, caseId);
  if (head === undefined) {
    return (await hasEntries(reader, caseId)) ? rowOf(damagedSummary(caseId, 0), '') : undefined;
  }
  const recorded = summaryIn(head);
  if (recorded.damaged) return rowOf(recorded, head.digest);
  try {
    const state = await read(reader, caseId);
    return rowOf(summaryOf(state), head.digest, state);
  } catch (error) {
    // One case that is damaged must not keep the others from being seen.
    if (error instanceof CatalogueError && error.code === 'case.damaged') {
      return rowOf({ ...recorded, damaged: true }, head.digest);
    }
    throw error;
  }
};

const rowOf = (summary: CaseSummary, digest: string, state?: CaseState): UnsealedRow => {
  const { id, name, integrator, targetId, clientId, parts, verdict, owner, next, due, window } = summary;
  const { created, updated } = summary;
  return {
    case_id: id,
    version: derivation,
    state: summary.state,
    name: plainText(name),
    integrator: plainText(integrator),
    search: plainText([name, integrator, owner ?? '', clientId ?? '', id].join('\n')),
    target_id: targetId,
    parts: listed(parts) ?? '',
    verdict: verdict ?? null,
    owner: owner ?? null,
    owner_key: owner === undefined ? null : plainText(owner),
    next_title: next === undefined ? null : plainText(next.title),
    waiting: listed(waitingOn(summary)),
    due_ms: due === undefined ? null : Date.parse(due),
    window_ms: window === undefined ? null : Date.parse(window.start),
    webhooks: shareOf(summary, 'webhooks'),
    tokens: shareOf(summary, 'tokens'),
    created,
    updated,
    soaking: state !== undefined && isSoaking(state) ? 1 : 0,
    observing: state?.observations.some(({ to }) => to === undefined) ? 1 : 0,
    watched: state !== undefined && mayChangeOnTarget(state) ? 1 : 0,
    summary: JSON.stringify(summary),
    digest,
  };
};

const listed = (words: readonly string[]): string | null =>
  words.length === 0 ? null : `,${words.join(',')},`;

/** The parties that the next steps wait for; a step of both waits for each. */
const waitingOn = ({ nextSteps }: CaseSummary): string[] => {
  const parties = new Set(
    nextSteps.flatMap(({ responsible }) =>
      responsible === 'both' ? (['integrator', 'support'] as const) : [responsible],
    ),
  );
  return [...parties].sort();
};

const shareOf = ({ progress }: CaseSummary, part: 'webhooks' | 'tokens'): number | null => {
  const found = progress?.find((one) => one.part === part);
  return found === undefined || found.total === 0 ? null : found.done / found.total;
};

/** Whether there is a soak on the target: the cutover says whether it still counts. */
const isSoaking = ({ soaks, targetId }: CaseState): boolean => soaks.some((one) => one.targetId === targetId);

/** Whether it relies on something on its target. What of it still counts is seen when it is compared. */
const mayChangeOnTarget = ({
  grants,
  cutoverChecks,
  rollbacks,
  headers,
  profileHeader,
}: CaseState): boolean =>
  grants.length + cutoverChecks.length + rollbacks.length + headers.size > 0 || profileHeader !== undefined;
