import { Type } from 'typebox';
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
import { type ApiApp, answers, optionsFor } from './app.ts';

const options = optionsFor('messages');
const params = Type.Object({ id: Type.String({ maxLength: 100 }) });

/** Each character of a payload may take six bytes in JSON. */
const editedRequestBytes = 6 * editedBodyMax + 4096;

/** The message log, resending, and publishing of examples. */
export const messageRoutes = (app: ApiApp, { messages }: ServiceControl): void => {
  app.get(
    '/messages',
    options('List messages, newest first, by key', answers(MessagePage), { querystring: MessageQuery }),
    (request) => messages.list(request.query),
  );
  app.get(
    '/messages/activity',
    options('Count deliveries over time, by delivery status', answers(MessageActivity), {
      querystring: ActivityQuery,
    }),
    (request) => messages.activity(request.query),
  );
  app.get('/messages/index', options('Show how far the index of words is', answers(MessageIndex)), () =>
    messages.index(),
  );
  app.get(
    '/messages/:id',
    options('Show a message with its attempts', answers(MessageDetail), { params }),
    (request) => messages.show(request.params.id),
  );
  app.post(
    '/messages/:id/resend',
    options('Resend a message to one or all of its endpoints', answers(Count), {
      params,
      body: Type.Union([ResendRequest, Type.Null()]),
    }),
    (request) => messages.resend(request.params.id, request.body?.endpoint),
  );
  app.post(
    '/messages/:id/resend-edited',
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
    '/events',
    options('Publish an example event', answers(MessageRef), { body: ExampleEventRequest }),
    (request) => messages.publishExample(request.body),
  );
};
