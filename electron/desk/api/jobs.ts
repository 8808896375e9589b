import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import { Job, JobList } from '#contract/job.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Jobs } from '#desk/jobs/jobs.ts';

const options = optionsFor('jobs');
const params = Type.Object({ id: Uuid });

/** Long work: how far it is, and its cancelling. Its progress is on the stream too. */
export const jobRoutes = (app: ApiApp, jobs: Jobs): void => {
  app.get(
    '/api/jobs',
    options('List jobs, newest first, without their results', answers(JobList)),
    async () => ({ results: jobs.list().map(({ result: _, ...job }) => job) }),
  );
  app.get('/api/jobs/:id', options('Show a job', answers(Job), { params }), async (request) =>
    jobs.show(request.params.id),
  );
  app.post(
    '/api/jobs/:id/cancel',
    options('Cancel a job; responds once it has ended', answers(Job), { params }),
    (request) => jobs.cancel(request.params.id),
  );
};
