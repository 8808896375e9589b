import { Type } from 'typebox';
import {
  Count,
  ExampleEventRequest,
  MessageDetail,
  MessagePage,
  MessageQuery,
  MessageRef,
  ResendRequest,
} from '#contract/message.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { answers, type DeskApp } from './app.ts';

const tags = ['messages'];
const params = Type.Object({ id: Type.String({ maxLength: 100 }) });

/** The message log, resending, and publishing of examples. */
export const messageRoutes = (app: DeskApp, { messages }: ServiceControl): void => {
  app.get(
    '/api/messages',
    {
      schema: {
        tags,
        summary: 'List messages, newest first, by key',
        querystring: MessageQuery,
        response: answers(MessagePage),
      },
    },
    (request) => messages.list(request.query),
  );
  app.get(
    '/api/messages/:id',
    {
      schema: {
        tags,
        summary: 'Show a message with its attempts',
        params,
        response: answers(MessageDetail),
      },
    },
    (request) => messages.show(request.params.id),
  );
  app.post(
    '/api/messages/:id/resend',
    {
      schema: {
        tags,
        summary: 'One extra attempt at once, at one endpoint or at all that it was addressed to',
        params,
        body: Type.Union([ResendRequest, Type.Null()]),
        response: answers(Count),
      },
    },
    (request) => messages.resend(request.params.id, request.body?.endpoint),
  );
  app.post(
    '/api/events',
    {
      schema: {
        tags,
        summary: 'Publish an example event',
        body: ExampleEventRequest,
        response: answers(MessageRef),
      },
    },
    (request) => messages.publishExample(request.body),
  );
};
