import PQueue from 'p-queue';
import { Closed, Uuid } from '#contract/common.ts';
import { CatalogueError } from '#contract/errors.ts';
import { formatCount } from '#contract/format.ts';
import type { CompanyResult } from '#contract/token-runs.ts';
import {
  type RecordedSample,
  type SampleCheck,
  SampleRequest,
  type SampleRow,
} from '#contract/token-samples.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { readResults } from '#desk/cases/run-results.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { JobHandle, Jobs, RunningJob, Work } from '#desk/jobs/jobs.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Tx } from '#desk/store/store.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { type EndedRun, endedRuns } from '#desk/tokens/reconciliation/last-run.ts';
import { refuseUnfinished } from '#desk/tokens/run/run-state.ts';
import type { Samples } from '#desk/tokens/tokens.ts';
import { drawSample } from './draw.ts';
import { type MigratedRow, readBack } from './read-back.ts';

interface Parts {
  readonly cases: Cases;
  readonly targets: Targets;
  readonly jobs: Jobs;
}

/** Samples of migrated companies, read back from the target and recorded. */
export const createSamples = (context: DeskContext, parts: Parts): Samples => {
  const { cases, jobs } = parts;
  const start = jobs.define('sample', {
    kind: 'sample',
    input: Closed({ caseId: Uuid, request: SampleRequest }),
    caseOf: ({ caseId }) => caseId,
    async begin({ caseId, request }, actor): Promise<Work> {
      // What can be refused at once is.
      await lastOf(context, parts, caseId);
      return (job) => carryOut(context, parts, { caseId, request, actor, job });
    },
  });
  return {
    async list(caseId) {
      const { sampleChecks } = await cases.state(caseId);
      return { results: [...sampleChecks].reverse() };
    },
    // One that is resumed reads the same rows.
    start: (caseId, { size, seed = context.newId() }, actor) =>
      start({ caseId, request: { size, seed } }, actor),
  };
};

/** @throws CatalogueError `case.notOpen`, `tokens.runActive`, `tokens.noSample` */
const lastOf = async (
  { store }: DeskContext,
  { cases }: Parts,
  caseId: string,
): Promise<{ readonly last: EndedRun; readonly migrated: readonly MigratedRow[] }> => {
  const state = await cases.state(caseId);
  if (state.state !== 'open') throw new CatalogueError('case.notOpen', { state: state.state });
  await store.read((reader) => refuseUnfinished(reader, caseId));
  const onTarget = state.tokenRuns.filter(({ started }) => started.targetId === state.targetId);
  const last = endedRuns(state, await readResults(cases, state, onTarget)).at(-1);
  const migrated = last === undefined ? [] : last.results.companies.filter(isMigrated);
  if (last === undefined || migrated.length === 0) {
    throw new CatalogueError('tokens.noSample');
  }
  return { last, migrated };
};

const isMigrated = (company: CompanyResult): company is CompanyResult & MigratedRow => {
  const { state, ref, platformKey, companyId, connectionId } = company;
  return state === 'done' && [ref, platformKey, companyId, connectionId].every((one) => one !== undefined);
};

interface Wanted {
  readonly caseId: string;
  readonly request: SampleRequest;
  readonly actor: string;
  readonly job: RunningJob;
}

const carryOut = async (
  context: DeskContext,
  parts: Parts,
  { caseId, request: { size, seed = context.newId() }, actor, job }: Wanted,
): Promise<RecordedSample> => {
  const { last, migrated } = await lastOf(context, parts, caseId);
  const { runId, targetId, targetName } = last.run.started;
  const drawn = drawSample(migrated, size, seed);
  const rows = await readAll(parts, targetId, drawn, job);
  const content: SampleCheck = { runId, targetId, targetName, seed, of: migrated.length, rows };
  const checked = { kind: 'tokens.sampleChecked' as const, content };
  const recordedIn = ({ sampleChecks }: CaseState) => sampleChecks.at(-1) as RecordedSample;
  const afterwards = (tx: Tx, state: CaseState) => job.done(tx, recordedIn(state));
  return recordedIn(await parts.cases.act(caseId, actor, checked, { afterwards }));
};

/** As many at a time as the target takes; its limits and retries are the client's. In the order of the draw. */
const readAll = async (
  { targets }: Parts,
  targetId: string,
  drawn: readonly MigratedRow[],
  { signal, progress }: JobHandle,
): Promise<SampleRow[]> => {
  const client = await targets.client(targetId);
  const queue = new PQueue({ concurrency: client.target.concurrency });
  let done = 0;
  const tell = (): void =>
    progress({
      done,
      total: drawn.length,
      unit: 'steps',
      text: `Reading back ${formatCount(drawn.length, 'company', 'companies')}`,
    });
  const readOne = async (row: MigratedRow): Promise<SampleRow> => {
    const found = await readBack(client, row, signal);
    done += 1;
    tell();
    return found;
  };
  tell();
  try {
    return await Promise.all(drawn.map((row) => queue.add(() => readOne(row), { signal })));
  } finally {
    queue.clear();
  }
};
