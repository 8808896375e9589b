import { Type } from 'typebox';
import { Recording, RequestDetail, RequestPage, RequestQuery } from '#contract/request-log.ts';
import { RequestProblems, SendRequest, SentResponse } from '#contract/request-runner.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { answers, type DeskApp, nothing, optionsFor } from './app.ts';

const options = optionsFor('requests');
/** A body of 1 MiB, in a text of JSON. */
const sendLimitBytes = 3 * 1_048_576;
const AnyObject = Type.Object({}, { additionalProperties: true });
const params = Type.Object({
  requestId: Type.String({ pattern: '^\\d{1,15}$', description: 'An id of the log.' }),
});

/** The request log of the public API. */
export const requestRoutes = (app: DeskApp, { sandbox }: ServiceControl): void => {
  app.get(
    '/api/requests',
    options('List requests to the public API, newest first, by key', answers(RequestPage), {
      querystring: RequestQuery,
    }),
    (request) => sandbox.requests(request.query),
  );
  app.get(
    '/api/requests/:requestId',
    options('Show a request with its recorded headers and bodies', answers(RequestDetail), { params }),
    (request) => sandbox.showRequest(request.params.requestId),
  );
  app.post(
    '/api/requests/send',
    {
      bodyLimit: sendLimitBytes,
      ...options('Send a request to the public API', answers(SentResponse), { body: SendRequest }),
    },
    (request) => sandbox.sendRequest(request.body),
  );
  app.post(
    '/api/requests/check',
    {
      bodyLimit: sendLimitBytes,
      ...options(
        'Check a request by the schema of its operation, without sending it',
        answers(RequestProblems),
        {
          body: SendRequest,
        },
      ),
    },
    (request) => sandbox.checkRequest(request.body),
  );
  app.get(
    '/api/public-openapi',
    options('Show the OpenAPI document of the public API', answers(AnyObject)),
    () => sandbox.openApi(),
  );
  app.get('/api/recording', options('Show how much is recorded', answers(Recording)), () =>
    sandbox.recording(),
  );
  app.delete(
    '/api/recording',
    options('Delete the recorded headers and bodies of all requests', nothing),
    async (_request, reply) => {
      await sandbox.forgetBodies();
      return reply.code(204).send(null);
    },
  );
};
