import type { RecordedBody, RecordedExchange, RequestDetail, RequestEntry } from '#contract/request-log.ts';
import type { StoredExchange } from '#service/store/exchanges.ts';
import type { StoredRequest } from '#service/store/requests.ts';

/** A request with what was recorded of it, or with why nothing is there. */
export const toDetail = (
  { recorded }: StoredRequest,
  entry: RequestEntry,
  exchange: StoredExchange | undefined,
): RequestDetail => {
  if (exchange !== undefined) return { entry, exchange: toExchange(exchange) };
  if (recorded === null) return { entry, missing: 'earlier' };
  return { entry, missing: recorded === 'recorded' ? 'removed' : (recorded as 'off' | 'busy' | 'page') };
};

export const toExchange = (row: Omit<StoredExchange, 'seq' | 'at'>): RecordedExchange => ({
  ...(row.query !== null && { query: row.query }),
  requestHeaders: headersOf(row.request_headers_json),
  requestBody: bodyOf(row.request_state, row.request_bytes, row.request_body),
  responseHeaders: headersOf(row.response_headers_json),
  responseBody: bodyOf(row.response_state, row.response_bytes, row.response_body),
});

const headersOf = (json: string) =>
  (JSON.parse(json) as [string, string][]).map(([name, value]) => ({ name, value }));

const bodyOf = (state: string, bytes: number | null, text: string | null): RecordedBody => ({
  state: state as RecordedBody['state'],
  ...(bytes !== null && { bytes }),
  ...(text !== null && { text }),
});
