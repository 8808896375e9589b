import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { type Call, testHost } from '#test/support/test-host.ts';

/** Saved states over the desk's API. */

const names = async (api: Call): Promise<string[]> =>
  (await api('GET', '/companies')).body.results.map(({ name }: { name: string }) => name).sort();

test('a state is saved, exported, taken in elsewhere, restored and deleted over the API', async () => {
  const host = await testHost({ dataDir: temporaryFolder() });
  const { desk, api } = host;
  await api('POST', '/companies', { name: 'Kept' });
  const saved = await desk('POST', '/api/states', { name: 'Before it', passphrase: 'together' });
  expect([saved.status, saved.body]).toMatchObject([
    200,
    { name: 'Before it', companies: 1, clock: 'system' },
  ]);
  expect((await desk('POST', '/api/states', { name: 'Before it' })).body.detailedErrorCode).toBe(41_807);
  expect((await desk('POST', '/api/states', { name: '../up' })).status).toBe(400);
  await api('POST', '/companies', { name: 'Gone' });
  const restored = await desk('POST', '/api/states/Before%20it/restore');
  expect([restored.status, restored.body.error]).toEqual([200, undefined]);
  expect(await names(api)).toEqual(['Kept']);
  // What was replaced is a backup, and can be restored in turn.
  const back = await desk('POST', `/api/backups/${restored.body.keptAs}/restore`);
  expect([back.status, back.body.error]).toEqual([200, undefined]);
  expect(await names(api)).toEqual(['Gone', 'Kept']);

  const bearer = { authorization: `Bearer ${host.ready.deskToken}` };
  const file = await fetch(`${host.ready.deskUrl}/api/states/Before%20it/file`, { headers: bearer });
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="Before it.carryover-state"');
  const bytes = Buffer.from(await file.arrayBuffer());
  const onDisk = readFileSync(join(host.ready.dataDir, 'states', 'Before it.carryover-state'));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    createHash('sha256').update(onDisk).digest('hex'),
  );

  const put = async (name: string, body: Uint8Array<ArrayBuffer>) => {
    const response = await fetch(`${host.ready.deskUrl}/api/states/${name}/file`, {
      method: 'PUT',
      headers: { ...bearer, 'content-type': 'application/octet-stream' },
      body,
    });
    return { status: response.status, body: (await response.json()) as { error: string; name: string } };
  };
  const cut = await put('cut', new Uint8Array(bytes.subarray(0, -100)));
  expect(cut).toMatchObject({ status: 400, body: { error: expect.stringContaining('its end is missing') } });
  expect(await put('whole', new Uint8Array(bytes))).toMatchObject({ status: 200, body: { name: 'whole' } });
  const list = (await desk('GET', '/api/states')).body;
  expect(list.results.map(({ name }: { name: string }) => name).sort()).toEqual(['Before it', 'whole']);
  expect(list.unreadable).toEqual([]);
  expect((await desk('DELETE', '/api/states/whole')).status).toBe(204);
  expect((await desk('DELETE', '/api/states/whole')).body.detailedErrorCode).toBe(41_800);
});
