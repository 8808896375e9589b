import { Type } from 'typebox';
import { AttemptSignature, CurlQuery, CurlText } from '#contract/attempt-check.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import { curlOf } from './curl.ts';

const options = optionsFor('messages');
const ofAttempt = Type.Object({
  id: Type.String({ maxLength: 100 }),
  attemptId: Type.String({ maxLength: 20 }),
});

/** What one attempt sent. That header values were revealed is on nobody's record, as with GET …/headers. */
export const attemptRoutes = (app: ApiApp, { messages }: ServiceControl): void => {
  app.get(
    '/api/messages/:id/attempts/:attemptId/signature',
    options(
      "Check an attempt's signature with the current secrets of its endpoint",
      answers(AttemptSignature),
      { params: ofAttempt },
    ),
    (request) => messages.signature(request.params.id, request.params.attemptId),
  );
  app.get(
    '/api/messages/:id/attempts/:attemptId/curl',
    options(
      'Show the request of an attempt as a curl command, with masked custom headers',
      answers(CurlText),
      { params: ofAttempt, querystring: CurlQuery },
    ),
    async ({ params: { id, attemptId }, query: { reveal = false, signAnew = false } }) => {
      const sent = await messages.request(id, attemptId, { reveal, signAnew });
      return { curl: curlOf(sent), remarks: [...sent.remarks] };
    },
  );
};
