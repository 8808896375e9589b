import { chunksOf } from '#base/lists.ts';
import type { CaseAction } from '#contract/case.ts';
import { companiesOfEntry } from '#contract/runbook-decisions.ts';
import { companyKey } from '#desk/cases/company-key.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { RowWithProgress } from '#desk/store/token-rows.ts';
import { scopeOf } from '#desk/tokens/scope.ts';
import type { RunPlan } from './plan.ts';

/**
 * A failure that was accepted is over once its company is migrated: one that comes after it, even of the same cause,
 * needs an acceptance of its own. Source: `docs/reference/rules/managed-migration.md#companies-not-migrated`.
 */
export const settledFailures = (
  { runbook, targetId }: Pick<CaseState, 'runbook' | 'targetId'>,
  { scope }: Pick<RunPlan, 'scope'>,
  /** Companies that are done, by their keys. */
  done: ReadonlySet<string>,
): CaseAction[] => {
  if (runbook === undefined || scope !== scopeOf(targetId)) return [];
  const settled = [...runbook.decisions].flatMap(([key, { kind, company }]) => {
    const { seen: _, ...name } = company;
    return kind === 'accepted' && done.has(key) ? [name] : [];
  });
  return chunksOf(settled, companiesOfEntry).map((companies) => ({
    kind: 'runbook.decisionsWithdrawn',
    content: { companies, reason },
  }));
};

const reason = 'Migrated since.';

/** The key of a company that is done. */
export const doneKey = ({ row: { ref, line, platform_key }, progress }: RowWithProgress): string[] =>
  progress?.state === 'done'
    ? [companyKey({ ref: ref ?? undefined, line, platformKey: platform_key ?? undefined })]
    : [];
