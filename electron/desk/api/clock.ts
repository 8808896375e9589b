import { AdvanceRequest, ClockView, Upcoming, UpcomingQuery } from '#contract/clock.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { answers, type DeskApp, optionsFor } from './app.ts';

/** The service's clock. `advance` answers when everything that fell due is done, or with an error when it is cancelled or paused on the way. */
export const clockRoutes = (app: DeskApp, { clock }: ServiceControl): void => {
  const options = optionsFor('clock');
  app.get('/api/clock', options('Show the clock', answers(ClockView)), () => clock.show());
  app.post(
    '/api/clock/advance',
    options('Advance virtual time and run everything due', answers(ClockView), { body: AdvanceRequest }),
    (request) => clock.advance(request.body),
  );
  app.post(
    '/api/clock/advance/cancel',
    options('Cancel the advance under way, once work that has begun is done', answers(ClockView)),
    () => clock.cancelAdvance(),
  );
  app.post('/api/clock/pause', options('Pause the clock', answers(ClockView)), () => clock.pause());
  app.post('/api/clock/resume', options('Resume the clock', answers(ClockView)), () => clock.resume());
  app.get(
    '/api/clock/upcoming',
    options('List what is due next; `until` counts what is due by then', answers(Upcoming), {
      querystring: UpcomingQuery,
    }),
    (request) => clock.upcoming(request.query),
  );
};
