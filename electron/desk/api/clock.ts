import { AdvanceRequest, ClockView, Upcoming, UpcomingQuery } from '#contract/clock.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { answers, type DeskApp } from './app.ts';

/** The service's clock. `advance` answers when everything that fell due is done. */
export const clockRoutes = (app: DeskApp, { clock }: ServiceControl): void => {
  const tags = ['clock'];
  app.get('/api/clock', { schema: { tags, summary: 'Show the clock', response: answers(ClockView) } }, () =>
    clock.show(),
  );
  app.post(
    '/api/clock/advance',
    {
      schema: {
        tags,
        summary: 'Move virtual time forward, running all that falls due',
        body: AdvanceRequest,
        response: answers(ClockView),
      },
    },
    (request) => clock.advance(request.body),
  );
  app.post(
    '/api/clock/pause',
    { schema: { tags, summary: 'Hold everything that falls due back', response: answers(ClockView) } },
    () => clock.pause(),
  );
  app.post('/api/clock/resume', { schema: { tags, summary: 'Go on', response: answers(ClockView) } }, () =>
    clock.resume(),
  );
  app.get(
    '/api/clock/upcoming',
    {
      schema: {
        tags,
        summary: 'What falls due next, and with `until` how much up to then',
        querystring: UpcomingQuery,
        response: answers(Upcoming),
      },
    },
    (request) => clock.upcoming(request.query),
  );
};
