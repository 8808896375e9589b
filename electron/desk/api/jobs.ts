import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import { CatalogueError } from '#contract/errors.ts';
import { Job, JobList } from '#contract/job.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import { seesAll } from '#desk/core/sight.ts';
import { onDesk } from '#desk/people/rights.ts';
import { actorOf } from './actor.ts';
import { callerOf, requireAt, sightIn } from './caller.ts';
import type { DeskModules } from './modules.ts';

const options = optionsFor('jobs');
const params = Type.Object({ id: Uuid });

/** Long work: how far it is, and its cancelling. Its progress is on the stream too. */
export const jobRoutes = (app: ApiApp, modules: Pick<DeskModules, 'jobs' | 'cases'>): void => {
  const { jobs } = modules;
  const seen = seenJobs(modules);
  app.get(
    '/api/jobs',
    options('List jobs, newest first, without their results', answers(JobList)),
    async (request) => ({
      results: (await seen(request, jobs.list())).map(({ result: _, ...job }) => job),
    }),
  );
  app.get('/api/jobs/:id', options('Show a job', answers(Job), { params }), (request) =>
    seenJob(seen, request, jobs.show(request.params.id)),
  );
  app.post(
    '/api/jobs/:id/cancel',
    options('Cancel a job; responds once it has ended', answers(Job), { params }),
    async (request) => {
      const { id, caseId } = await seenJob(seen, request, jobs.show(request.params.id));
      if (jobs.starterOf(id) !== actorOf(request)) await requireChange(modules, request, caseId);
      return jobs.cancel(id);
    },
  );
};

type Seen = (request: FastifyRequest, all: readonly Job[]) => Promise<Job[]>;

/** Those of cases that the caller may see, and those that the caller started; others may tell of several cases. */
export const seenJobs =
  ({ jobs, cases }: Pick<DeskModules, 'jobs' | 'cases'>): Seen =>
  async (request, all) => {
    const sight = sightIn(request);
    if (seesAll(sight)) return [...all];
    const ids = all.flatMap(({ caseId }) => caseId ?? []);
    const visible = new Set((await cases.byIds([...new Set(ids)], sight)).map(({ id }) => id));
    const starter = actorOf(request);
    return all.filter(({ id, caseId }) =>
      caseId === undefined ? jobs.starterOf(id) === starter : visible.has(caseId),
    );
  };

const seenJob = async (seen: Seen, request: FastifyRequest, job: Job): Promise<Job> => {
  const [found] = await seen(request, [job]);
  if (found === undefined) throw new CatalogueError('job.notFound', { jobId: job.id });
  return found;
};

/** @throws CatalogueError `people.notAllowed` */
const requireChange = async (
  { cases }: Pick<DeskModules, 'cases'>,
  request: FastifyRequest,
  caseId: string | undefined,
): Promise<void> => {
  if (callerOf(request) === undefined) return;
  const [found] = caseId === undefined ? [] : await cases.byIds([caseId]);
  requireAt(request, 'engineer', found === undefined ? onDesk : { kind: 'case', ...found });
};
