import { Type } from 'typebox';
import {
  ReceivedList,
  ReceivedQuery,
  type Receiver,
  ReceiverAnswer,
  ReceiverStart,
  ReceiverView,
} from '#contract/receiver.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';

const options = optionsFor('receiver');

/** The built-in receiver of webhooks. */
export const receiverRoutes = (app: ApiApp, receiver: Receiver): void => {
  app.get('/api/receiver', options('Show the built-in receiver of webhooks', answers(ReceiverView)), () =>
    receiver.show(),
  );
  app.post(
    '/api/receiver',
    options('Start the receiver; it restarts with the app, on the same port', answers(ReceiverView), {
      body: Type.Union([ReceiverStart, Type.Null()]),
    }),
    (request) => receiver.start(request.body ?? {}),
  );
  app.delete('/api/receiver', options('Stop the receiver', answers(ReceiverView)), () => receiver.stop());
  app.put(
    '/api/receiver/answer',
    options("Set the receiver's response, to simulate failures", answers(ReceiverView), {
      body: ReceiverAnswer,
    }),
    (request) => receiver.setAnswer(request.body),
  );
  app.get(
    '/api/receiver/received',
    options('List the latest received requests and their signature checks', answers(ReceivedList), {
      querystring: ReceivedQuery,
    }),
    async (request) => ({ results: await receiver.received(request.query) }),
  );
};
