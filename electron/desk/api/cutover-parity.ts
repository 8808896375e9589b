import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import { Job } from '#contract/job.ts';
import { ParityRequest } from '#contract/parity.ts';
import { actorOf } from './actor.ts';
import { answers, type DeskApp, optionsFor } from './app.ts';
import type { DiskPaths } from './disk-paths.ts';
import type { DeskModules } from './modules.ts';

/** Recordings of both mechanisms, compared. Source: `docs/reference/rules/cutover.md#parity`. */
export const cutoverParityRoutes = (
  app: DeskApp,
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
