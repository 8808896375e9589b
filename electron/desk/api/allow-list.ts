import { systemTime, toIso } from '#base/clock.ts';
import { runTask } from '#base/worker/run-task.ts';
import { AllowListRequest, AllowListResult } from '#contract/allow-list.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { actorOf } from './actor.ts';

const options = optionsFor('allow-list');

/** The longest text that the schema takes, in JSON, where quotes and line breaks take two bytes. */
const allowListBody = 12 * 1_048_576;

/** Five megabytes take some seconds, on a machine that is busy more. */
const bounds = { what: 'The rule set', timeMs: 60_000, heapMb: 1024, resultBytes: 16 * 1_048_576 };

/** Whether a consumer's firewall lets the service in. */
export const allowListRoutes = (app: ApiApp, cases: Cases): void => {
  app.post(
    '/api/allow-list',
    {
      bodyLimit: allowListBody,
      ...options(
        'Check whether firewall rules allow both source addresses; recorded if a case is named',
        answers(AllowListResult),
        { body: AllowListRequest },
      ),
    },
    async (request) => {
      const { caseId, webhookId } = request.body;
      const input = { request: request.body, at: toIso(systemTime.now()) };
      const result = await runTask<AllowListResult>('allow-list', input, bounds);
      if (caseId !== undefined) {
        const content = { ...(webhookId === undefined ? {} : { webhookId }), result };
        await cases.act(caseId, actorOf(request), { kind: 'firewall.checked', content });
      }
      return result;
    },
  );
};
