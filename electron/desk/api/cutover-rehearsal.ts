import { DualRunView, RehearsalSize, RehearseRequest } from '#contract/cutover.ts';
import { Job } from '#contract/job.ts';
import type { ApiApp } from '#control/app.ts';
import type { DeskModules } from './modules.ts';
import { routesOfCase } from './routes-of-case.ts';

/** Both mechanisms side by side, before or beside the cutover. Source: `docs/reference/rules/cutover.md#parity`. */
export const cutoverRehearsalRoutes = (app: ApiApp, { cutover }: Pick<DeskModules, 'cutover'>): void => {
  const { answering } = routesOfCase(app, 'cutover');
  answering(Job).post(
    '/cutover/rehearsal',
    'Rehearse the frozen plan on a temporary instance, and compare both mechanisms',
    RehearseRequest,
    cutover.rehearsals.start,
  );
  answering(RehearsalSize).get(
    '/cutover/rehearsal',
    'Show how much a rehearsal of the frozen plan sends',
    cutover.rehearsals.size,
  );
  const { get, act } = answering(DualRunView);
  const { dualRuns } = cutover;
  get('/cutover/dual-run', 'Show the dual run that is under way, or the last one', dualRuns.view);
  act('/cutover/dual-run', 'Start a dual run: both mechanisms at once', dualRuns.start);
  act('/cutover/dual-run/stop', 'Stop the dual run and record its comparison', dualRuns.stop);
};
