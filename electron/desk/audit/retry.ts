/**
 * When a stream that failed is tried again: for ever, as nothing is given up. 5 s after the first attempt, then twice as
 * long each time, up to 15 minutes. What the destination asks for by `Retry-After` holds if it is longer, up to an hour.
 * Source: `docs/reference/rules/audit.md#retries`.
 */
const firstMs = 5000;
const longestMs = 15 * 60_000;
const longestAskedMs = 3_600_000;

/** @param attempts that failed since the last one that did not, from 1 on */
export const retryDelayMs = (attempts: number, askedMs = 0): number =>
  Math.max(Math.min(firstMs * 2 ** (attempts - 1), longestMs), Math.min(askedMs, longestAskedMs));
