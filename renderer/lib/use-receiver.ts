import type { Static } from 'typebox';
import type {
  ReceivedList,
  ReceivedRequest,
  ReceiverAnswer,
  ReceiverStart,
  ReceiverView,
} from '#contract/receiver.ts';
import { api } from './api.ts';
import { useApiMutation, useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';

/** The built-in receiver of webhooks. */
export const useReceiver = () => useApiQuery<ReceiverView>([...keys.receiver, 'view'], '/api/receiver');

/** The last requests that it received, newest first. */
export const useReceived = () =>
  useApiQuery<Static<typeof ReceivedList>>([...keys.receiver, 'received'], '/api/receiver/received');

type Change = { readonly start: Static<typeof ReceiverStart> } | { readonly answer: ReceiverAnswer } | 'stop';

/** Starts or stops it, or changes its response. */
export const useChangeReceiver = () =>
  useApiMutation(
    (change: Change): Promise<ReceiverView> => {
      if (change === 'stop') return api.delete('/api/receiver');
      if ('answer' in change) return api.put('/api/receiver/answer', change.answer);
      return api.post('/api/receiver', change.start);
    },
    { onSuccess: (view, client) => client.setQueryData([...keys.receiver, 'view'], view) },
  );

/** Whether an endpoint points at the receiver, as far as is known. */
export const isAtReceiver = (url: string, receiver: ReceiverView | undefined): boolean => {
  if (receiver?.port === undefined) return false;
  try {
    const { hostname, port } = new URL(url);
    return ['127.0.0.1', 'localhost'].includes(hostname) && port === String(receiver.port);
  } catch {
    return false;
  }
};

/** The message id of a request; undefined: not sent by the service. */
export const messageIdOf = ({ headers }: ReceivedRequest): string | undefined =>
  headers.find(({ name }) => name.toLowerCase() === 'webhook-id')?.value;
