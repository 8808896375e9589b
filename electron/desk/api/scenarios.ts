import { Job } from '#contract/job.ts';
import { scenarioLimits } from '#contract/scenario.ts';
import { PlayRequest, ScenarioList } from '#contract/scenarios.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Work } from '#desk/jobs/jobs.ts';
import { actorOf } from './actor.ts';
import type { DeskModules } from './modules.ts';

const options = optionsFor('scenarios');

/** Timed steps on virtual time, on a service of their own: the sandbox stays as it is. */
export const scenarioRoutes = (
  app: ApiApp,
  { scenarios, jobs }: Pick<DeskModules, 'scenarios' | 'jobs'>,
): void => {
  if (scenarios === undefined) return;
  const play = jobs.define('scenario', {
    kind: 'scenario',
    input: PlayRequest,
    async begin(request): Promise<Work> {
      const ready = scenarios.read(request);
      return ({ signal, progress }) =>
        ready.play(signal, (done, { text }) => progress({ done, total: ready.total, unit: 'steps', text }));
    },
  });
  app.get(
    '/api/scenarios',
    options('List the scenarios that come with the product', answers(ScenarioList)),
    async () => ({ results: scenarios.list() }),
  );
  app.post(
    '/api/scenarios/play',
    {
      ...options('Play a scenario on a service of its own, as a job', answers(Job), {
        description: 'On virtual time. The whole scenario is checked before. The result is a PlayedScenario.',
        body: PlayRequest,
      }),
      bodyLimit: 2 * scenarioLimits.bytes,
    },
    (request) => play(request.body, actorOf(request)),
  );
};
