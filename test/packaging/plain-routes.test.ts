import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { plainRoutes } from '#packaging/plain-routes.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

interface Found {
  readonly store: unknown;
  readonly params: Record<string, string | undefined>;
}
interface Router {
  on(method: string, path: string, handler: () => void, store: unknown): void;
  on(method: string, path: string, options: object, handler: () => void, store: unknown): void;
  find(method: string, path: string, constraints?: object): Found | null;
}
type Routing = () => Router;

const require = createRequire(import.meta.url);
const originalFolder = dirname(createRequire(require.resolve('fastify')).resolve('find-my-way'));
const original = require(originalFolder) as Routing;

const asBuilt = (code: string, id: string): string | undefined => {
  const transform = plainRoutes().transform as (code: string, id: string) => { code: string } | null;
  return transform(code, id)?.code;
};

/** The router as it is built, and how many functions it has compiled. */
const builtRouter = (): { readonly routing: Routing; readonly compiled: () => number } => {
  const folder = join(temporaryFolder(), 'find-my-way');
  cpSync(originalFolder, folder, { recursive: true });
  symlinkSync(dirname(originalFolder), join(dirname(folder), 'node_modules'));
  const counted = globalThis as { compiledFunctions?: number };
  counted.compiledFunctions = 0;
  for (const name of ['node.js', 'handler-storage.js']) {
    const file = join(folder, 'lib', name);
    const code = asBuilt(readFileSync(file, 'utf8'), file) ?? '';
    writeFileSync(file, code.replaceAll('new Function(', '(globalThis.compiledFunctions++, Function)('));
  }
  return { routing: require(folder) as Routing, compiled: () => counted.compiledFunctions ?? Number.NaN };
};

const paths = [
  '/a',
  '/ab',
  '/companies',
  '/companies/:id',
  '/companies/:id/connections',
  '/companies/:id/connections/:connection/syncs/:sync/rows/:row/cells/:cell/notes/:note',
  '/webhooks/endpoints/:id/secret/rotate',
  '/webhooks/endpoints/:id/secret/recover',
  '/data/:dataset(^[a-z]+$)',
  '/files/*',
];

const asked = [
  ...paths.map((path) => path.replace(/:(\w+)(\([^)]*\))?/g, '$1').replace('*', 'x/y')),
  '/',
  '/abc',
  '/compani',
  '/companies/',
  '/companies/%C3%A4%2F/connections',
  '/data/1',
  '/webhooks/endpoints/1/secret/r',
  '/webhooks/endpoints/1/secret/rotates',
];

test('the router as it is built finds what the original finds, with few functions of its own', () => {
  const { routing, compiled } = builtRouter();
  const found = [original, routing].map((create) => {
    const router = create();
    for (const path of paths) {
      for (const method of ['GET', 'POST']) router.on(method, path, () => {}, `${method} ${path}`);
    }
    router.on('GET', '/ab', { constraints: { host: 'one.test' } }, () => {}, 'of one host');
    router.on('GET', '/ab', { constraints: { version: '1.2.0' } }, () => {}, 'of one version');
    const constrained = [{ host: 'one.test' }, { host: 'two.test' }, { version: '1.x' }, { version: '2.x' }];
    return [
      ...asked.flatMap((path) => ['GET', 'POST', 'PUT'].map((method) => router.find(method, path))),
      ...constrained.map((constraints) => router.find('GET', '/ab', constraints)),
    ].map((result) => (result === null ? null : [result.store, { ...result.params }]));
  });
  expect(found[1]).toEqual(found[0]);
  expect(found[0]?.filter((result) => result !== null).length).toBeGreaterThan(2 * paths.length);
  expect(compiled()).toBeLessThan(15);
});

test('another version of the router stops the build', () => {
  expect(() => asBuilt('const LONG_PREFIX_MIN_LENGTH = 32', '/find-my-way/lib/node.js')).toThrow(
    'find-my-way has no longer one',
  );
  expect(asBuilt('const LONG_PREFIX_MIN_LENGTH = 16', '/other/lib/node.js')).toBeUndefined();
});
