import type { Receiver } from '#contract/receiver.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { patiently } from './patience.ts';

const eventTypes = [
  'company.created',
  'connection.created',
  'connection.connected',
  'connection.disconnected',
  'connection.failed',
  'read.completed.initial',
  'read.completed',
];
const waitMs = 10_000;

/** The endpoint of the sample at the receiver; the one that is there, if there is one. Answers its id. */
export const makeEndpoint = async (
  { endpoints }: Pick<ServiceControl, 'endpoints'>,
  url: string,
): Promise<string> => {
  const there = (await endpoints.list()).find((endpoint) => endpoint.url === url);
  return (there ?? (await endpoints.create({ url, eventTypes }))).id;
};

/**
 * Sends the endpoint one event that fails: a test event is attempted once, so it stays failed until it is sent again.
 * @returns what was left out, in sentences
 */
export const failOnce = async (
  control: Pick<ServiceControl, 'clock' | 'endpoints' | 'messages'>,
  receiver: Receiver,
  webhookId: string,
): Promise<string[]> => {
  if ((await control.clock.show()).paused) {
    return ['The local service is paused, so nothing was delivered yet. Resume it (Local API, clock).'];
  }
  // What comes before it is to be delivered.
  await patiently(waitMs, async () => {
    const { health } = await control.endpoints.show(webhookId);
    return health.waiting === 0 ? true : undefined;
  });
  const { answer } = await receiver.show();
  await receiver.setAnswer({ statusCode: 500, delayMs: 0 });
  try {
    const { messageId } = await control.endpoints.test(webhookId, 'connection.failed');
    const ended = await patiently(waitMs, async () => {
      const { deliveries } = await control.messages.show(messageId);
      return deliveries.every(({ status }) => status === 'Failed') ? true : undefined;
    });
    return ended ? [] : ['The event that should fail is still under way.'];
  } finally {
    await receiver.setAnswer(answer);
  }
};
