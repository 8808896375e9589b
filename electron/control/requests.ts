import { Type } from 'typebox';
import { RequestDetail, RequestPage, RequestQuery } from '#contract/request-log.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { type ApiApp, answers, optionsFor } from './app.ts';

const options = optionsFor('requests');
const params = Type.Object({
  requestId: Type.String({ pattern: '^\\d{1,15}$', description: 'An id of the log.' }),
});

/** The request log of the public API. */
export const requestRoutes = (app: ApiApp, { sandbox }: ServiceControl): void => {
  app.get(
    '/requests',
    options('List requests to the public API, newest first, by key', answers(RequestPage), {
      querystring: RequestQuery,
    }),
    (request) => sandbox.requests(request.query),
  );
  app.get(
    '/requests/:requestId',
    options('Show a request with its recorded headers and bodies', answers(RequestDetail), { params }),
    (request) => sandbox.showRequest(request.params.requestId),
  );
};
