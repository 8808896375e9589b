import { Type } from 'typebox';
import { AttemptSignature, CurlQuery, CurlText } from '#contract/attempt-check.ts';
import {
  Count,
  EditedResendRequest,
  ExampleEventRequest,
  editedBodyMax,
  MessageDetail,
  MessageIndex,
  MessagePage,
  MessageRef,
  ResendRequest,
} from '#contract/message.ts';
import { ActivityQuery, MessageActivity, MessageQuery } from '#contract/message-query.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { answers, type DeskApp, optionsFor } from './app.ts';
import { curlOf } from './curl.ts';

const options = optionsFor('messages');
const params = Type.Object({ id: Type.String({ maxLength: 100 }) });
const ofAttempt = Type.Object({
  id: Type.String({ maxLength: 100 }),
  attemptId: Type.String({ maxLength: 20 }),
});

/** Each character of a payload may take six bytes in JSON. */
const editedRequestBytes = 6 * editedBodyMax + 4096;

/** The message log, resending, and publishing of examples. */
export const messageRoutes = (app: DeskApp, { messages }: ServiceControl): void => {
  app.get(
    '/api/messages',
    options('List messages, newest first, by key', answers(MessagePage), { querystring: MessageQuery }),
    (request) => messages.list(request.query),
  );
  app.get(
    '/api/messages/activity',
    options('Count deliveries over time, by delivery status', answers(MessageActivity), {
      querystring: ActivityQuery,
    }),
    (request) => messages.activity(request.query),
  );
  app.get('/api/messages/index', options('Show how far the index of words is', answers(MessageIndex)), () =>
    messages.index(),
  );
  app.get(
    '/api/messages/:id',
    options('Show a message with its attempts', answers(MessageDetail), { params }),
    (request) => messages.show(request.params.id),
  );
  attemptRoutes(app, messages);
  app.post(
    '/api/messages/:id/resend',
    options('Resend a message to one or all of its endpoints', answers(Count), {
      params,
      body: Type.Union([ResendRequest, Type.Null()]),
    }),
    (request) => messages.resend(request.params.id, request.body?.endpoint),
  );
  app.post(
    '/api/messages/:id/resend-edited',
    {
      ...options('Send a message with an edited payload, as a new message', answers(MessageRef), {
        params,
        body: EditedResendRequest,
      }),
      bodyLimit: editedRequestBytes,
    },
    (request) => messages.resendEdited(request.params.id, request.body),
  );
  app.post(
    '/api/events',
    options('Publish an example event', answers(MessageRef), { body: ExampleEventRequest }),
    (request) => messages.publishExample(request.body),
  );
};

/** What one attempt sent. That header values were revealed is on nobody's record, as with GET …/headers. */
const attemptRoutes = (app: DeskApp, messages: ServiceControl['messages']): void => {
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
