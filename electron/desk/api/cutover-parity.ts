import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import { Job } from '#contract/job.ts';
import { ParityRequest } from '#contract/parity.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import { actorOf } from './actor.ts';
import type { DiskPaths } from './disk-paths.ts';
import type { DeskModules } from './modules.ts';

/** Recordings of both mechanisms, compared. Source: `docs/reference/rules/cutover.md#parity`. */
export const cutoverParityRoutes = (
  app: ApiApp,
  { cutover }: Pick<DeskModules, 'cutover'>,
  paths: DiskPaths,
): void => {
  const options = optionsFor('cutover');
  app.post(
    '/api/cases/:id/cutover/parity',
    options('Compare recordings of both mechanisms as a job, whose result is a ParityReport', answers(Job), {
      params: Type.Object({ id: Uuid }),
      body: ParityRequest,
    }),
    (request) =>
      cutover.parity.start(request.params.id, paths.ofParity(request, request.body), actorOf(request)),
  );
};
