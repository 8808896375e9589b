import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { secretForms } from '#base/secret-forms.ts';
import { keptBodyBytes, type OutboundResult } from '#service/outbound/outbound.ts';
import { keptResponse, maskedBody, maskedHeaders } from '#service/webhooks/kept-response.ts';

const secret = 'a-long-token-of-theirs-7B2';
const other = 'another-token-of-somebody-4C9';
const sets = [secretForms([secret])];
const echo = `{"said":"${secret}"}`;
const hidden = '{"said":"••••"}';

const result = (about: Partial<OutboundResult>): OutboundResult => ({
  statusCode: 200,
  durationMs: 1,
  responseHeaders: {},
  responseBody: Buffer.alloc(0),
  ...about,
});

describe('headers', () => {
  test('are kept as they came, unless they repeat a secret', () => {
    const headers = { 'x-a': 'b', 'set-cookie': ['one', 'two'] };
    expect(maskedHeaders(headers, sets)).toBe(JSON.stringify(headers));
    expect(maskedHeaders(headers, [])).toBe(JSON.stringify(headers));
  });

  test('are masked in names, values and each of several values', () => {
    const headers = {
      'x-a': `it was ${secret}`,
      'x-b': 'b',
      [`x-${secret}`]: 'c',
      'set-cookie': ['one', secret],
      'x-gone': undefined,
    };
    expect(JSON.parse(maskedHeaders(headers, sets))).toEqual({
      'x-a': 'it was ••••',
      'x-b': 'b',
      'x-••••': 'c',
      'set-cookie': ['one', '••••'],
    });
  });

  test('are masked by each set of secrets', () => {
    const headers = { 'x-a': secret, 'x-b': other };
    const both = [...sets, secretForms([other])];
    expect(JSON.parse(maskedHeaders(headers, both))).toEqual({ 'x-a': '••••', 'x-b': '••••' });
  });
});

describe('a body', () => {
  const body = (bytes: Buffer, headers: Record<string, string> = {}, isCut = false) =>
    maskedBody(bytes, headers, isCut, sets)?.toString();

  test('is masked where it is plain text', () => {
    expect(body(Buffer.from(echo))).toBe(hidden);
    expect(body(Buffer.from('nothing of it'))).toBe('nothing of it');
    expect(body(Buffer.from(echo), { 'content-encoding': 'identity' })).toBe(hidden);
    expect(body(Buffer.alloc(0))).toBe('');
  });

  test('is left alone where no secret is known', () => {
    const bytes = Buffer.from(echo);
    expect(maskedBody(bytes, {}, true, [])).toBe(bytes);
    const nonsense = Buffer.from('not gzip at all');
    expect(maskedBody(nonsense, { 'content-encoding': 'gzip' }, true, [])).toBe(nonsense);
  });

  test.each([
    ['gzip', gzipSync(echo)],
    ['x-gzip', gzipSync(echo)],
    ['GZIP', gzipSync(echo)],
    [' gzip , identity', gzipSync(echo)],
    ['deflate', deflateSync(echo)],
    ['br', brotliCompressSync(echo)],
    ['zstd', zstdCompressSync(echo)],
    ['gzip, br', brotliCompressSync(gzipSync(echo))],
    ['deflate, gzip, br', brotliCompressSync(gzipSync(deflateSync(echo)))],
  ])('is masked under %s', (encoding, bytes) => {
    expect(body(bytes, { 'content-encoding': encoding })).toBe(hidden);
  });

  test('is masked under gzip that nothing names', () => {
    expect(body(gzipSync(echo))).toBe(hidden);
    expect(body(gzipSync(echo), { 'content-encoding': 'identity' })).toBe(hidden);
    // Its first byte alone does not make it gzip.
    expect(body(Buffer.from([0x1f, ...Buffer.from(echo)]))).toBe(`\x1f${hidden}`);
    expect(body(Buffer.from([0x20, 0x8b, ...Buffer.from(echo)]))).toContain(hidden);
  });

  test('stays as it came where it holds no secret', () => {
    const bytes = gzipSync('nothing of it');
    expect(maskedBody(bytes, { 'content-encoding': 'gzip' }, false, sets)).toBe(bytes);
  });

  test('that was cut off is read as far as it goes', () => {
    for (const [encoding, bytes] of [
      ['gzip', gzipSync(`${echo}${'x'.repeat(50)}`)],
      ['deflate', deflateSync(`${echo}${'x'.repeat(50)}`)],
    ] as const) {
      const cut = bytes.subarray(0, -8);
      expect(body(cut, { 'content-encoding': encoding }, true)).toContain(hidden);
    }
  });

  test('is dropped where it can not be looked into', () => {
    expect(body(Buffer.from('not gzip at all'), { 'content-encoding': 'gzip' })).toBeUndefined();
    const four = 'gzip, gzip, gzip, gzip';
    expect(body(gzipSync(gzipSync(gzipSync(gzipSync(echo)))), { 'content-encoding': four })).toBeUndefined();
    // A bomb is not unpacked.
    const bomb = gzipSync('x'.repeat(1024 * 1024 + 1));
    expect(body(bomb, { 'content-encoding': 'gzip' })).toBeUndefined();
  });

  test('of an encoding that nobody knows is masked as it is', () => {
    expect(body(Buffer.from(echo), { 'content-encoding': 'theirs' })).toBe(hidden);
    expect(body(gzipSync(echo), { 'content-encoding': 'theirs, gzip' })).toBe(hidden);
  });

  test('ends with the beginning of a secret: masked only where it was cut off', () => {
    const beginning = `it was ${secret.slice(0, 8)}`;
    expect(body(Buffer.from(beginning), {}, true)).toBe('it was ••••');
    expect(body(Buffer.from(beginning), {}, false)).toBe(beginning);
    const packed = gzipSync(beginning);
    expect(body(packed, { 'content-encoding': 'gzip' }, true)).toBe('it was ••••');
    expect(maskedBody(packed, { 'content-encoding': 'gzip' }, false, sets)).toBe(packed);
  });

  test('that reads longer than what is kept is cut, masked at its new end, and no longer than that', () => {
    const head = 'x'.repeat(keptBodyBytes - 8);
    const packed = gzipSync(`${head}${secret}`);
    expect(maskedBody(packed, { 'content-encoding': 'gzip' }, false, sets)).toEqual(
      Buffer.from(`${head}••••`).subarray(0, keptBodyBytes),
    );

    // Beyond what is kept, a secret still may not stand in the bytes as they came.
    const far = gzipSync(`${'x'.repeat(keptBodyBytes + 10)}${secret}`);
    expect(body(far, { 'content-encoding': 'gzip' })).toBe('x'.repeat(keptBodyBytes));

    const grown = Buffer.from(`${'abcdef '.repeat(2500)}`.slice(0, keptBodyBytes));
    const short = [secretForms(['abcdef'])];
    expect(maskedBody(grown, {}, false, short)?.length).toBe(keptBodyBytes);
  });
});

describe('what the log keeps of a response', () => {
  test('its headers and its body, without what is empty or never came', () => {
    expect(
      keptResponse(result({ responseHeaders: { a: 'b' }, responseBody: Buffer.from('ok') }), []),
    ).toEqual({
      responseHeadersJson: '{"a":"b"}',
      responseBody: Buffer.from('ok'),
    });
    const { statusCode: _, ...unanswered } = result({ error: 'Timeout' });
    expect(keptResponse(unanswered, [])).toEqual({ responseHeadersJson: null, responseBody: null });
    expect(keptResponse(result({}), sets)).toEqual({ responseHeadersJson: '{}', responseBody: null });
  });

  test('nothing that holds a secret, known when it left or now', () => {
    const answer = result({
      responseHeaders: { 'x-a': secret, 'x-b': other },
      responseBody: Buffer.from(`${secret} and ${other}`),
    });
    const known = [secretForms([]), secretForms([secret]), secretForms([other])];
    expect(keptResponse(answer, known)).toEqual({
      responseHeadersJson: '{"x-a":"••••","x-b":"••••"}',
      responseBody: Buffer.from('•••• and ••••'),
    });
  });

  test('of a body that can not be looked into: nothing, but only where there is something to look for', () => {
    const answer = result({
      responseHeaders: { 'content-encoding': 'gzip' },
      responseBody: Buffer.from('not gzip at all'),
    });
    expect(keptResponse(answer, sets).responseBody).toBeNull();
    expect(keptResponse(answer, [secretForms([])]).responseBody?.toString()).toBe('not gzip at all');
  });

  test('the beginning of a secret at the end of a body that broke off, or fills what is kept', () => {
    const tail = secret.slice(0, 8);
    const whole = Buffer.from(`it was ${tail}`);
    const body = (answer: OutboundResult) => keptResponse(answer, sets).responseBody?.toString();
    expect(body(result({ responseBody: whole }))).toBe(`it was ${tail}`);
    expect(body(result({ responseBody: whole, error: 'ConnectionReset' }))).toBe('it was ••••');
    const full = Buffer.from(`${'x'.repeat(keptBodyBytes - tail.length)}${tail}`);
    expect(body(result({ responseBody: full }))).not.toContain(tail);
    expect(body(result({ responseBody: full.subarray(1) }))).toContain(tail);
  });
});
