import { ClockView } from '#contract/clock.ts';
import { ControlAbout, type KitControl, UntilRequest, WaitRequest, WaitResult } from '#contract/control.ts';
import { type ApiApp, answers, optionsFor } from './app.ts';

/** What only the control API has: waiting, and time until a goal. */
export const kitRoutes = (app: ApiApp, kit: KitControl): void => {
  app.get('/', optionsFor('about')('Show addresses, clock and seed', answers(ControlAbout)), () =>
    kit.about(),
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
