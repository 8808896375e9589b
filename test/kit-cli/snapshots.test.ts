import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addressOf, kitHere, serveKit, startKitCli } from '#test/support/kit-cli.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { startTestKit } from '#test/support/test-kit.ts';
import { startService } from '#testing/index.ts';

/** Beginning with a saved state, by its name in a folder or by the path of a file. */

/** A folder with two states, an endpoint in each, and nobody who serves it. */
const keptFolder = async () => {
  const data = temporaryFolder();
  const { kit, control } = await startTestKit({ dataDir: data });
  const endpoint = await control('POST', '/endpoints', {
    url: 'http://127.0.0.1:9/hooks',
    eventTypes: ['read.completed'],
  });
  const { secret } = await control('GET', `/endpoints/${endpoint.id}/secret`);
  await control('POST', '/states', { name: 'base' });
  await control('POST', '/states', { name: 'after cutover' });
  await control('DELETE', `/endpoints/${endpoint.id}`);
  await kit.stop(0);
  return { data, id: endpoint.id as string, secret: secret as string };
};

/** Every file with its bytes, its rights and when it was changed. */
const contentOf = (folder: string): string[] =>
  (readdirSync(folder, { recursive: true }) as string[]).sort().map((name) => {
    const path = join(folder, name);
    const { mode, mtimeMs } = statSync(path);
    const digest = statSync(path).isFile()
      ? createHash('sha256').update(readFileSync(path)).digest('hex')
      : 'folder';
    return `${name} ${mode} ${mtimeMs} ${digest}`;
  });

test('exec begins with a state of a folder, whose secrets open, and leaves the folder as it is', async () => {
  const { data, id, secret } = await keptFolder();
  const before = contentOf(data);
  const script = `
    const { CARRYOVER_CONTROL_URL: url, CARRYOVER_CONTROL_TOKEN: token } = process.env;
    const get = async (path) => (await fetch(url + path, { headers: { authorization: 'Bearer ' + token } })).json();
    const { secret } = await get('/endpoints/${id}/secret');
    const { results } = await get('/states');
    console.log(JSON.stringify({ secret, states: results.length }));
  `;
  const args = ['exec', '--snapshot', 'after cutover', '--data', data, '--'];
  const ended = await startKitCli([...args, process.execPath, '--input-type=module', '-e', script]).ended;
  expect([ended.code, ended.stderr]).toEqual([0, '']);
  expect(JSON.parse(ended.stdout)).toEqual({ secret, states: 0 });
  expect(contentOf(data)).toEqual(before);
});

test('so does startService, in this process and in its own', async () => {
  const { data, id, secret } = await keptFolder();
  const before = contentOf(data);
  for (const where of ['this', 'own'] as const) {
    await using service = await startService({ snapshot: 'base', data, process: where });
    const response = await fetch(`${service.controlUrl}/endpoints/${id}/secret`, {
      headers: { authorization: `Bearer ${service.controlToken}` },
    });
    expect(await response.json()).toMatchObject({ secret });
  }
  expect(contentOf(data)).toEqual(before);
  await expect(startService({ snapshot: 'base' })).rejects.toThrow('no data folder is given');
  await expect(startService({ snapshot: 'other', data })).rejects.toThrow('It has after cutover, base.');
});

test('serve goes back to a state of its folder, or of a file, and keeps no copy of it', async () => {
  const { data, id } = await keptFolder();
  for (const state of ['base', join(data, 'states', 'base.carryover-state')]) {
    const run = await serveKit(['--data', data, '--snapshot', state]);
    onTestFinished(() => void run.process.kill('SIGKILL'));
    const list = await kitHere(['state', 'list', '--json'], addressOf(run.ready));
    const { results } = JSON.parse(list.stdout);
    expect(results.map(({ name }: { name: string }) => name).sort()).toEqual(['after cutover', 'base']);
    const response = await fetch(`${run.ready.controlUrl}/endpoints/${id}`, {
      headers: { authorization: `Bearer ${run.ready.controlToken}` },
    });
    expect(response.status).toBe(200);
    run.process.kill('SIGTERM');
    await run.ended;
  }
});

test('what names no state is refused before anything starts', async () => {
  const { data } = await keptFolder();
  const refusal = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await kitHere(['exec', ...args, '--', 'false']);
    expect([stdout, stderr]).toEqual(['', expect.not.stringContaining('unexpectedly')]);
    return `${code} ${stderr}`;
  };
  expect(await refusal('--snapshot', 'base')).toMatch(/^2 base is the name of a saved state: .*--data/);
  expect(await refusal('--snapshot', 'a:b', '--data', data)).toMatch(/^2 "a:b" can't be the name of a state/);
  expect(await refusal('--data', data)).toMatch(/^2 .*Add --snapshot NAME/);
  expect(await refusal('--snapshot', 'other', '--data', data)).toMatch(
    /^1 There is no saved state other in .*\. It has after cutover, base\./,
  );
  expect(await refusal('--snapshot', './other.carryover-state')).toMatch(/^1 There is no file \//);
  writeFileSync(join(data, 'carryover.key'), 'short');
  expect(await refusal('--snapshot', 'base', '--data', data)).toMatch(
    /^1 The key file .* can't be used: it is not whole\./,
  );
});
