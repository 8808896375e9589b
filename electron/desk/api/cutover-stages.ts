import {
  ApplyRequest,
  CompleteRequest,
  CutoverView,
  RollbackPreview,
  RollbackRequest,
  SoakRequest,
} from '#contract/cutover.ts';
import type { ApiApp } from '#control/app.ts';
import type { DeskModules } from './modules.ts';
import { routesOfCase } from './routes-of-case.ts';

type Parts = Pick<DeskModules, 'cutover' | 'watch'>;

/** The cutover of a case: its stages, soak, rollback and end. Source: `docs/reference/rules/cutover.md#states`. */
export const cutoverStageRoutes = (app: ApiApp, { cutover, watch }: Parts): void => {
  const { answering, markdown } = routesOfCase(app, 'cutover');
  const { get, post, act } = answering(CutoverView);

  get('/cutover', 'Show the cutover of a case', async (id) => {
    await watch.checkIfLocal(id);
    await cutover.settleSoak(id);
    return cutover.view(id);
  });
  post('/cutover/apply', 'Carry out the frozen plan on the local service', ApplyRequest, cutover.apply);
  markdown('/cutover/corrections.md', 'Show what the provider has to correct', cutover.corrections);
  post('/cutover/soak', 'Start the soak of a verified cutover', SoakRequest, async (id, body, actor) => {
    await watch.check(id);
    return cutover.startSoak(id, body, actor);
  });
  act('/cutover/soak/observe', 'Look at the deliveries of the soak now', async (id, actor) => {
    await watch.check(id);
    return cutover.observeSoak(id, actor);
  });
  post(
    '/cutover/complete',
    'Complete the cutover after its soak',
    CompleteRequest,
    async (id, body, actor) => {
      await watch.check(id);
      return cutover.complete(id, body, actor);
    },
  );
  answering(RollbackPreview).get('/cutover/rollback', 'Show what a rollback undoes', cutover.rollbackPreview);
  post('/cutover/rollback', 'Roll back the cutover', RollbackRequest, async (id, body, actor) => {
    await watch.check(id);
    return cutover.rollBack(id, body, actor);
  });
};
