import { isAbsolute } from 'node:path';
import { runTask } from '#base/worker/run-task.ts';
import { Closed, Uuid } from '#contract/common.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import type { Job } from '#contract/job.ts';
import { type ParityReport, ParityRequest, type RecordedRequest } from '#contract/parity.ts';
import type { Receiver } from '#contract/receiver.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { type FrozenPlan, planOf } from '#desk/cutover/on-target.ts';
import type { JobHandle, Jobs, Work } from '#desk/jobs/jobs.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { plannedUrl } from './planned-url.ts';
import type { ParityTask } from './recordings/read-recordings.ts';

interface Parts {
  readonly context: DeskContext;
  readonly cases: Cases;
  readonly jobs: Jobs;
  readonly receiver: Pick<Receiver, 'show' | 'received'>;
}

/** Comparisons of recordings by the plan that is frozen for the case's target. */
export const createParity = (parts: Parts) => {
  const { cases, jobs } = parts;
  const start = jobs.define('parity', {
    kind: 'parity',
    input: Closed({ caseId: Uuid, request: ParityRequest }),
    caseOf: ({ caseId }) => caseId,
    filesOf: ({ request: { recordings = [] } }) => recordings.map(({ path }) => path),
    once: ({ request: { receiver } }) =>
      receiver
        ? 'What the receiver had captured is gone with that process: capture it again, then compare.'
        : undefined,
    async begin({ caseId, request }, actor): Promise<Work> {
      refuseUnusable(request);
      const state = await cases.state(caseId);
      if (state.state !== 'open') throw new CatalogueError('case.notOpen', { state: state.state });
      const planned = planOf(state);
      if (planned === undefined) throw new CatalogueError('cutover.noPlan');
      const { digest, targetId } = planned;
      return async (job): Promise<ParityReport> => {
        const report = await compare(parts, planned, request, job);
        const content = { targetId, source: 'recordings' as const, planDigest: digest, report };
        const compared = { kind: 'cutover.compared' as const, content };
        await cases.act(caseId, actor, compared, { afterwards: (tx) => job.done(tx, report) });
        return report;
      };
    },
  });
  return {
    /**
     * Compares in a job whose result is the report, which is recorded; nothing is, if it is cancelled or fails.
     * @throws CatalogueError `case.notFound`, `case.notOpen`, `cutover.noPlan`, `request.invalid`
     */
    start: (caseId: string, request: ParityRequest, actor: string): Promise<Job> =>
      start({ caseId, request }, actor),
  };
};

const refuseUnusable = ({ recordings = [], receiver = false }: ParityRequest): void => {
  if (recordings.length === 0 && !receiver) {
    const message =
      'Name recordings (HAR or JSON lines), or compare what the receiver captured: receiver = true.';
    throw invalid({ itemId: 'recordings', message, validatorName: 'required' });
  }
  for (const [index, { path }] of recordings.entries()) {
    if (isAbsolute(path)) continue;
    const message = `recordings[${index}].path must be an absolute path.`;
    throw invalid({ itemId: `recordings[${index}].path`, message, validatorName: 'absolutePath' });
  }
};

/** Reading may take as long as there are files; one piece of one takes far less than this. */
const bounds = {
  what: 'The recording',
  timeMs: 120_000,
  heapMb: 1024,
  nurseryMb: 64,
  resultBytes: 16 * 1_048_576,
};

const compare = async (
  { context, receiver: module }: Parts,
  { plan }: FrozenPlan,
  { recordings = [], receiver = false, withinMs }: ParityRequest,
  { signal, progress }: JobHandle,
): Promise<ParityReport> => {
  const task: ParityTask = {
    plan,
    paths: recordings.map(({ path }) => path),
    captured: receiver ? await capturedBy(module, plannedUrl(plan)) : [],
    withinMs,
    dataDir: context.dataDir,
    fingerprintKey: context.fingerprintKey,
  };
  const report = await runTask<ParityReport>('parity', task, { ...bounds, signal, progress, isLong: true });
  signal.throwIfAborted();
  return report;
};

/**
 * What the built-in receiver captured, as a recording has it: header values in full, which go nowhere else. It stands for
 * the URLs of the plan, as in a dual run.
 */
const capturedBy = async (
  { show, received }: Parts['receiver'],
  urlOf: (request: RecordedRequest) => string,
): Promise<RecordedRequest[]> => {
  const { port } = await show();
  const requests = await received({ reveal: true });
  return requests
    .filter(({ method }) => method === 'POST')
    .map(({ at, path, headers, body, answered }) => ({
      at,
      url: `http://127.0.0.1:${port ?? 0}${path}`,
      headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
      body,
      statusCode: answered.statusCode,
    }))
    .map((request) => ({ ...request, url: urlOf(request) }));
};
