import { expect, test } from 'vitest';
import { signatureVectors } from '#docs/generate/signature-vectors.ts';
import { parseEvent, verifySignature } from '#events/index.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { startTestService } from '#test/support/test-service.ts';

test.each(signatureVectors.map((one) => [one.name, one] as const))(
  '%s, in each form of headers',
  (_, one) => {
    const { secrets, now, headers, bodyBase64, valid, code } = one;
    const body = Buffer.from(bodyBase64, 'base64');
    const fetched = new Headers();
    for (const [name, value] of headers) fetched.append(name, value);
    const lists = Object.fromEntries(
      [...Map.groupBy(headers, ([name]) => name)].map(([name, lines]) => [
        name,
        lines.map(([, value]) => value),
      ]),
    );
    const joined = Object.fromEntries(
      Object.entries(lists).map(([name, values]) => [name, values.join(', ')]),
    );
    for (const form of [lists, joined, fetched]) {
      for (const clock of [now * 1000, new Date(now * 1000)]) {
        const result = verifySignature({ body, headers: form, secrets, now: clock });
        expect(result).toEqual(valid ? { valid } : { valid, code, reason: expect.any(String) });
      }
    }
  },
);

test('a message of the service is verified by its secret, as text and as bytes, at the present time', async () => {
  const { control } = await startTestService();
  const consumer = await startConsumer();
  const { id } = await control.endpoints.create({ url: consumer.url, eventTypes: ['read.completed'] });
  const { secret } = await control.endpoints.secret(id);
  await control.messages.publishExample({ eventType: 'read.completed' });
  const [{ headers, body } = { headers: {}, body: '' }] = await consumer.receivedAtLeast(1);
  const check = (given: string | Uint8Array, secrets: string[]) =>
    verifySignature({ body: given, headers, secrets });
  expect(check(body, [secret])).toEqual({ valid: true });
  expect(check(Buffer.from(body), ['whsec_AAAA', secret])).toEqual({ valid: true });
  expect(check(`${body} `, [secret])).toMatchObject({ valid: false, code: 'no-match' });
  expect(parseEvent(body).eventType).toBe('read.completed');
});

test('the tolerance is the one that is asked for', () => {
  const [{ secrets, now, headers, bodyBase64 }] = signatureVectors as [(typeof signatureVectors)[number]];
  const body = Buffer.from(bodyBase64, 'base64');
  const check = (offSeconds: number, toleranceSeconds: number) =>
    verifySignature({
      body,
      headers: Object.fromEntries(headers),
      secrets,
      toleranceSeconds,
      now: (now + offSeconds) * 1000,
    }).valid;
  expect([check(10, 10), check(11, 10), check(-10, 10), check(-11, 10), check(0, 0)]).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
});

test('no secret, or one that is none, is a mistake of the caller', () => {
  expect(() => verifySignature({ body: '', headers: {}, secrets: [] })).toThrow('at least one secret');
  expect(() => verifySignature({ body: '', headers: {}, secrets: ['not base64!'] })).toThrow(TypeError);
});
