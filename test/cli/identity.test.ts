import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { minisignKey } from '#base/minisign.ts';
import { keyFingerprint } from '#base/signing.ts';
import { type Ended, pipeCli } from '#test/support/cli.ts';
import { pipeHere, runHere } from '#test/support/cli-here.ts';
import { newSigner } from '#test/support/journal-rows.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

const hasMinisign = spawnSync('minisign', ['-v']).status === 0;
const passphrase = 'a long passphrase';

const served = async () => {
  const data = temporaryFolder();
  const host = await testHost({ dataDir: data });
  const identity = (...args: string[]): Promise<Ended> => runHere('identity', ...args, '--data', data);
  const shown = async () => JSON.parse((await identity('--json')).stdout);
  return { data, host, identity, shown };
};

test('identity shows the key, its fingerprint and its minisign form', async () => {
  const { identity, shown } = await served();
  const { signing, former, colleagues } = await shown();
  expect(signing).toEqual({
    publicKey: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
    fingerprint: keyFingerprint(signing.publicKey),
    minisign: minisignKey(signing.publicKey),
    since: expect.any(String),
  });
  expect([former, colleagues]).toEqual([[], []]);
  const { stdout } = await identity();
  for (const text of [signing.publicKey, signing.minisign, signing.fingerprint.slice(0, 4)]) {
    expect(stdout).toContain(text);
  }
  expect(stdout).toContain(signing.fingerprint.match(/.{4}/g).join(' '));
});

test('a colleague is trusted and revoked once it was confirmed, and the fingerprint is shown before', async () => {
  const { identity, shown } = await served();
  const { publicKey } = newSigner();
  const fingerprint = keyFingerprint(publicKey);
  const file = join(temporaryFolder(), 'jo.pub');
  writeFileSync(file, `untrusted comment: minisign public key\n${minisignKey(publicKey)}\n`);

  const unasked = await identity('trust', file, '--name', 'Jo');
  expect(unasked.code).toBe(2);
  expect(unasked.stderr).toContain(fingerprint.match(/.{4}/g)?.join(' '));
  expect((await shown()).colleagues).toEqual([]);
  expect((await identity('trust', file, '--name', 'Jo', '--yes')).code).toBe(0);
  expect((await shown()).colleagues).toMatchObject([
    { name: 'Jo', publicKey, fingerprint, standing: 'trusted' },
  ]);

  expect((await identity('revoke', 'Jo', '--reason', 'left')).code).toBe(2);
  expect((await identity('revoke', 'Mo', '--reason', 'left', '--yes')).code).toBe(1);
  expect((await identity('revoke', 'Jo', '--reason', 'left', '--yes')).code).toBe(0);
  expect((await shown()).colleagues).toMatchObject([{ name: 'Jo', standing: 'revoked', reason: 'left' }]);
  expect((await identity()).stdout).toContain('left');
  expect((await identity('trust', 'no key', '--name', 'x', '--yes')).stderr).toContain('Not a public key');
});

test('the key is rotated, and moves to another folder by a file under a passphrase', async () => {
  const [one, other] = [await served(), await served()];
  const before = (await one.shown()).signing.publicKey;
  expect((await one.identity('rotate')).code).toBe(0);
  const { signing, former } = await one.shown();
  expect(former).toMatchObject([{ publicKey: before, how: 'rotated' }]);

  const [out, secret] = [join(temporaryFolder(), 'key.json'), join(temporaryFolder(), 'pass')];
  writeFileSync(secret, `${passphrase}\n`);
  const options = ['--passphrase-file', secret];
  const short = join(temporaryFolder(), 'short');
  writeFileSync(short, 'short');
  const refused = await one.identity('export', '--out', out, '--passphrase-file', short);
  expect(refused.code).toBe(1);
  expect(refused.stderr).not.toContain('"short"');
  expect((await one.identity('export', '--out', out, ...options)).code).toBe(0);
  expect(statSync(out).mode & 0o077).toBe(0);
  expect((await one.identity('export', '--out', out, ...options)).stderr).toContain('the file exists');

  const own = (await other.shown()).signing.publicKey;
  writeFileSync(short, 'a wrong passphrase');
  const wrong = await other.identity('import', out, '--passphrase-file', short);
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('passphrase is wrong')]);
  expect((await other.identity('import', out, ...options)).code).toBe(0);
  const moved = await other.shown();
  expect(moved.signing.publicKey).toBe(signing.publicKey);
  expect(moved.former[0]).toMatchObject({ publicKey: own, how: 'moved' });
});

test('a passphrase can be piped in, by commands that start their own host', async () => {
  const [data, folder] = [temporaryFolder(), temporaryFolder()];
  const out = join(folder, 'key.json');
  const exported = await pipeCli(`${passphrase}\n`, 'identity', 'export', '--out', out, '--data', data);
  expect([exported.code, exported.stdout]).toEqual([0, '']);
  const there = temporaryFolder();
  const imported = await pipeHere(`${passphrase}\n`, 'identity', 'import', out, '--json', '--data', there);
  expect(imported.code).toBe(0);
  const { publicKey } = JSON.parse(readFileSync(out, 'utf8'));
  const shown = await runHere('identity', '--json', '--data', there);
  expect(JSON.parse(shown.stdout).signing.publicKey).toBe(publicKey);
});

test('files that leave are signed with --sign, and verified: known, changed, unsigned, by a stranger', async () => {
  const { data, host, identity, shown } = await served();
  await host.desk('POST', '/api/cases', { name: 'acme' });
  const folder = temporaryFolder();
  const [report, exported] = [join(folder, 'acme.html'), join(folder, 'acme.carryover')];
  const written = await runHere('report', 'acme', '--out', report, '--sign', '--json', '--data', data);
  expect([written.code, JSON.parse(written.stdout).signature]).toEqual([0, `${report}.minisig`]);
  const made = await runHere('case', 'export', 'acme', '--out', exported, '--sign', '--data', data);
  expect([made.code, made.stderr]).toEqual([0, expect.stringContaining(`${exported}.minisig`)]);
  const toStdout = await runHere('case', 'export', 'acme', '--sign', '--data', data);
  expect(toStdout.code).toBe(2);

  const { minisign } = (await shown()).signing;
  for (const file of [report, exported]) {
    const verified = await identity('verify-file', file);
    expect([verified.code, verified.stdout]).toEqual([0, 'Signed here\n']);
    if (hasMinisign) execFileSync('minisign', ['-Vm', file, '-P', minisign]);
  }
  const stranger = await served();
  const unknown = await stranger.identity('verify-file', report);
  expect([unknown.code, unknown.stdout]).toEqual([4, 'Signed by an unknown key\n']);
  await stranger.identity('trust', minisign, '--name', 'Jo', '--yes');
  const trusted = await stranger.identity('verify-file', report, '--json');
  expect(trusted.code).toBe(0);
  expect(JSON.parse(trusted.stdout)).toMatchObject({ state: 'trusted', signer: { name: 'Jo' } });

  writeFileSync(report, `${readFileSync(report, 'utf8')}<!-- -->`);
  const broken = await identity('verify-file', report);
  expect([broken.code, broken.stdout]).toEqual([3, 'Broken\n']);
  writeFileSync(join(folder, 'other'), '');
  const unsigned = await identity('verify-file', join(folder, 'other'));
  expect([unsigned.code, unsigned.stdout]).toEqual([4, 'Unsigned\n']);
  expect((await identity('verify-file', join(folder, 'none'))).code).toBe(2);
});
