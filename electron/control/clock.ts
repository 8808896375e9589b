import { AdvanceRequest, ClockView, Upcoming, UpcomingQuery } from '#contract/clock.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { type ApiApp, answers, optionsFor } from './app.ts';

/** The service's clock. `advance` answers when everything that fell due is done, or with an error when it is cancelled or paused on the way. */
export const clockRoutes = (app: ApiApp, { clock }: ServiceControl): void => {
  const options = optionsFor('clock');
  app.get('/clock', options('Show the clock', answers(ClockView)), () => clock.show());
  app.post(
    '/clock/advance',
    options('Advance virtual time and run everything due', answers(ClockView), { body: AdvanceRequest }),
    (request) => clock.advance(request.body),
  );
  app.post(
    '/clock/advance/cancel',
    options('Cancel the advance under way, once work that has begun is done', answers(ClockView)),
    () => clock.cancelAdvance(),
  );
  app.post('/clock/pause', options('Pause the clock', answers(ClockView)), () => clock.pause());
  app.post('/clock/resume', options('Resume the clock', answers(ClockView)), () => clock.resume());
  app.get(
    '/clock/upcoming',
    options('List what is due next; `until` counts what is due by then', answers(Upcoming), {
      querystring: UpcomingQuery,
    }),
    (request) => clock.upcoming(request.query),
  );
};
