import type { RecordedRequest } from '#contract/parity.ts';

/** A line or an entry of a recording; one without a request could not be read. */
export interface RecordingItem {
  readonly request?: RecordedRequest;
  /** Where it stands: from 1. */
  readonly number: number;
}

/** What a recording holds, in parts; what it lacks is said at its end, as a clause. */
export type RecordingItems = AsyncGenerator<readonly RecordingItem[], string | undefined>;

/** One request with its body; more is no webhook of this service, characters or bytes. */
export const requestLimit = 4 * 1_048_576;
