import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secretForms } from '#base/secret-forms.ts';
import { partsOf } from '#base/secret-parts.ts';
import { runs } from '#test/support/runs.ts';

/** Ways to write a text down, each with a seed for what it may choose. */
const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const everyByte = (text: string, digits: (hex: string) => string = (hex) => hex): string =>
  [...Buffer.from(text)].map((byte) => `%${digits(byte.toString(16).padStart(2, '0'))}`).join('');
const unicode = (text: string): string =>
  Array.from(
    { length: text.length },
    (_, n) => `\\u${text.charCodeAt(n).toString(16).padStart(4, '0')}`,
  ).join('');
const entities = (text: string): string => [...text].map((one) => `&#${one.codePointAt(0)};`).join('');
const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
/** What begins an escape is escaped itself, as by whoever writes in any of these ways: bare, it says something else. */
const mixed = (text: string): string =>
  [...text]
    .map(
      (one, n) =>
        [/[\\%&]/.test(one) ? unicode(one) : one, everyByte(one), unicode(one), entities(one)][n % 4],
    )
    .join('');

const forms: Readonly<Record<string, (text: string) => string | Buffer>> = {
  plain: (text) => text,
  percent: encodeURIComponent,
  'percent, lower case': (text) => encodeURIComponent(text).replace(/%../g, (hex) => hex.toLowerCase()),
  'percent, each byte': (text) => everyByte(text),
  'percent, each byte, capitals': (text) => everyByte(text, (hex) => hex.toUpperCase()),
  'percent twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  form: (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  json,
  'json in json': (text) => json(json(text)),
  'json with slashes': (text) => json(text).replaceAll('/', '\\/'),
  unicode,
  entities,
  html,
  mixed,
  hex: (text) => Buffer.from(text).toString('hex'),
  'hex, capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'utf-16le': (text) => Buffer.from(text, 'utf16le'),
  'utf-16be': (text) => Buffer.from(text, 'utf16le').swap16(),
};

const inBase64 = (text: string, before: Buffer, after: Buffer, how: 'base64' | 'base64url'): string =>
  Buffer.concat([before, Buffer.from(text), after]).toString(how);

const token = fc.string({ unit: 'grapheme-ascii', minLength: 6, maxLength: 60 }).filter((text) => {
  return text.trim() === text && text.length >= 6;
});
const wide = fc.string({ unit: 'grapheme', minLength: 6, maxLength: 20 }).filter((text) => {
  return text.trim() === text && text.isWellFormed();
});
const surroundings = fc.constantFrom('', ' ', '"', '{"a":"', 'Authorization: ', '\n', 'é€', '=', '\\\\', '%');

describe('a known secret', () => {
  test('is found and masked however it is written', () => {
    fc.assert(
      fc.property(fc.oneof(token, wide), surroundings, surroundings, (secret, before, after) => {
        const known = secretForms([secret]);
        for (const [name, write] of Object.entries(forms)) {
          const planted = Buffer.concat([
            Buffer.from(before),
            Buffer.from(write(secret) as string),
            Buffer.from(after),
          ]);
          expect(known.holds(planted), name).toBe(true);
          const masked = known.maskBytes(planted);
          expect(masked.includes('••••'), name).toBe(true);
          expect(known.holds(masked), name).toBe(false);
        }
      }),
      { numRuns: runs(40) },
    );
  });

  test('is found at any offset of base64, standard or for addresses, wrapped or not', () => {
    const around = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
    fc.assert(
      fc.property(
        fc.oneof(token, wide),
        around,
        around,
        fc.constantFrom('base64', 'base64url'),
        fc.boolean(),
        (secret, before, after, how, wrapped) => {
          const text = inBase64(secret, before, after, how);
          const planted = wrapped ? text.replace(/.{19}/g, '$&\r\n') : text;
          const known = secretForms([secret]);
          expect(known.holds(planted)).toBe(true);
          expect(known.holds(known.maskText(planted))).toBe(false);
        },
      ),
      { numRuns: runs(60) },
    );
  });

  test('is known by its token, its user and its password', () => {
    const basic = `Basic ${Buffer.from('acme-user:pass:word-1').toString('base64')}`;
    expect(partsOf([basic])).toEqual(
      expect.arrayContaining([basic, basic.slice(6), 'acme-user:pass:word-1', 'acme-user', 'pass:word-1']),
    );
    for (const line of ['TOKEN=xyz-4711-abc', 'xyz-4711-abc', Buffer.from('xyz-4711-abc').toString('hex')]) {
      expect(secretForms(['Bearer xyz-4711-abc']).holds(line), line).toBe(true);
    }
    expect(secretForms(['Digest username="someone", response="6629fae49393"']).holds('r=6629fae49393')).toBe(
      true,
    );
    expect(secretForms(['https://jo:s3cret%2Fpw@proxy.test/']).holds('s3cret/pw')).toBe(true);
    expect(
      secretForms(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']).holds('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
    ).toBe(true);
  });

  test('shorter than six characters is not searched, nor is its scheme', () => {
    expect(secretForms(['abc12']).isEmpty).toBe(true);
    expect(secretForms(['Bearer abc12']).holds('abc12')).toBe(false);
    expect(secretForms(['Bearer long-enough']).holds('a Bearer of news')).toBe(false);
  });

  test('leaves no long beginning, nor a short one where the text was cut off', () => {
    const secret = 'Bearer q7Tz-91mK-44xP-eW2s-Lr08-vNcY-6uHd';
    const known = secretForms([secret]);
    expect(known.maskText(`"${secret.slice(0, 40)}..."`)).not.toContain('q7Tz');
    for (let at = 4; at < secret.length - 7; at++) {
      for (const text of [
        secret.slice(7, 7 + at),
        everyByte(secret.slice(7, 7 + at)),
        unicode(secret.slice(7, 7 + at)),
      ]) {
        const cut = known.maskText(`{"echo":"${text}`, true);
        expect(cut, text).toBe('{"echo":"••••');
      }
    }
  });

  test('leaves every other text as it is', () => {
    fc.assert(
      fc.property(
        token,
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.boolean(),
        (secret, text, isCut) => {
          const known = secretForms([`Bearer #${secret}`]);
          fc.pre(!known.holds(text) && !text.includes('#'));
          expect(known.maskText(text.isWellFormed() ? text : '', isCut)).toBe(
            text.isWellFormed() ? text : '',
          );
        },
      ),
    );
    const bytes = Buffer.from([0, 255, 128, 10, 13]);
    expect(secretForms(['Bearer long-enough']).maskBytes(bytes)).toBe(bytes);
  });

  test('takes time that grows with the text, also where everything nearly is the secret', () => {
    const secret = `Bearer ${'a'.repeat(4000)}b`;
    const text = 'a'.repeat(16_384);
    const known = secretForms([secret]);
    const startedAt = performance.now();
    known.maskText(text, true);
    expect(performance.now() - startedAt).toBeLessThan(3000);
    const nasty = secretForms([`Bearer "%25\\&amp;/+${'='.repeat(20)}`]);
    for (const text of ['\\', '%25', '&amp;', '"', '%', '=3D', '\\u002', '&#0', 'IiUyN']) {
      nasty.maskText(text.repeat(16_384 / text.length), true);
    }
    expect(performance.now() - startedAt).toBeLessThan(6000);
    const large = Buffer.alloc(25 * 1_048_576, 'lorem ipsum dolor sit amet, "consectetur": {1: 2},\n');
    const from = performance.now();
    expect(secretForms(['Bearer q7Tz-91mK-44xP-eW2s']).holds(large)).toBe(false);
    expect(performance.now() - from).toBeLessThan(5000);
  });
});
