import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
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

test('a fork is a data folder of its own, at the path that the app names or in the data folder', async () => {
  const dataDir = temporaryFolder();
  const host = await testHost({ dataDir, clock: 'virtual' });
  const { desk, api } = host;
  await api('POST', '/companies', { name: 'Kept' });
  await desk('POST', '/api/endpoints', { url: 'https://a.example.com', eventTypes: ['company.created'] });
  await desk('POST', '/api/clock/advance', { by: 'P1D' });
  const { now } = (await desk('GET', '/api/clock')).body;
  await desk('POST', '/api/states', { name: 'Base' });
  await api('POST', '/companies', { name: 'Later' });
  const into = join(temporaryFolder(), 'new', 'fork of');
  const made = await desk('POST', '/api/states/Base/fork', { into, number: 7 });
  expect(made).toEqual({
    status: 200,
    body: { dataDir: into, missing: [], state: expect.objectContaining({ name: 'Base', companies: 1 }) },
  });
  const folders = [];
  for (const body of [undefined, {}]) folders.push((await desk('POST', '/api/states/Base/fork', body)).body);
  expect(folders).toMatchObject([
    { dataDir: join(dataDir, 'forks', 'Base') },
    { dataDir: join(dataDir, 'forks', 'Base 2') },
  ]);
  expect(await names(api)).toEqual(['Kept', 'Later']);

  // What is served there goes on from the state, on its clock, with its secrets and other ids.
  const keys = (await desk('GET', '/api/keys')).body.results;
  const [fork, other] = [await testHost({ dataDir: into }), await testHost({ dataDir: folders[0].dataDir })];
  expect(await names(fork.api)).toEqual(['Kept']);
  expect((await fork.desk('GET', '/api/clock')).body).toMatchObject({ mode: 'virtual', now });
  expect((await fork.desk('GET', '/api/keys')).body.results).toMatchObject(
    expect.arrayContaining(keys.map(({ id }: { id: string }) => expect.objectContaining({ id }))),
  );
  const ids = [];
  for (const one of [fork, other, host])
    ids.push((await one.api('POST', '/companies', { name: 'New' })).body.id);
  expect(new Set(ids).size).toBe(3);
});

test('a fork that is refused leaves nothing, and what was in its folder', async () => {
  const elsewhere = await testHost();
  await elsewhere.desk('POST', '/api/endpoints', {
    url: 'https://a.example.com',
    eventTypes: ['company.created'],
  });
  await elsewhere.desk('POST', '/api/states', { name: 'Sealed', passphrase: 'together' });
  const host = await testHost();
  const folder = temporaryFolder();
  mkdirSync(join(host.ready.dataDir, 'states'));
  for (const [name, cut] of [
    ['Sealed', 0],
    ['Torn', 200_000],
  ] as const) {
    const bytes = readFileSync(join(elsewhere.ready.dataDir, 'states', 'Sealed.carryover-state'));
    // Its middle is not what was saved; its head and end are whole.
    if (cut > 0) bytes.fill(7, 8192, 8200);
    writeFileSync(join(host.ready.dataDir, 'states', `${name}.carryover-state`), bytes);
  }
  const fork = async (name: string, request: object) => {
    const { status, body } = await host.desk('POST', `/api/states/${name}/fork`, request);
    return [status, body.detailedErrorCode ?? body.missing];
  };
  const file = join(folder, 'file');
  const taken = join(folder, 'taken');
  const empty = join(folder, 'empty');
  const link = join(folder, 'link');
  writeFileSync(file, 'mine');
  for (const one of [taken, empty]) mkdirSync(one);
  writeFileSync(join(taken, 'notes'), 'mine');
  symlinkSync(join(folder, 'nowhere'), link);
  const before = readdirSync(folder).sort();
  const passphrase = 'together';
  expect(await fork('Sealed', { into: taken, passphrase })).toEqual([409, 41_811]);
  expect(await fork('Sealed', { into: host.ready.dataDir, passphrase })).toEqual([409, 41_811]);
  for (const into of [file, join(file, 'below'), link, 'relative', '/proc/nowhere/fork', `${folder}/a\0b`]) {
    expect([into, ...(await fork('Sealed', { into, passphrase }))]).toEqual([into, 409, 41_813]);
  }
  for (const into of [empty, join(folder, 'a', 'b')]) {
    expect(await fork('Sealed', { into })).toEqual([400, 41_804]);
    expect(await fork('Sealed', { into, passphrase: 'wrong' })).toEqual([400, 41_805]);
    expect(await fork('Torn', { into, passphrase })).toEqual([400, 41_802]);
    expect(await fork('None', { into })).toEqual([404, 41_800]);
  }
  expect([readdirSync(folder).sort(), readdirSync(empty), readdirSync(taken)]).toEqual([
    before,
    [],
    ['notes'],
  ]);
  expect(existsSync(join(host.ready.dataDir, 'forks'))).toBe(false);

  expect(await fork('Sealed', { into: empty, passphrase })).toEqual([200, []]);
  expect(await fork('Sealed', { into: join(folder, 'bare'), withoutSecrets: true })).toEqual([
    200,
    [
      expect.objectContaining({ what: 'apiKeys', count: 1 }),
      expect.objectContaining({ what: 'signingSecrets', count: 1 }),
    ],
  ]);
});
