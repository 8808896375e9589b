import { CutoverView } from '#contract/cutover.ts';
import type { DeskApp } from './app.ts';
import type { DeskModules } from './modules.ts';
import { routesOfCase } from './routes-of-case.ts';

/** The cutover of a case: its plan, stages, soak and rollback. Source: `docs/reference/rules/cutover.md`. */
export const cutoverStageRoutes = (app: DeskApp, { cutover }: Pick<DeskModules, 'cutover'>): void => {
  const { answering } = routesOfCase(app, 'cutover');
  const { get } = answering(CutoverView);
  get('/cutover', 'Show the cutover of a case', cutover.view);
};
