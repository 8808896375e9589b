import { systemTime } from '#base/clock.ts';
import { mask } from '#base/sealing.ts';
import type { HeaderView } from '#contract/endpoint.ts';
import { type ReceivedQuery, type ReceivedRequest, receiverLimits } from '#contract/receiver.ts';

/** The last requests, in memory alone: they may carry secrets of whoever set the headers. */
export interface Kept {
  /** Header values in full. Answers its id. */
  add(request: Omit<ReceivedRequest, 'id'>): number;
  list(query: ReceivedQuery): ReceivedRequest[];
  /** Forgets them all. */
  clear(): void;
  /** Since the host was started. */
  count(): number;
}

export const createKept = (): Kept => {
  const requests: ReceivedRequest[] = [];
  let count = 0;
  // Above those of the host that was here before, so that a request for what came after one stays right.
  let lastId = systemTime.now();
  return {
    add(request) {
      count++;
      lastId++;
      requests.unshift({ ...request, id: lastId });
      requests.length = Math.min(requests.length, receiverLimits.kept);
      return lastId;
    },
    list: ({ after = 0, reveal = false }) =>
      requests
        .filter(({ id }) => id > after)
        .map((request) => (reveal ? request : { ...request, headers: request.headers.map(masked) })),
    clear: () => {
      requests.length = 0;
    },
    count: () => count,
  };
};

/** What the connection and the service set themselves; every other header is custom. */
const plain: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  'content-length',
  'content-type',
  'host',
  'keep-alive',
  'transfer-encoding',
  'user-agent',
  'webhook-id',
  'webhook-signature',
  'webhook-timestamp',
  'x-sandbox-time',
]);

const masked = ({ name, value }: HeaderView): HeaderView => ({
  name,
  value: plain.has(name.toLowerCase()) ? value : mask(value),
});
