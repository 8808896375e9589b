import { Type } from 'typebox';
import { ClockView } from '#contract/clock.ts';
import { Uuid } from '#contract/common.ts';
import {
  ControlAbout,
  Fork,
  HandOver,
  type KitControl,
  UntilRequest,
  WaitRequest,
  WaitResult,
} from '#contract/control.ts';
import { RestoreState, StateName } from '#contract/states.ts';
import { type ApiApp, answers, nothing, optionsFor } from './app.ts';
import { FileBytes, sendFile } from './states.ts';

/** What only the control API has: waiting, time until a goal, and forks. */
export const kitRoutes = (app: ApiApp, kit: KitControl): void => {
  app.get('/', optionsFor('about')('Show addresses, clock and seed', answers(ControlAbout)), () =>
    kit.about(),
  );
  app.post(
    '/states/:name/fork',
    optionsFor('states')('Start another service on a state', answers(Fork), {
      params: Type.Object({ name: StateName }),
      body: Type.Union([RestoreState, Type.Null()]),
    }),
    ({ params, body }) => kit.fork(params.name, body ?? {}),
  );
  app.post(
    '/states/:name/file',
    optionsFor('states')('Download the file of a state, for a passphrase to open', answers(FileBytes), {
      params: Type.Object({ name: StateName }),
      body: HandOver,
    }),
    async ({ params: { name }, body }, reply) => sendFile(reply, name, await kit.handOver(name, body)),
  );
  app.delete(
    '/forks/:id',
    optionsFor('states')('Stop a fork', nothing, { params: Type.Object({ id: Uuid }) }),
    async (request, reply) => {
      await kit.endFork(request.params.id);
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/clock/until',
    optionsFor('clock')('Advance virtual time until a goal', answers(ClockView), { body: UntilRequest }),
    (request) => kit.until(request.body),
  );
  app.post(
    '/wait',
    optionsFor('wait')('Wait for a delivery, message, API request or received webhook', answers(WaitResult), {
      body: WaitRequest,
    }),
    (request, reply) => {
      const gone = new AbortController();
      // Whoever has hung up must not move the clock any more.
      reply.raw.once('close', () => gone.abort());
      return kit.wait(request.body, gone.signal);
    },
  );
};
