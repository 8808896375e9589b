import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Answer } from '#fidelity/ask.ts';
import { observe } from '#fidelity/observe.ts';
import { readRecording, recordingOf, recordingText } from '#fidelity/recording.ts';
import { documentOf } from '#test/support/fidelity.ts';
import { runs } from '#test/support/runs.ts';
import { startTestKit } from '#test/support/test-kit.ts';

/** Whoever runs a target chooses what it answers. Nothing of it may be found in a recording, however it is written. */

const uuid = fc.uuid();
const secret = fc.oneof(
  uuid,
  fc.emailAddress(),
  fc.base64String({ minLength: 16, maxLength: 60 }),
  fc.stringMatching(/^[A-Z][a-z]{5,9}(son|wski|ez) [A-Z][a-z]{3,9}x Ltd$/),
  fc.stringMatching(/^sk_live_[A-Za-z0-9]{20}$/),
  fc.stringMatching(/^[a-f0-9]{32}$/),
  fc.stringMatching(/^eyJ[A-Za-z0-9_-]{12}\.eyJ[A-Za-z0-9_-]{20}$/),
  fc.stringMatching(/^[qxz]{4}[A-Za-z]{8}$/),
  fc.ipV6(),
  fc.tuple(fc.domain(), fc.stringMatching(/^[a-z]{9}$/)).map(([host, path]) => `https://${host}/${path}`),
);

/** A value of JSON that holds the secret as a text, a key, a part of either, in a link, in an error. */
const holding = (planted: string): fc.Arbitrary<unknown> =>
  fc.letrec<{ node: unknown; leaf: unknown }>((tie) => ({
    leaf: fc.constantFrom<unknown>(
      planted,
      `Company ${planted} not found.`,
      `/companies/${planted}?page=1`,
      `https://api.example.com/companies/${encodeURIComponent(planted)}`,
      Buffer.from(planted).toString('base64'),
      { [planted]: planted },
      { [planted]: { [planted]: 1 } },
      { tags: { [planted]: 'x' } },
      { name: planted, status: planted, dataType: planted, id: planted },
      null,
      1,
    ),
    node: fc.oneof(
      { depthSize: 'small' },
      tie('leaf'),
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom('results', 'name', 'id', 'tags', 'error', 'dataConnections', planted),
        tie('node'),
        {
          maxKeys: 3,
        },
      ),
    ),
  })).node;

const hiddenIn = (planted: string): string[] => {
  const bytes = Buffer.from(planted);
  return [
    planted,
    planted.toLowerCase(),
    JSON.stringify(planted).slice(1, -1),
    encodeURIComponent(planted),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    // A part of it tells, too.
    planted.slice(0, Math.max(8, Math.ceil(planted.length * 0.7))),
    planted.slice(-Math.max(8, Math.ceil(planted.length * 0.7))),
  ];
};

const ids = [
  { id: 'b5b2c228-04b5-40cd-b7f2-41fc2ec5c582', key: 'gbol', pushOperationKey: 'push-1' },
  { id: '../../../etc', key: '..%2f', pushOperationKey: 'a/b' },
  { id: '\u001b[2J\r\nset-cookie: a=b', key: '\u202e', pushOperationKey: 'x'.repeat(5000) },
];

test('nothing of what a target answers is in the recording, and all that is written can be read again', async () => {
  const { kit } = await startTestKit();
  const document = await documentOf(kit.apiUrl);
  await fc.assert(
    fc.asyncProperty(
      secret.chain((planted) =>
        fc.tuple(fc.constant(planted), fc.array(holding(planted), { minLength: 4, maxLength: 4 })),
      ),
      fc.constantFrom(200, 200, 200, 400, 404, 302),
      async ([planted, values], status) => {
        const called: string[] = [];
        const ask = async ({ path }: { path: string }): Promise<Answer> => {
          called.push(path);
          const rows = [...ids, { id: planted, key: planted, pushOperationKey: planted, name: planted }];
          const extra = values[called.length % values.length];
          const value =
            called.length % 3 === 0
              ? extra
              : { results: rows.map((row) => ({ ...row, more: extra, [planted]: extra })), error: planted };
          return {
            status: called.length === 1 ? 200 : status,
            headers: {
              'content-type': `application/json; charset=${planted}`,
              'x-rate-limit-limit': planted,
              'www-authenticate': `Basic realm="${planted}"`,
              location: `https://${planted}/`,
              link: `<https://a/${planted}>; rel="next"`,
              'retry-after': planted,
              etag: planted,
              'set-cookie': [`session=${planted}`],
              [`x-${planted}`]: planted,
              server: planted,
            },
            body: called.length % 7 === 0 ? { kind: 'notJson' } : { kind: 'json', value },
          };
        };
        const calls = await observe({ ask, document, signal: new AbortController().signal });
        const text = recordingText(recordingOf(calls, 0, undefined));
        for (const form of hiddenIn(planted)) expect(text.toLowerCase()).not.toContain(form.toLowerCase());
        expect(readRecording(Buffer.from(text)).calls).toEqual(calls);
        // An id that is none is not called with.
        for (const path of called) expect(path).toMatch(/^[A-Za-z0-9/_-]+$/);
        expect(called.length).toBeLessThan(400);
      },
    ),
    { numRuns: runs(20) },
  );
});
