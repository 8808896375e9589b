import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scanSource } from '#desk/eligibility/collect-files.ts';
import { manifestOf } from '#desk/eligibility/reading/manifest.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { startFixture } from './fixture.ts';

/** As everybody has it. */
const program = 'sha256sum';
const sha256sum = (cwd: string, ...args: string[]): string =>
  execFileSync(program, args, { cwd, encoding: 'utf8' });

const scanned = (path: string) =>
  scanSource({
    path,
    dataDir: temporaryFolder(),
    signal: new AbortController().signal,
    progress: () => {},
    newId: () => crypto.randomUUID(),
  });

const sourceFolder = (): string => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'b.js'), 'export const b = 1;\n');
  writeFileSync(join(folder, 'a.js'), 'export const a = 1;\n');
  writeFileSync(join(folder, 'src', 'line\nbreak\\.js'), '');
  return folder;
};

test('the digest of a folder is that of its manifest, which sha256sum checks', async () => {
  const folder = sourceFolder();
  const { files, manifest = '' } = await scanned(folder);
  expect(manifest).toContain('src/b.js');
  writeFileSync(join(folder, 'manifest.sha256'), manifest);
  expect(sha256sum(folder, '--check', '--strict', 'manifest.sha256')).toContain('a.js: OK');
  expect(files).toEqual({
    sha256: sha256sum(folder, 'manifest.sha256').split(' ')[0],
    of: 'manifest',
  });
});

test('the digest of a file and of an archive is what sha256sum prints of it', async () => {
  const folder = sourceFolder();
  execFileSync('tar', ['-czf', join(folder, 'app.tar.gz'), '-C', folder, 'src']);
  for (const name of ['a.js', 'app.tar.gz']) {
    const { files, manifest } = await scanned(join(folder, name));
    expect(files).toEqual({ sha256: sha256sum(folder, name).split(' ')[0], of: 'file' });
    expect(manifest).toBeUndefined();
  }
});

test('a manifest is sorted by bytes, and the same for the same files', () => {
  const file = (path: string) => ({ path, sha256: '0'.repeat(64) });
  const { manifest = '' } = manifestOf([file('é'), file('b'), file('B')]);
  expect(manifest.split('\n').map((line) => line.slice(66))).toEqual(['B', 'b', 'é', '']);
});

test('the request names the digest of the files beside that of the record, and the manifest is attached', async () => {
  const folder = sourceFolder();
  const collected = await scanned(folder);
  const fixture = await startFixture({ scans: [collected, collected] });
  const { id } = await fixture.newCase();
  const path = join(folder, 'a.js');
  await fixture.check({ caseId: id, source: [{ path }] });
  for (const row of ['alerts-endpoints', 'rule-id'] as const) {
    await fixture.eligibility.answers.override(
      id,
      row,
      { state: 'absent', by: 'Jo', reason: 'known' },
      'tester',
    );
  }
  const { document, markdown } = await fixture.eligibility.requests.draft(id, 'tester');
  const [source] = document.evidence;
  expect(source).toMatchObject({ files: { ...collected.files, manifest: `${collected.scope}.sha256` } });
  expect(source?.digest).not.toBe(collected.files?.sha256);
  expect(markdown).toContain(collected.files?.sha256 as string);
  const { attachments } = await fixture.cases.state(id);
  expect(attachments).toMatchObject([{ digest: collected.files?.sha256 }]);
  const content = await fixture.cases.attachment(id, attachments[0]?.id as string);
  expect(content.toString()).toBe(collected.manifest);
  await fixture.check({ caseId: id, source: [{ path }] }).catch(() => undefined);
  expect((await fixture.cases.state(id)).attachments).toHaveLength(1);
  await expect(fixture.cases.detach(id, attachments[0]?.id as string, 'tester')).rejects.toThrow(
    /can't be removed: the evidence of .+ refers to it as the digests of its files/,
  );
});
