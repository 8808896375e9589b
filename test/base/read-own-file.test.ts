import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { readOwnFile, readSecretFile } from '#base/read-own-file.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const isRoot = process.getuid?.() === 0;
const user = 12_345;
const other = 23_456;

/** What the two read, as a user who is not root and in a group of that number. */
const readAs = (path: string): string => {
  const script = `
    const { readOwnFile, readSecretFile } = await import('#base/read-own-file.ts');
    process.setgroups([]);
    process.setgid(${user});
    process.setuid(${user});
    const tried = [readOwnFile, readSecretFile].map((read) => { try { return read(process.argv[1]); } catch { return 'no'; } });
    process.stdout.write(tried.join());`;
  const args = ['--input-type=module', '-e', script, path];
  return spawnSync(process.execPath, args, { cwd: packageRoot(), encoding: 'utf8' }).stdout;
};

test.runIf(isRoot).each([
  // As a person keeps one.
  [user, user, 0o600, 'it,it'],
  [user, user, 0o400, 'it,it'],
  [user, user, 0o640, 'no,no'],
  [user, user, 0o604, 'no,no'],
  // As Kubernetes mounts one.
  [0, user, 0o440, 'no,it'],
  [0, user, 0o640, 'no,it'],
  [0, user, 0o660, 'no,no'],
  [0, user, 0o444, 'no,no'],
  [0, other, 0o440, 'no,no'],
  [other, user, 0o440, 'no,no'],
])('a file of %i, group %i, with the rights %o', (uid, gid, mode, read) => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const path = join(folder, 'one');
  writeFileSync(path, 'it');
  chownSync(path, uid, gid);
  chmodSync(path, mode);
  expect(readAs(path)).toBe(read);
});

test.skipIf(process.platform === 'win32')(
  'a file of this user alone is read by either, and none that others may read',
  () => {
    const path = join(temporaryFolder(), 'one');
    writeFileSync(path, 'it', { mode: 0o600 });
    expect([readOwnFile(path), readSecretFile(path)]).toEqual(['it', 'it']);
    for (const mode of [0o644, 0o640, 0o604]) {
      chmodSync(path, mode);
      expect(() => readOwnFile(path)).toThrow('is not for its owner alone');
      expect(() => readSecretFile(path)).toThrow('is not for its owner alone');
    }
  },
);
