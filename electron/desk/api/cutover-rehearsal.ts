import { RehearseRequest } from '#contract/cutover.ts';
import { Job } from '#contract/job.ts';
import type { DeskApp } from './app.ts';
import type { DeskModules } from './modules.ts';
import { routesOfCase } from './routes-of-case.ts';

/** Both mechanisms side by side, before or beside the cutover. Source: `docs/reference/rules/cutover.md#parity`. */
export const cutoverRehearsalRoutes = (app: DeskApp, { cutover }: Pick<DeskModules, 'cutover'>): void => {
  const { answering } = routesOfCase(app, 'cutover');
  answering(Job).post(
    '/cutover/rehearsal',
    'Rehearse the frozen plan on a temporary instance, and compare both mechanisms',
    RehearseRequest,
    cutover.rehearsals.start,
  );
};
