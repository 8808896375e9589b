import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { loadCatalogue } from '#service/platform/catalogue.ts';

const shipped = join(packageRoot(), 'resources', 'integrations.json');
const elsewhere = mkdtempSync(join(tmpdir(), 'carryover-catalogue-'));
const copy = join(elsewhere, 'integrations.json');
afterAll(() => rmSync(elsewhere, { recursive: true }));

test('the catalogue that the program comes with passes every check, which its own folder is spared', async () => {
  copyFileSync(shipped, copy);
  const checked = await loadCatalogue({ resourcesDir: elsewhere });
  const spared = await loadCatalogue({ resourcesDir: join(packageRoot(), 'resources') });
  expect(checked.all).toEqual(spared.all);
  expect(checked.all.length).toBeGreaterThan(10);
});

test('a catalogue in any other folder is checked', async () => {
  const content = JSON.parse(readFileSync(shipped, 'utf8'));
  const of = content.integrations.findIndex(
    ({ credentials }: { credentials: object[] }) => credentials.length > 0,
  );
  content.integrations[of].credentials[0].example = ' no such value ';
  writeFileSync(copy, JSON.stringify(content));
  await expect(loadCatalogue({ resourcesDir: elsewhere })).rejects.toThrow(
    'example does not match the pattern',
  );
  await expect(
    loadCatalogue({ resourcesDir: join(packageRoot(), 'resources'), dataDir: elsewhere }),
  ).rejects.toThrow('example does not match the pattern');
});
