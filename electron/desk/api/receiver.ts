import { Type } from 'typebox';
import {
  ReceivedList,
  ReceivedQuery,
  type Receiver,
  ReceiverAnswer,
  ReceiverStart,
  ReceiverView,
} from '#contract/receiver.ts';
import { answers, type DeskApp } from './app.ts';

const tags = ['receiver'];

/** The built-in receiver of webhooks. */
export const receiverRoutes = (app: DeskApp, receiver: Receiver): void => {
  app.get(
    '/api/receiver',
    { schema: { tags, summary: 'Show the built-in receiver of webhooks', response: answers(ReceiverView) } },
    () => receiver.show(),
  );
  app.post(
    '/api/receiver',
    {
      schema: {
        tags,
        summary: 'Start it; it stays on across restarts, on the port that it had first',
        body: Type.Union([ReceiverStart, Type.Null()]),
        response: answers(ReceiverView),
      },
    },
    (request) => receiver.start(request.body ?? {}),
  );
  app.delete('/api/receiver', { schema: { tags, summary: 'Stop it', response: answers(ReceiverView) } }, () =>
    receiver.stop(),
  );
  app.put(
    '/api/receiver/answer',
    {
      schema: {
        tags,
        summary: 'Set how it answers from now on, so that failures can be seen',
        body: ReceiverAnswer,
        response: answers(ReceiverView),
      },
    },
    (request) => receiver.setAnswer(request.body),
  );
  app.get(
    '/api/receiver/received',
    {
      schema: {
        tags,
        summary: 'List what it received last, and whether the signatures hold',
        querystring: ReceivedQuery,
        response: answers(ReceivedList),
      },
    },
    async (request) => ({ results: await receiver.received(request.query) }),
  );
};
