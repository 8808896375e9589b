import { expect, test } from 'vitest';
import { withoutKeys, withoutKeysInProse } from '#base/without-keys.ts';

const sentences = [
  'Xero says that the token was revoked. Ask the customer to connect again.',
  'Disable syncing in the old application, then migrate the newest token.',
  'Company 632ce795-0458-45b0-8264-14039889b7a4 not found.',
  'The base URL is https://example.test/companies?page=2.',
];

test('a sentence about tokens stays as it is', () => {
  for (const sentence of sentences) expect(withoutKeysInProse(sentence)).toBe(sentence);
});

test.each([
  ['sent with Bearer abc123def456', 'abc123def456'],
  ['the token ya29.a0AfH6SMBx9 has run out', 'ya29.a0AfH6SMBx9'],
  ['the key sk_live_abcdef is wrong', 'sk_live_abcdef'],
  ['4f3c2a1b9d8e7f6a5b4c3d2e1f0a9b8c was refused', '4f3c2a1b9d8e7f6a5b4c3d2e1f0a9b8c'],
  ['asked at https://user:pass@example.test/', 'user:pass'],
  ['asked at https://example.test/?access_token=short', 'short'],
])('%s', (sentence, secret) => {
  expect(withoutKeysInProse(sentence)).not.toContain(secret);
  expect(withoutKeys(sentence)).not.toContain(secret);
});

test('where no sentences are expected, whatever follows a scheme goes', () => {
  expect(withoutKeys('Authorization: Basic abc')).toBe('Authorization: Basic ••••');
});

test('a port is no part of the path behind it, whose keys are masked as ever', () => {
  const id = '2f0b3c4e-1111-4222-8333-444455556666';
  for (const port of [80, 4410, 54_321]) {
    for (const host of ['127.0.0.1', 'consumer.example', '[::1]']) {
      const address = `http://${host}:${port}/connections/${id}/link`;
      expect(withoutKeys(address)).toBe(address);
      const key = 'aB3dE6gH9jK2mN5pQ8sT';
      expect(withoutKeys(`http://${host}:${port}/${key}`)).not.toContain(key);
      expect(withoutKeys(`http://user:${key}@${host}:${port}/x`)).not.toContain(key);
    }
  }
  expect(withoutKeys('Key 12345/connections/aB3dE6gH9')).toBe('Key ••••');
});
