import { Readable } from 'node:stream';
import type { ConsumerRequest, Consumers, StreamMark } from '#contract/consumers.ts';

/** A page of what is kept: more at once would hold up the others. */
const pageSize = 500;

/**
 * What consumers received, oldest first, then what they receive, a line each. It reads from what is kept at its reader's
 * pace, so that a slow one costs no memory. A mark tells of requests that are not kept any more.
 */
export const createRequestStream = (
  consumers: Pick<Consumers, 'requests' | 'subscribe' | 'total'>,
): Readable => {
  let last = 0;
  let isWanted = false;
  /** Whether there may be more. */
  const pushPage = (): boolean => {
    const page = consumers.requests({ after: last, limit: pageSize });
    for (const request of page) {
      last = request.number;
      isWanted = stream.push(lineOf(request));
      if (!isWanted) return false;
    }
    return page.length > 0;
  };
  const pushMark = (): void => {
    const upTo = consumers.total();
    if (upTo > last) isWanted = stream.push(lineOf({ upTo }));
    last = upTo;
  };
  const push = (): void => {
    if (!isWanted) return;
    while (pushPage());
    if (isWanted) pushMark();
  };
  const stream = new Readable({
    read() {
      isWanted = true;
      push();
    },
  });
  stream.once('close', consumers.subscribe(push));
  return stream;
};

const lineOf = (line: ConsumerRequest | StreamMark): string => `${JSON.stringify(line)}\n`;
