import { request } from 'node:http';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { checkSignature, keyOfSecret } from '#base/webhook-signature.ts';
import { startConsumer } from '#cli/consumer.ts';
import { type SignatureVector, signatureVectors } from '#docs/generate/signature-vectors.ts';
import type { LiveEndpoint } from '#service/webhooks/endpoint-registry.ts';
import { verdictOn } from '#service/webhooks/verify.ts';

/** Every verifier of ours decides as `docs/reference/signature-vectors.json` says. */
const named = signatureVectors.map((vector) => [vector.name, vector] as const);
const bodyOf = ({ bodyBase64 }: SignatureVector): Buffer => Buffer.from(bodyBase64, 'base64');
const valuesOf = ({ headers }: SignatureVector, wanted: string): string[] =>
  headers.flatMap(([name, value]) => (name.toLowerCase() === wanted ? [value] : []));
/** As Node gives them: lines of one name in one value. */
const joined = (vector: SignatureVector): Record<string, string> =>
  Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].flatMap((name) => {
      const values = valuesOf(vector, name);
      return values.length === 0 ? [] : [[name, values.join(', ')]];
    }),
  );

const endpointWith = (secrets: readonly string[]): LiveEndpoint =>
  ({
    row: { id: 'e1' },
    secrets: secrets.map((text) => ({ text, key: keyOfSecret(text), expiresAt: null })),
  }) as unknown as LiveEndpoint;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
});

test('there are at least 30 vectors, each with a name of its own and a reason', () => {
  expect(signatureVectors.length).toBeGreaterThanOrEqual(30);
  expect(new Set(signatureVectors.map(({ name }) => name)).size).toBe(signatureVectors.length);
  expect(signatureVectors.filter(({ reason }) => reason === '')).toEqual([]);
});

test.each(named)('%s: checked as documented', (_, vector) => {
  const check = checkSignature(
    { body: bodyOf(vector), header: (name) => valuesOf(vector, name) },
    vector.secrets.map(keyOfSecret),
    { now: vector.now * 1000 },
  );
  expect([check.valid, check.valid ? undefined : check.code]).toEqual([vector.valid, vector.code]);
});

test.each(named)('%s: the local service decides so of what its receiver gets', (_, vector) => {
  vi.setSystemTime(vector.now * 1000);
  const headers = joined(vector);
  const { state } = verdictOn(
    {
      id: headers['webhook-id'],
      timestamp: headers['webhook-timestamp'],
      signature: headers['webhook-signature'],
      body: bodyOf(vector),
    },
    [endpointWith(vector.secrets)],
    vector.now * 1000,
  );
  const states = { 'missing-header': 'unsigned', 'too-old': 'stale', 'too-new': 'stale' } as const;
  const isEmpty = vector.name === 'timestamp-empty';
  const expected = vector.code === undefined ? 'valid' : (states[vector.code as 'too-old'] ?? 'wrong');
  expect(state).toBe(isEmpty ? 'wrong' : expected);
});

test.each(named)('%s: the npm package agrees, or the vector says why not', (_, vector) => {
  vi.setSystemTime(vector.now * 1000);
  const isValid = vector.secrets.some((secret) => {
    try {
      new Webhook(secret).verify(bodyOf(vector), joined(vector), { jsonParse: false });
      return true;
    } catch {
      return false;
    }
  });
  expect(isValid === vector.valid).toBe(vector.standardwebhooks === undefined);
});

test('listen decides so of each, over a real socket', async () => {
  const problems: (string | undefined)[] = [];
  for (const vector of signatureVectors.filter(({ secrets }) => secrets.length === 1)) {
    vi.setSystemTime(vector.now * 1000);
    const consumer = await startConsumer(0, { fail: 0, status: 200, delayMs: 0 }, ({ problem }) =>
      problems.push(problem),
    );
    consumer.setSecret(vector.secrets[0] as string);
    await send(consumer.url, vector);
    await consumer.close();
    expect([vector.name, problems.pop() === undefined]).toEqual([vector.name, vector.valid]);
  }
});

const send = (url: string, vector: SignatureVector): Promise<void> =>
  new Promise((resolve, reject) => {
    const body = bodyOf(vector);
    const headers = ['host', '127.0.0.1', 'content-length', String(body.length), ...vector.headers.flat()];
    const sent = request(url, { method: 'POST', headers, agent: false }, (response) => {
      response.resume().on('end', resolve);
    });
    sent.on('error', reject);
    sent.end(body);
  });

test('no change of one byte of a message that is valid leaves it valid', () => {
  const [vector] = signatureVectors as [SignatureVector];
  const keys = vector.secrets.map(keyOfSecret);
  const signed = joined(vector);
  const check = (headers: Record<string, string>, body: Buffer) =>
    checkSignature({ body, header: (name) => [headers[name] ?? ''] }, keys, { now: vector.now * 1000 }).valid;
  expect(check(signed, bodyOf(vector))).toBe(true);
  const places = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'body'] as const;
  fc.assert(
    fc.property(
      fc.constantFrom(...places),
      fc.nat(),
      fc.integer({ min: 0x21, max: 0x7e }),
      (place, at, to) => {
        const changed = place === 'body' ? bodyOf(vector) : Buffer.from(signed[place] as string);
        const n = at % changed.length;
        fc.pre(changed[n] !== to);
        changed[n] = to;
        const [headers, body] =
          place === 'body'
            ? [signed, changed]
            : [{ ...signed, [place]: changed.toString('latin1') }, bodyOf(vector)];
        expect(check(headers, body)).toBe(false);
      },
    ),
  );
});

test('a secret that is no base64 is refused without being repeated', () => {
  for (const secret of ['', 'whsec_', 'whsec_not base64!', 'whsec_a-b_', '====']) {
    const refuse = () => keyOfSecret(secret);
    expect(refuse).toThrow(TypeError);
    if (secret.length > 6) expect(refuse).not.toThrow(secret);
  }
});
