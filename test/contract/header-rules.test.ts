import { expect, test } from 'vitest';
import { checkHeaders } from '#contract/header-rules.ts';

test.each(['Authorization', 'X-Service-ClientId', 'x-anything'])('%s is accepted', (name) =>
  expect(() => checkHeaders([{ name, value: 'v' }])).not.toThrow(),
);

test.each([
  'Connection',
  'Host',
  'content-length',
  'Content-Type',
  'webhook-id',
  'Webhook-Extra',
  'Transfer-Encoding',
  'TE',
  'bad name',
  '',
])('the name "%s" is refused', (name) => expect(() => checkHeaders([{ name, value: 'v' }])).toThrow());

test.each(['planted\r\nbreak', 'planted\nbreak', ' planted', 'planted \u2603'])(
  'the value %j is refused without repeating it',
  (value) => {
    try {
      checkHeaders([{ name: 'X-Secret', value }]);
      expect.unreachable();
    } catch (error) {
      expect((error as Error).message).toContain('X-Secret');
      expect((error as Error).message).not.toContain('planted');
    }
  },
);

test('twenty headers and 4,096 bytes are the most', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `x-${i}`, value: 'v' }));
  expect(() => checkHeaders(many(20))).not.toThrow();
  expect(() => checkHeaders(many(21))).toThrow('at most 20');
  expect(() => checkHeaders([{ name: 'a', value: 'v'.repeat(4095) }])).not.toThrow();
  expect(() => checkHeaders([{ name: 'a', value: 'v'.repeat(4096) }])).toThrow('4096 bytes');
  expect(() =>
    checkHeaders([
      { name: 'a', value: '1' },
      { name: 'A', value: '2' },
    ]),
  ).toThrow('twice');
});
