import type { RecordedRequest } from '#contract/parity.ts';
import type { ReceivedRequest, Receiver } from '#contract/receiver.ts';
import type { Source } from './mirrored.ts';

type Watched = Pick<Receiver, 'start' | 'received' | 'subscribe'>;

/**
 * What the built-in receiver takes from now on: of a remote target, whoever sets it up points both mechanisms there.
 * @throws CatalogueError `receiver.portInUse`
 */
export const openReceived = async (
  receiver: Watched,
  add: (request: RecordedRequest) => void,
  failed: (error: unknown) => void,
): Promise<Source> => {
  const { url = '' } = await receiver.start({});
  let lastId = (await receiver.received({}))[0]?.id ?? 0;
  /** One reading after another: each begins where the last one ended. */
  let reading: Promise<void> = Promise.resolve();
  let isWhole = true;
  const readOn = async (): Promise<void> => {
    const newest = await receiver.received({ after: lastId, reveal: true });
    for (const request of newest.toReversed()) add(recordedOf(request, url));
    lastId = newest[0]?.id ?? lastId;
  };
  const unsubscribe = receiver.subscribe(({ type }) => {
    if (type !== 'received') return;
    reading = reading.then(readOn).catch((error) => {
      isWhole = false;
      failed(error);
    });
  });
  return {
    url,
    async close() {
      unsubscribe();
      await reading;
      return isWhole ? [] : ['Some of what the receiver took could not be read.'];
    },
  };
};

const recordedOf = (received: ReceivedRequest, base: string): RecordedRequest => ({
  at: received.at,
  url: base + received.path,
  headers: Object.fromEntries(received.headers.map(({ name, value }) => [name.toLowerCase(), value])),
  body: received.body,
  statusCode: received.answered.statusCode,
});
