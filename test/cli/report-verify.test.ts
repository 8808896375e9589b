import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { manifestName, publicKeyName } from '#contract/bundle.ts';
import { readZip } from '#desk/reports/bundle/read-bundle.ts';
import { runHere } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

let [data, folder, zip, unpacked] = ['', '', '', ''];

beforeEach(async () => {
  [data, folder] = [temporaryFolder(), temporaryFolder()];
  const { desk } = await testHost({ dataDir: data });
  const { id } = (await desk('POST', '/api/cases', { name: 'acme', integrator: 'Ácme 株式会社' })).body;
  await desk('POST', `/api/cases/${id}/notes`, { text: 'Tab\tand "quotes", \\ and \u{1F600}\u2028' });
  await desk('POST', `/api/cases/${id}/notes`, { text: 'gone soon' });
  await desk('POST', `/api/cases/${id}/erasures`, { notes: true, reason: 'asked' });
  zip = join(folder, 'acme.zip');
  const written = await runHere('report', 'acme', '--kind', 'bundle', '--out', zip, '--data', data, '--json');
  expect([written.code, JSON.parse(written.stdout)]).toEqual([
    0,
    { file: zip, kind: 'bundle', seq: 4, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
  unpacked = join(folder, 'unpacked');
  mkdirSync(unpacked);
  const { files } = await readZip(zip, readFileSync(zip));
  for (const [name, content] of files) writeFileSync(join(unpacked, name), content);
});

const change = (name: string): void => writeFileSync(join(unpacked, name), 'changed');
const verify = async (...args: string[]) => {
  const { code, stdout, stderr } = await runHere('report', 'verify', ...args);
  return { code, told: stdout + stderr };
};

test('report verify: whole by whose key, changed in which file, or an unknown key', async () => {
  const here = ['--data', data];
  for (const bundle of [zip, unpacked]) {
    expect(await verify(bundle, ...here)).toEqual({
      code: 0,
      told: expect.stringMatching(
        /✓ .* is as it was signed\.\n.*"acme" of Ácme 株式会社, entry 4[\s\S]*this data folder/,
      ),
    });
  }
  const elsewhere = temporaryFolder();
  expect(await verify(zip, '--data', elsewhere)).toEqual({
    code: 4,
    told: expect.stringMatching(/! .*not signed by a key that is known here[\s\S]*Compare the fingerprint/),
  });
  await runHere(
    'identity',
    'trust',
    join(unpacked, publicKeyName),
    '--name',
    'Jo',
    '--yes',
    '--data',
    elsewhere,
  );
  expect(await verify(zip, '--data', elsewhere)).toEqual({
    code: 0,
    told: expect.stringContaining('Signed by Jo'),
  });

  change('case.html');
  writeFileSync(join(unpacked, 'more.pdf'), 'more');
  const changed = await verify(unpacked, ...here);
  expect(changed).toEqual({
    code: 3,
    told: expect.stringMatching(/✗ [\s\S]*case\.html: It was changed[\s\S]*more\.pdf: It was added/),
  });
  const asJson = JSON.parse((await runHere('report', 'verify', unpacked, '--json', ...here)).stdout);
  expect(asJson).toMatchObject({
    outcome: 'changed',
    problems: [{ file: 'case.html' }, { file: 'more.pdf' }],
  });
  const cut = join(folder, 'cut.zip');
  writeFileSync(cut, readFileSync(zip).subarray(0, 5000));
  expect(await verify(cut, ...here)).toEqual({ code: 3, told: expect.stringContaining('changed or cut') });
});

test('with a key, nothing but that key counts, and no data folder is made', async () => {
  const nowhere = join(temporaryFolder(), 'data');
  const key = join(unpacked, publicKeyName);
  expect(await verify(zip, '--key', key, '--data', nowhere)).toMatchObject({ code: 0 });
  const other = join(folder, 'other.pub');
  writeFileSync(
    other,
    JSON.parse((await runHere('identity', '--json', '--data', temporaryFolder())).stdout).signing.minisign,
  );
  expect(await verify(zip, '--key', other, '--data', nowhere)).toMatchObject({ code: 4 });
  change('chain.json');
  expect(await verify(unpacked, '--key', key, '--data', nowhere)).toMatchObject({ code: 3 });
  expect(existsSync(nowhere)).toBe(false);
  for (const [path, told] of [
    [zip, 'no file with one public key'],
    [join(folder, 'none'), "can't be read"],
  ] as const) {
    const wrong = path === zip ? await verify(zip, '--key', zip) : await verify(path, '--key', key);
    expect(wrong).toEqual({ code: 2, told: expect.stringContaining(told) });
  }
});

test('a report that was signed alone, and one that was not', async () => {
  const html = join(folder, 'acme.html');
  await runHere('report', 'acme', '--out', html, '--sign', '--data', data);
  expect(await verify(html, '--data', data)).toMatchObject({ code: 0 });
  expect(await verify(html, '--key', join(unpacked, publicKeyName))).toMatchObject({ code: 0 });
  writeFileSync(html, `${readFileSync(html, 'utf8')} `);
  expect(await verify(html, '--data', data)).toEqual({
    code: 3,
    told: expect.stringContaining('acme.html: It, or'),
  });
  const plain = join(folder, 'plain.html');
  await runHere('report', 'acme', '--out', plain, '--data', data);
  expect(await verify(plain, '--data', data)).toEqual({
    code: 4,
    told: expect.stringContaining('Nothing says who'),
  });
});

test('a bundle has all formats, a signature and a file of its own', async () => {
  for (const wrong of [['--format', 'html'], ['--sign'], ['--out', '-']]) {
    const { code, stderr } = await runHere('report', 'acme', '--kind', 'bundle', ...wrong, '--data', data);
    expect([wrong, code, stderr]).toEqual([wrong, 2, expect.stringContaining('undle')]);
  }
});

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
const guide = readFileSync(join(packageRoot(), 'docs/guides/verify-a-report.md'), 'utf8');
const [, python = ''] = /```python\n([\s\S]*?)```/.exec(guide) ?? [];

test.skipIf(!isInstalled('python3'))(
  'the 40 lines of Python of the guide find what was changed (python3)',
  () => {
    expect(python.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(40);
    const script = join(folder, 'verify.py');
    writeFileSync(script, python);
    const run = () => {
      const { status, stdout } = spawnSync('python3', [script, unpacked], {
        encoding: 'utf8',
        env: { ...process.env, PYTHONUTF8: '1' },
      });
      return [status, stdout];
    };
    expect(run()).toEqual([0, expect.stringMatching(/^whole: 10 files, 4 entries, digest [0-9a-f]{64}\n$/)]);
    const chain = readFileSync(join(unpacked, 'chain.json'), 'utf8');
    writeFileSync(join(unpacked, 'chain.json'), chain.replace('acme', 'acne'));
    change('case.csv');
    writeFileSync(join(unpacked, 'more.pdf'), 'more');
    expect(run()).toEqual([
      3,
      'case.csv was changed\nchain.json was changed\nmore.pdf was added\nthe content of entry 1 was changed\n',
    ]);
  },
);

test.skipIf(!isInstalled('minisign'))('the standard minisign verifies a bundle (minisign)', () => {
  const [key = ''] = readFileSync(join(unpacked, publicKeyName), 'utf8').split('\n').slice(1);
  const run = () => spawnSync('minisign', ['-Vm', join(unpacked, manifestName), '-P', key]).status;
  expect(run()).toBe(0);
  change(manifestName);
  expect(run()).not.toBe(0);
});
