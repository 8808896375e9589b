import { toIso } from '#base/clock.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { selectRetryAfter } from '#service/store/retry-after-seen.ts';
import type { Legacy } from './legacy.ts';

const namedUrls = 100;

/** Evidence of consumers that steer by `Retry-After`. Source: `docs/reference/rules/eligibility.md#checks`. */
export const createRetryAfterSeen =
  ({ store }: Pick<ServiceContext, 'store'>): Legacy['retryAfterSeen'] =>
  async () => {
    const { count, first, last, urls } = await store.read((reader) => selectRetryAfter(reader, namedUrls));
    return {
      count,
      urls,
      ...(first !== null && { first: toIso(first) }),
      ...(last !== null && { last: toIso(last) }),
    };
  };
