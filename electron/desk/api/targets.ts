import { Type } from 'typebox';
import { Closed } from '#contract/common.ts';
import { RecordRequest } from '#contract/fidelity.ts';
import { Job } from '#contract/job.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { Target, TargetList, TargetPatch, TargetRequest, TargetTest } from '#contract/target.ts';
import { type ApiApp, answers, nothing, optionsFor } from '#control/app.ts';
import { seesTarget } from '#desk/core/sight.ts';
import type { Work } from '#desk/jobs/jobs.ts';
import { recordTarget } from '#desk/targets/record-target.ts';
import type { ApiDocument } from '#fidelity/document.ts';
import { actorOf } from './actor.ts';
import { sightIn } from './caller.ts';
import type { DeskModules } from './modules.ts';

const options = optionsFor('targets');
const response = answers(Target);
const params = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'The id of a target, or its name.' }),
});

/** Where plans are carried out. No answer holds a key in clear text. */
export const targetRoutes = (
  app: ApiApp,
  { targets, jobs }: Pick<DeskModules, 'targets' | 'jobs'>,
  { sandbox }: Pick<ServiceControl, 'sandbox'>,
): void => {
  const record = jobs.define('recording', {
    kind: 'recording',
    input: Closed({ targetId: Type.String(), request: RecordRequest }),
    async begin({ targetId, request: { customData } }): Promise<Work> {
      const client = await targets.client(targetId);
      const document = (await sandbox.openApi()) as ApiDocument;
      return ({ signal, progress }) =>
        recordTarget(client, {
          document,
          customData,
          signal,
          progress: (done, text) => progress({ done, unit: 'requests', text }),
        });
    },
  });
  app.get(
    '/api/targets',
    options('List the targets, the local service first', answers(TargetList)),
    async (request) => {
      const sight = sightIn(request);
      return { results: (await targets.list()).filter(({ id }) => seesTarget(sight, id)) };
    },
  );
  app.post('/api/targets', options('Add a remote target', response, { body: TargetRequest }), (request) =>
    targets.add(request.body),
  );
  app.get('/api/targets/:id', options('Show a target', response, { params }), async (request) =>
    targets.show(await targets.idOf(request.params.id)),
  );
  app.patch(
    '/api/targets/:id',
    options('Change a remote target', response, { params, body: TargetPatch }),
    async (request) => targets.change(await targets.idOf(request.params.id), request.body),
  );
  app.delete(
    '/api/targets/:id',
    options('Remove an unused remote target', nothing, { params }),
    async (request, reply) => {
      await targets.remove(await targets.idOf(request.params.id));
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/api/targets/:id/test',
    options('Test the connection and permissions of a target, read-only', answers(TargetTest), { params }),
    async (request) => targets.test(await targets.idOf(request.params.id)),
  );
  app.post(
    '/api/targets/:id/record',
    options('Record responses of a target without its data, as a job', answers(Job), {
      description:
        'Makes read-only calls of every operation, and never one of the alerts endpoints. The result is RecordedCalls.',
      params,
      body: RecordRequest,
    }),
    async (request) =>
      record({ targetId: await targets.idOf(request.params.id), request: request.body }, actorOf(request)),
  );
};
