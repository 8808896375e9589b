import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#test/support/runs.ts';
import { speak } from '#test/support/speak.ts';
import { testHost } from '#test/support/test-host.ts';

/** The pages that show the two APIs, to somebody who brings odd paths, and to a page that would frame them. */

const odd = [
  '/static/%00',
  '/static/swagger-ui.css%00',
  '/static/%2e%2e/package.json',
  '/static/..%2f..%2fpackage.json',
  '/static/%2e%2e%2f%2e%2e%2findex.js',
  '/static/..%5c..%5cindex.js',
  '/static/%5c..%5cindex.js',
  '/static/....//index.js',
  '/static//index.js',
  '/static//',
  '/static/',
  '/static',
  '/static/theme/none.css',
  '/static/nope.js',
  '/static/.git/config',
  '/static/%ff%fe',
  '/static/%',
  '/static/%zz',
  '/static/%25zz',
  '/static/%E0%A4%A',
  `/static/${'a'.repeat(300)}`,
  `/static/${'a'.repeat(4000)}`,
  `/static/${'a'.repeat(4000)}.js`,
  `/static/${'a/'.repeat(2000)}x`,
  `/static/${'%2e%2e%2f'.repeat(300)}etc/passwd`,
  '/static/con',
  '/static/C:%5cwindows',
  '/static/~root',
  '/static/%0d%0ax-evil:%201',
  '/nope',
  '/%00',
  '/..%2f',
  '/*',
  '/static/*',
];

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
const ask = (url: string, path: string, headers = ''): Promise<string> =>
  speak(url, `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}connection: close\r\n\r\n`);

const sides = async () => {
  const { ready } = await testHost();
  return [
    { url: ready.apiUrl, prefix: '/docs' },
    { url: ready.deskUrl, prefix: '/api/docs' },
  ];
};

test('an odd path below the documentation is not found, on both servers, and never a fault', async () => {
  const answers: string[] = [];
  for (const { url, prefix } of await sides()) {
    for (const path of odd) {
      const answer = await ask(url, prefix + path);
      const status = statusOf(answer);
      if (status !== 404) answers.push(`${status} ${(prefix + path).slice(0, 60)}`);
      expect(answer).not.toMatch(/"name": "@fastify|root:x:|\r\nx-evil/);
    }
  }
  expect(answers).toEqual([]);
});

test('no name of a file makes a fault, and none leads out of the folder', async () => {
  const both = await sides();
  const part = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%2f',
      '%5c',
      '%00',
      '/',
      '\\',
      '%',
      '~',
      ':',
      'index.html',
      'static',
      '%25',
    ),
    fc.string({ unit: 'grapheme', maxLength: 12 }).map(encodeURIComponent),
  );
  const path = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(path, fc.constantFrom('/static/', '/', '/static'), async (rest, under) => {
      for (const { url, prefix } of both) {
        const answer = await ask(url, prefix + under + rest);
        expect(statusOf(answer)).toBeLessThan(500);
        expect(answer).not.toContain('"@fastify/swagger-ui"');
      }
    }),
    { numRuns: runs(60) },
  );
});

test.each(['/', '/static/index.html', '/static/swagger-ui.css', '/static/swagger-initializer.js', '/json'])(
  'the documentation (%s) may not be framed, and its addresses have no other base',
  async (path) => {
    for (const { url, prefix } of await sides()) {
      const { status, headers } = await fetch(url + prefix + path);
      expect([prefix, status]).toEqual([prefix, 200]);
      const policy = headers.get('content-security-policy')?.split(/; ?/) ?? [];
      for (const directive of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"]) {
        expect(policy).toContain(directive);
      }
      expect(policy.find((text) => text.startsWith('script-src'))).toBe("script-src 'self'");
    }
  },
);
