import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mask } from '#base/sealing.ts';

test.each([
  ['Bearer 0123456789abcdef7B2', 'Bearer ••••7B2'],
  ['bearer 0123456789abcdef7B2', 'bearer ••••7B2'],
  ['Token 0123456789abcdef7B2', 'Token ••••7B2'],
  ['3f0c9a52-54a7-4a1c-9f0e-0c3f8f3a9b11', '••••b11'],
  // No known scheme: the first word is a part of the secret.
  ['hunter2 abcdefgh', '••••fgh'],
  ['sk_live_abcdefgh ijklmnop', '••••nop'],
  // The end of Basic is the end of the password, and of a short value a part that tells much.
  [`Basic ${Buffer.from('u:pass').toString('base64')}`, 'Basic ••••'],
  [`Basic ${Buffer.from('someone:a-long-password').toString('base64')}`, 'Basic ••••'],
  ['Bearer short-one', 'Bearer ••••'],
  ['12345678', '••••'],
  ['', '••••'],
])('%s is shown as %s', (secret, shown) => {
  expect(mask(secret)).toBe(shown);
});

test('of any value without a scheme at most three characters show, and none of a short one', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9_ ]{1,60}$/), (text) => {
      const secret = `x9${text}`;
      const tail = mask(secret).replace('••••', '');
      expect(tail).toBe(secret.length < 16 ? '' : secret.slice(-3));
    }),
  );
});
