import { RequestPage, RequestQuery } from '#contract/request-log.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { answers, type DeskApp } from './app.ts';

/** The request log of the public API. */
export const requestRoutes = (app: DeskApp, { sandbox }: ServiceControl): void => {
  app.get(
    '/api/requests',
    {
      schema: {
        tags: ['requests'],
        summary: 'List requests to the public API, newest first, by key',
        querystring: RequestQuery,
        response: answers(RequestPage),
      },
    },
    (request) => sandbox.requests(request.query),
  );
};
