import { expect, test, vi } from 'vitest';
import { temporaryStore } from '#test/support/postgres/shared.ts';
import { type Answer, testHost } from '#test/support/test-host.ts';

/** `store.onServer`. */
const onServer = 42003;

test('what is for a store that is a file is refused, and nothing of it is told as if it were there', async () => {
  const { address, env, place } = await temporaryStore();
  vi.stubEnv('PGPASSWORD', env.PGPASSWORD);
  const { desk, api } = await testHost({ store: address });
  vi.unstubAllEnvs();
  await api('POST', '/companies', { name: 'Acme' });

  const refused: [string, string, unknown?][] = [
    ['POST', '/api/backups'],
    ['POST', '/api/backups/local-service'],
    ['POST', '/api/local-service/empty'],
    ['GET', '/api/compaction'],
    ['POST', '/api/compaction'],
    ['POST', '/api/states', { name: 'one' }],
    ['POST', '/api/sandboxes/open', { clock: 'virtual' }],
    ['DELETE', '/api/sandboxes/virtual'],
  ];
  for (const [method, path, body] of refused) {
    const answer = await desk(method, path, body);
    expect([path, answer.status, codeOf(answer)]).toEqual([path, 409, onServer]);
  }

  const { body: about } = await desk('GET', '/api/about');
  expect(about.storeServer).toBe(`postgres://${place.address.user}@127.0.0.1:${place.address.port}/postgres`);
  const { body: sandboxes } = await desk('GET', '/api/sandboxes');
  expect(sandboxes.results).toEqual([{ clock: 'system', current: true, exists: true }]);
  const { body: storage } = await desk('GET', '/api/storage');
  expect(storage.databases).toEqual([]);
  const { body: backups } = await desk('GET', '/api/backups');
  expect(backups.results).toEqual([]);

  // These work as on a file.
  expect((await desk('GET', '/api/states')).status).toBe(200);
  expect((await desk('POST', '/api/sample')).status).toBe(200);
  const { body: health } = await desk('GET', '/api/health');
  expect(health.store).toBe('ok');
  expect((await desk('POST', '/api/reset')).status).toBeLessThan(300);
  expect((await api('GET', '/companies?page=1&pageSize=10')).body.results).toEqual([]);
});

const codeOf = ({ body }: Answer): number | undefined => body?.detailedErrorCode;
