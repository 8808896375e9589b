import { Closed, Uuid } from '#contract/common.ts';
import { type RehearsalSize, RehearseRequest } from '#contract/cutover.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Job } from '#contract/job.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { planOf } from '#desk/cutover/on-target.ts';
import type { Jobs, Work } from '#desk/jobs/jobs.ts';
import { checkConsumerUrl } from './consumer.ts';
import { type RehearsalParts, rehearse } from './rehearse.ts';
import { sizeOf } from './size.ts';

interface Parts extends RehearsalParts {
  readonly cases: Cases;
  readonly jobs: Jobs;
}

const defaultSeed = 1;

/** Rehearsals of the plan that is frozen for the case's target. */
export const createRehearsals = ({ cases, jobs, ...parts }: Parts) => {
  const start = jobs.define('rehearsal', {
    kind: 'rehearsal',
    input: Closed({ caseId: Uuid, request: RehearseRequest }),
    caseOf: ({ caseId }) => caseId,
    once: ({ request: { consumerUrl } }) =>
      consumerUrl === undefined
        ? undefined
        : 'Your consumer may have received some of the webhooks. Make sure that it may get them again, then start it again.',
    async begin({ caseId, request: { consumerUrl, seed } }, actor): Promise<Work> {
      const url = consumerUrl === undefined ? undefined : checkConsumerUrl(consumerUrl);
      const state = await cases.state(caseId);
      if (state.state !== 'open') throw new CatalogueError('case.notOpen', { state: state.state });
      const planned = planOf(state);
      if (planned === undefined) throw new CatalogueError('cutover.noPlan');
      const { plan, digest, targetId } = planned;
      const wanted = { plan, digest, consumerUrl: url, seed: seed ?? defaultSeed };
      return async (job) => {
        const report = await rehearse(parts, wanted, job);
        const content = { targetId, source: 'rehearsal' as const, planDigest: digest, report };
        const compared = { kind: 'cutover.compared' as const, content };
        await cases.act(caseId, actor, compared, { afterwards: (tx) => job.done(tx, report) });
        return report;
      };
    },
  });
  return {
    /** @throws CatalogueError `case.notFound`, `cutover.noPlan`, `target.unreachable`, `target.refused` */
    async size(caseId: string): Promise<RehearsalSize> {
      const planned = planOf(await cases.state(caseId));
      if (planned === undefined) throw new CatalogueError('cutover.noPlan');
      return sizeOf(planned.plan, await parts.targets.client(planned.targetId));
    },
    /**
     * Rehearses in a job whose result is the report, which is recorded; nothing is, if it is cancelled or fails.
     * @throws CatalogueError `case.notFound`, `case.notOpen`, `cutover.noPlan`, `request.invalid`
     */
    start: (caseId: string, request: RehearseRequest, actor: string): Promise<Job> =>
      start({ caseId, request }, actor),
  };
};
