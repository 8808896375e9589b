import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { newSecret } from '#base/new-secret.ts';
import { signature, signBody, signingKey } from '#service/webhooks/signing.ts';
import { anyCharacter } from '#test/support/any-character.ts';

test('a signature is that of the public Standard Webhooks scheme', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const signed = signature(
    [signingKey(secret)],
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    1_614_265_330,
    '{"test": 2432232314}',
  );
  expect(signed).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('there is one signature for each key, in their order, separated by spaces', () => {
  const secrets = [newSecret(), newSecret(), newSecret()];
  const of = (some: readonly string[]) => signature(some.map(signingKey), 'msg_1', 1_700_000_000, '{}');
  expect(of(secrets).split(' ')).toEqual(secrets.map((one) => of([one])));
  expect(of([])).toBe('');
  const sign = (one: string) => new Webhook(one).sign('msg_1', new Date(1_700_000_000_000), '{}');
  expect(of(secrets)).toBe(secrets.map(sign).join(' '));
});

test('a new secret is whsec_ and 24 random bytes', () => {
  const secrets = Array.from({ length: 20 }, newSecret);
  expect(new Set(secrets).size).toBe(20);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(signingKey(secret).symmetricKeySize).toBe(24);
  }
});

test('it is the HMAC of the bytes that are sent, whatever the text and however long the key', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 200 }),
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      (key, body) => {
        const secret = `whsec_${Buffer.from(key).toString('base64')}`;
        const { signature: value, bytes } = signBody([signingKey(secret)], 'msg_1', 1_700_000_000, body);
        const expected = createHmac('sha256', key).update('msg_1.1700000000.').update(bytes).digest('base64');
        expect(value).toBe(`v1,${expected}`);
        expect(bytes).toEqual(Buffer.from(body));
      },
    ),
  );
});
