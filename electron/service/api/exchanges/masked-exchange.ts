import { createMasker, type Masker } from '#base/masked/masker.ts';
import { stepsAtOnce } from '#base/take-turns.ts';
import type { RecordedBody } from '#contract/request-log.ts';
import type { StoredExchange } from '#service/store/exchanges.ts';
import type { RawBody, RawExchange } from './recorder.ts';

export type MaskedExchange = Omit<StoredExchange, 'seq' | 'at'>;

/**
 * An exchange as it is stored, masked with pauses, so that a long one holds up no other request. Secrets are masked by the names of their fields, by their looks, and those that the
 * request was authorized with wherever they stand. Source: `docs/reference/rules/api.md#recorded-bodies`.
 * @param names of secret fields of the integration catalogue
 */
export function* maskExchange(raw: RawExchange, names: ReadonlySet<string>): Generator<void, MaskedExchange> {
  const masker = maskerFor(raw.authorization, raw.correlationId, names);
  const request = yield* maskBody(masker, raw.request, raw.isAllSecret);
  yield;
  const response = yield* maskBody(masker, raw.response, false);
  yield;
  const query = raw.query === undefined || raw.query === '' ? null : masker.parameters(raw.query);
  const requestHeaders = JSON.stringify(maskedHeaders(masker, raw.requestHeaders));
  const responseHeaders = JSON.stringify(entriesOf(raw.responseHeaders).map(masked(masker)));
  const texts = [query, requestHeaders, responseHeaders, request.text, response.text];
  return {
    bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0),
    query,
    request_headers_json: requestHeaders,
    response_headers_json: responseHeaders,
    request_bytes: request.bytes ?? null,
    request_state: request.state,
    response_bytes: response.bytes ?? null,
    response_state: response.state,
    request_body: request.text ?? null,
    response_body: response.text ?? null,
  };
}

export const maskerFor = (
  authorization: string | undefined,
  correlationId: string | undefined,
  names: ReadonlySet<string>,
): Masker => createMasker({ names, secrets: presented(authorization), harmless: correlationId });

/** What a request was authorized with, in the ways in which it may come again. */
const presented = (authorization: string | undefined): string[] => {
  if (authorization === undefined) return [];
  const given = authorization.replace(/^\S+ +/, '').trim();
  const decoded = Buffer.from(given, 'base64').toString('utf8');
  return [given, decoded, decoded.replace(/:$/, ''), ...decoded.split(':')];
};

type Header = readonly [name: string, value: string];

const masked =
  (masker: Masker) =>
  ([name, value]: Header): Header => [masker.text(name), masker.header(name, value)];

/** @param flat name, value, name, value, … */
export const maskedHeaders = (masker: Masker, flat: readonly string[]): Header[] =>
  pairsOf(flat).map(masked(masker));

const pairsOf = (flat: readonly string[]): Header[] => {
  const pairs: Header[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) pairs.push([flat[at] as string, flat[at + 1] as string]);
  return pairs.filter(([name]) => name.toLowerCase() !== sentMarkHeader);
};

const entriesOf = (headers: RawExchange['responseHeaders']): Header[] =>
  Object.entries(headers).flatMap(([name, value]): Header[] =>
    value === undefined ? [] : (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]),
  );

/** By which the service knows requests that the desk sent. */
export const sentMarkHeader = 'x-carryover-sent';

export const maskedBody = (masker: Masker, body: RawBody, everything: boolean): RecordedBody =>
  stepsAtOnce(maskBody(masker, body, everything));

function* maskBody(
  masker: Masker,
  { bytes, total, contentType }: RawBody,
  everything: boolean,
): Generator<void, RecordedBody> {
  const size = total === undefined ? {} : { bytes: total };
  if (bytes === undefined) return { state: 'notRead', ...size };
  if (bytes.length === 0) return { state: 'empty', bytes: 0 };
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const isCut = total !== undefined && total > bytes.length;
  if (/^application\/x-www-form-urlencoded/i.test(contentType)) {
    const form = isCut ? text.slice(0, Math.max(0, text.lastIndexOf('&'))) : text;
    const shown = everything ? form.replace(/=[^&]*/g, '=••••') : masker.parameters(form);
    return { state: isCut ? 'cut' : 'whole', ...size, text: shown };
  }
  if (!/json/i.test(contentType)) return { state: 'notStored', ...size };
  const json = yield* masker.jsonInSteps(text, { everything, isCut });
  if (isCut) return { state: 'cut', ...size, text: json.text };
  return { state: json.isWhole ? 'whole' : 'unreadable', ...size, text: json.text };
}
