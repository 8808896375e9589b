import { RequestPage, RequestQuery } from '#contract/request-log.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { answers, type DeskApp, optionsFor } from './app.ts';

const options = optionsFor('requests');

/** The request log of the public API. */
export const requestRoutes = (app: DeskApp, { sandbox }: ServiceControl): void => {
  app.get(
    '/api/requests',
    options('List requests to the public API, newest first, by key', answers(RequestPage), {
      querystring: RequestQuery,
    }),
    (request) => sandbox.requests(request.query),
  );
};
