import { LRUCache } from 'lru-cache';
import type { SecretForms } from '#base/secret-forms.ts';
import type { OutboundResult } from '#service/outbound/outbound.ts';
import { type KeptResponse, keptResponse } from './kept-response.ts';

/** What the log keeps of a response, by `keptResponse`. */
export type KeepResponse = (result: OutboundResult, known: readonly SecretForms[]) => KeptResponse;

/** A body up to this size is compared with earlier ones, bytes. */
const comparedBytes = 512;
const keptResponses = 1000;

interface Repeated extends KeptResponse {
  readonly known: readonly SecretForms[];
}

/** A consumer gives the same answer again and again. Searching it for secrets costs more than finding it again. */
export const createRepeatedResponses = (): KeepResponse => {
  const earlier = new LRUCache<string, Repeated>({ max: keptResponses });
  return (result, known) => {
    const { statusCode, error, responseHeaders, responseBody } = result;
    if (responseBody.length > comparedBytes) return keptResponse(result, known);
    const isWhole = statusCode !== undefined && error === undefined;
    const name = `${isWhole}${statusCode === undefined} ${JSON.stringify(responseHeaders)}${responseBody.toString('latin1')}`;
    const found = earlier.get(name);
    if (found?.known.every((one, at) => one === known[at])) return found;
    const kept = { ...keptResponse(result, known), known };
    earlier.set(name, kept);
    return kept;
  };
};
