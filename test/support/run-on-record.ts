import { randomUUID } from 'node:crypto';
import type { CaseActionOf } from '#contract/case.ts';
import { type CompanyResult, type RunKind, type RunResults, runKinds } from '#contract/token-runs.ts';
import type { Cases } from '#desk/cases/cases.ts';

const actor = 'Ada';

export interface RunOnRecord {
  readonly kind?: RunKind;
  readonly companies: readonly CompanyResult[];
  readonly calls?: Record<string, number>;
  readonly duplicates?: RunResults['duplicates'];
  readonly breaks?: boolean;
  readonly targetName?: string;
}

const ledger = (entries: number) => ({ entries, digest: `${entries}`.padStart(64, 'abcdef0123456789') });

/** Puts a run with its results into a case, as the engine does at its end. Answers its id and that of its results. */
export const putRun = async (
  cases: Cases,
  caseId: string,
  { kind = 'run', companies, calls = {}, duplicates = [], breaks = false, targetName = 'local' }: RunOnRecord,
): Promise<{ runId: string; attachmentId: string }> => {
  const runId = randomUUID();
  const rows = companies.filter(({ state }) => state !== 'invalid').length;
  const started: CaseActionOf<'tokens.runStarted'>['content'] = {
    runId,
    kind,
    targetId: 'local',
    targetName,
    rows,
    options: {},
    ledger: ledger(0),
  };
  const of = (...states: string[]) => companies.filter(({ state }) => states.includes(state)).length;
  const counts = {
    rows,
    ready: of('ready'),
    running: of('running'),
    syncing: of('syncing'),
    done: of('done'),
    failed: of('failed'),
    undone: of('undone'),
  };
  await cases.act(caseId, actor, { kind: 'tokens.runStarted', content: started });
  if (breaks) {
    const paused = { runId, why: 'Ctrl-C', counts: { ...counts, done: 1 }, ledger: ledger(10) };
    await cases.act(caseId, actor, { kind: 'tokens.runPaused', content: paused });
    const resumed = { runId, after: 'paused' as const, ledger: ledger(10) };
    await cases.act(caseId, actor, { kind: 'tokens.runResumed', content: resumed });
  }
  const results: RunResults = {
    format: 'carryover-run-results',
    version: 1,
    runId,
    kind,
    targetName,
    companies: [...companies],
    calls,
    duplicates,
  };
  const content = Buffer.from(JSON.stringify(results)).toString('base64');
  const name = `run-${runKinds.indexOf(kind)}-results.json`;
  const attached = await cases.attach(caseId, { name, content }, actor);
  const attachmentId = attached.attachments.at(-1)?.id as string;
  const failures: Record<string, number> = {};
  for (const { state, cause } of companies) {
    if (state === 'failed' && cause !== undefined) failures[cause] = (failures[cause] ?? 0) + 1;
  }
  await cases.act(caseId, actor, {
    kind: 'tokens.runEnded',
    content: {
      runId,
      state: 'done',
      counts,
      failures,
      calls,
      duplicates: duplicates.length,
      ledger: ledger(companies.length * 10),
      results: attachmentId,
    },
  });
  return { runId, attachmentId };
};

/** A company that was migrated, unless said otherwise; ids follow from its number. */
export const companyNumber = (n: number, other: Partial<CompanyResult> = {}): CompanyResult => ({
  line: n + 1,
  ref: `customer-${n}`,
  name: `Company ${n}`,
  platformKey: 'gbol',
  state: 'done',
  companyId: uuidOf(n),
  companyOrigin: 'created',
  connectionId: uuidOf(n + 500_000),
  connectionOrigin: 'created',
  connectionStatus: 'Linked',
  calls: 7,
  callMs: 90 + (n % 40),
  durationMs: 4000 + (n % 97) * 130,
  datasets: { Complete: 28 },
  ...other,
});

/** One that nothing was sent of. */
export const unsent = (n: number, other: Partial<CompanyResult>): CompanyResult => {
  const { line, ref, name, platformKey } = companyNumber(n);
  const about = { line, ref, name, platformKey } as Pick<CompanyResult, 'line'>;
  return { ...about, state: 'ready', calls: 0, callMs: 0, datasets: {}, ...other };
};

const uuidOf = (n: number): string => `7c9e6679-7425-40de-944b-${n.toString(16).padStart(12, '0')}`;
