import { SeedResult, Snapshot } from '#contract/sandbox.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { type ApiApp, answers, nothing, optionsFor } from './app.ts';

const options = optionsFor('sandbox');
/** A snapshot holds whole companies; it may be larger than what the public API takes at once. */
const snapshotLimitBytes = 64 * 1_048_576;

/** The sandbox as a whole: filling and emptying it. */
export const sandboxRoutes = (app: ApiApp, { sandbox }: ServiceControl): void => {
  app.post(
    '/seed',
    {
      bodyLimit: snapshotLimitBytes,
      config: { mostValues: 3_000_000 },
      ...options('Seed the sandbox from a snapshot', answers(SeedResult), { body: Snapshot }),
    },
    (request) => sandbox.seed(request.body),
  );
  app.post('/reset', options('Reset the sandbox', nothing), async (_request, reply) => {
    await sandbox.reset();
    return reply.code(204).send(null);
  });
};
