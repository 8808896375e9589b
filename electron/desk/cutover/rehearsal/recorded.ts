import type { RecordedRequest } from '#contract/parity.ts';
import type { Arrival } from './recorder.ts';

export const isMessage = ({ headers }: Pick<Arrival, 'headers'>): boolean => 'webhook-id' in headers;

/**
 * An arrival as it is compared. One whose signature does not hold has none.
 * @param about `url` that its place stands for; `translate` names what is in it as the plan does
 */
export const recordedAs = (
  { at, headers, bytes }: Arrival,
  about: { readonly url: string; readonly isSigned: boolean; readonly translate?: (text: string) => string },
): RecordedRequest => {
  const { 'webhook-signature': signature, ...others } = headers;
  const kept = about.isSigned && signature !== undefined ? headers : others;
  const text = bytes.toString('utf8');
  const { url, translate } = about;
  // What the sender was answered.
  return { at, url, headers: kept, body: translate === undefined ? text : translate(text), statusCode: 200 };
};
