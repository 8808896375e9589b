import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import { RehearsalOutcome, RehearsalRequest, Run } from '#contract/token-runs.ts';
import type { Rehearsals } from '#desk/tokens/tokens.ts';
import { actorOf } from './actor.ts';
import { answers, type DeskApp, optionsFor } from './app.ts';

const options = optionsFor('tokens');
/** As many references as may be named, each as long as it may be, in signs of four bytes or escaped. */
const refsBody = 10_000 * 200 * 6 + 65_536;

/** Rehearsals of a token migration; followed, listed and cancelled like every other run. */
export const tokenRehearsalRoutes = (app: DeskApp, rehearsals: Rehearsals): void => {
  app.post(
    '/api/cases/:id/tokens/rehearsals',
    {
      bodyLimit: refsBody,
      ...options(
        'Start a rehearsal on a temporary instance of the service with simulated tokens; it runs in the background',
        answers(Run),
        { params: Type.Object({ id: Uuid }), body: Type.Union([RehearsalRequest, Type.Null()]) },
      ),
    },
    (request) => rehearsals.start(request.params.id, request.body ?? {}, actorOf(request)),
  );
  app.get(
    '/api/cases/:id/tokens/rehearsals/:runId',
    options('Show the results of a rehearsal by behaviour', answers(RehearsalOutcome), {
      params: Type.Object({ id: Uuid, runId: Uuid }),
    }),
    (request) => rehearsals.outcome(request.params.id, request.params.runId),
  );
};
