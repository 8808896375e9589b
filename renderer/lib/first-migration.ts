import { useStore } from 'zustand';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { CaseView } from '#contract/case.ts';
import { type FirstStep, firstMigration } from '#contract/first-migration.ts';
import type { Message } from '#contract/message.ts';
import { sampleCaseName } from '#contract/sample-name.ts';
import type { TokenRowCounts } from '#contract/token-rows.ts';
import { useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';
import { useCases } from './lists.ts';
import { isOfRunbook } from './step-places.ts';
import { tokenKeys, tokensPath } from './token-queries.ts';

/** What is known of the sample; undefined: not read, or not there. */
export interface FirstFacts {
  readonly found: Pick<CaseView, 'steps'> | undefined;
  /** Token rows of the case. */
  readonly rows: number | undefined;
  /** Whether a delivery of the local service has failed. */
  readonly hasFailed: boolean | undefined;
}

/** A step and what the facts say of it: it is open again once they no longer hold. */
export interface FirstState extends FirstStep {
  readonly state: 'done' | 'skipped' | 'open';
}

export const firstStates = (facts: FirstFacts): readonly FirstState[] =>
  firstMigration.map((step) => ({ ...step, state: stateOf(step, facts) }));

const stateOf = (step: FirstStep, { found, rows, hasFailed }: FirstFacts): FirstState['state'] => {
  if (found === undefined) return 'open';
  if (step.caseStep !== undefined) return found.steps.find(({ id }) => id === step.caseStep)?.state ?? 'open';
  const runbook = found.steps.filter(isOfRunbook);
  const holds = {
    sample: true,
    resend: hasFailed === false,
    import: (rows ?? 0) > 0,
    migrate: runbook.length > 0 && runbook.every(({ state }) => state !== 'open'),
  } as Partial<Record<FirstStep['id'], boolean>>;
  return holds[step.id] ? 'done' : 'open';
};

/** The checklist of the sample case, from what the desk and the service say now. */
export const useFirstMigration = () => {
  const list = useCases({ query: sampleCaseName, limit: 5 });
  const caseId = list.data?.results.find(({ name }) => name === sampleCaseName)?.id;
  const enabled = caseId !== undefined;
  const of = caseId ?? '';
  const found = useApiQuery<CaseView>([...keys.cases.of(of), 'first-migration'], `/api/cases/${of}`, {
    enabled,
  });
  const rows = useApiQuery<TokenRowCounts>([...tokenKeys.all(of), 'counts'], `${tokensPath(of)}/counts`, {
    enabled,
  });
  const failed = useApiQuery<{ readonly results: readonly Message[] }>(
    keys.messages.list('first-migration'),
    '/api/messages',
    { enabled, query: { status: 'Failed', limit: 1 } },
  );
  const steps = firstStates({
    found: found.data,
    rows: rows.data?.rows,
    hasFailed: failed.data && failed.data.results.length > 0,
  });
  return {
    caseId,
    steps,
    /** Why some of it is not known. */
    error: list.error ?? found.error ?? rows.error ?? failed.error,
    isPending: list.isPending || (enabled && (found.isPending || rows.isPending || failed.isPending)),
  };
};

/** Whether the person has put it away on Home; the case keeps its guide. */
interface Dismissal {
  readonly isDismissed: boolean;
}

const dismissal = createStore<Dismissal>()(
  persist((): Dismissal => ({ isDismissed: false }), { name: 'carryover-first-migration', version: 1 }),
);

export const useDismissal = (): boolean => useStore(dismissal, ({ isDismissed }) => isDismissed);
export const setDismissed = (isDismissed: boolean): void => {
  dismissal.setState({ isDismissed });
};
