import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isKeyInKeychain } from '#base/sealing.ts';
import { startHost } from '#host/index.ts';
import { FolderInUseError, StartError } from '#local/start-error.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { hostOptions, testHost } from '#test/support/test-host.ts';

test('a key that is handed in is the one, and no file of it is made', async () => {
  const dataDir = temporaryFolder();
  const dataKey = Buffer.alloc(32, 7);
  const first = await startHost(hostOptions({ dataDir, dataKey }));
  const { apiKey } = first.ready;
  await first.stop(0);
  expect(existsSync(join(dataDir, 'carryover.key'))).toBe(false);
  const again = await testHost({ dataDir, dataKey });
  expect(again.ready.apiKey).toBe(apiKey);
});

test('a key that is handed in beside a key file, which a command made meanwhile, is refused so that it is asked for anew', async () => {
  const dataDir = temporaryFolder();
  await (await startHost(hostOptions({ dataDir }))).stop(0);
  const refused = startHost(hostOptions({ dataDir, dataKey: Buffer.alloc(32, 7) }));
  await expect(refused).rejects.toThrow(FolderInUseError);
  await (await startHost(hostOptions({ dataDir }))).stop(0);
});

test('a folder whose key only the keychain opens: said, and begun anew only when asked to', async () => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, 'carryover.key.wrapped'), 'wrapped');
  expect(isKeyInKeychain(dataDir)).toBe(true);
  const refused = startHost(hostOptions({ dataDir }));
  await expect(refused).rejects.toThrow(StartError);
  await expect(refused).rejects.toThrow(/keychain, which only the Carryover app can open.*Start the app/);

  await testHost({ dataDir, newKey: true });
  const wrapped = readdirSync(dataDir).filter((name) => name.startsWith('carryover.key'));
  expect(wrapped.sort()).toEqual([
    'carryover.key',
    expect.stringMatching(/^carryover\.key\.wrapped\.\d{4}-\d\d-\d\dT/),
  ]);
  expect(isKeyInKeychain(dataDir)).toBe(false);
});
