import { brotliDecompressSync, constants, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { SecretForms } from '#base/secret-forms.ts';
import {
  headerValue,
  keptBodyBytes,
  type OutboundResult,
  type ResponseHeaders,
} from '#service/outbound/outbound.ts';

/** What the log keeps of a response. */
export interface KeptResponse {
  readonly responseHeadersJson: string | null;
  readonly responseBody: Buffer | null;
}

/**
 * Headers and the first 16 KiB of the body, with the secrets masked that a consumer may have repeated.
 * @param known sets of secrets: those that were known when the request left, and those that are known now
 */
export const keptResponse = (
  { statusCode, error, responseHeaders, responseBody }: OutboundResult,
  known: readonly SecretForms[],
): KeptResponse => {
  const isCut = error !== undefined || responseBody.length >= keptBodyBytes;
  const sets = [...new Set(known)].filter(({ isEmpty }) => !isEmpty);
  return {
    responseHeadersJson: statusCode === undefined ? null : maskedHeaders(responseHeaders, sets),
    responseBody: emptyIsNull(maskedBody(responseBody, responseHeaders, isCut, sets)),
  };
};

const emptyIsNull = (body: Buffer | undefined): Buffer | null =>
  body === undefined || body.length === 0 ? null : body;

export const maskedHeaders = (headers: ResponseHeaders, sets: readonly SecretForms[]): string => {
  const json = JSON.stringify(headers);
  const mask = (text: string): string => sets.reduce((left, known) => known.maskText(left), text);
  // Few hold any, and one look is cheaper than one for each of them. JSON escapes are known forms, too.
  if (mask(json) === json) return json;
  const masked: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) masked[mask(name)] = typeof value === 'string' ? mask(value) : value.map(mask);
  }
  return JSON.stringify(masked);
};

/** undefined if it is compressed in a way that can't be looked into. */
export const maskedBody = (
  body: Buffer,
  headers: ResponseHeaders,
  isCut: boolean,
  sets: readonly SecretForms[],
): Buffer | undefined => {
  if (sets.length === 0 || body.length === 0) return body;
  const mask = (bytes: Buffer, cut: boolean): Buffer =>
    sets.reduce((left, known) => known.maskBytes(left, cut), bytes).subarray(0, keptBodyBytes);
  const plain = decompressed(body, encodingsOf(body, headers));
  if (plain === undefined) return undefined;
  if (plain === body) return mask(body, isCut);
  // As it came, unless it holds a secret: then as it reads.
  const cut = plain.subarray(0, keptBodyBytes);
  const masked = mask(cut, isCut || plain.length > keptBodyBytes);
  return masked.equals(cut) && !sets.some((known) => known.holds(plain)) ? body : masked;
};

const encodingsOf = (body: Buffer, headers: ResponseHeaders): string[] => {
  const named = (headerValue(headers, 'content-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity');
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  return named.length === 0 && isGzip ? ['gzip'] : named;
};

const most = { maxOutputLength: 1024 * 1024 };
/** What was cut off is read as far as it goes. */
const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body, { ...most, finishFlush: constants.Z_SYNC_FLUSH }),
  deflate: (body) => inflateSync(body, { ...most, finishFlush: constants.Z_SYNC_FLUSH }),
  br: (body) => brotliDecompressSync(body, { ...most, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: (body) => zstdDecompressSync(body, { ...most, finishFlush: constants.ZSTD_e_flush }),
};

const mostEncodings = 3;

const decompressed = (body: Buffer, encodings: readonly string[]): Buffer | undefined => {
  if (encodings.length > mostEncodings) return undefined;
  let plain = body;
  for (const encoding of encodings.toReversed()) {
    const decode = decoders[encoding.replace(/^x-/, '')];
    // Whoever made it up can't be read by anybody else either.
    if (decode === undefined) return plain;
    try {
      plain = decode(plain);
    } catch {
      return undefined;
    }
  }
  return plain;
};
