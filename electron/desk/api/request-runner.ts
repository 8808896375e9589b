import { Type } from 'typebox';
import { Recording } from '#contract/request-log.ts';
import { RequestProblems, SendRequest, SentResponse } from '#contract/request-runner.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { type ApiApp, answers, nothing, optionsFor } from '#control/app.ts';

const options = optionsFor('requests');
/** A body of 1 MiB, in a text of JSON. */
const sendLimitBytes = 3 * 1_048_576;
const AnyObject = Type.Object({}, { additionalProperties: true });

/** Requests that a person sends from the desk, and what is recorded of those that came. */
export const requestRunnerRoutes = (app: ApiApp, { sandbox }: ServiceControl): void => {
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
