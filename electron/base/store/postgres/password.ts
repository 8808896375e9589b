import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileProblem } from '#base/file-problem.ts';
import { readSecretFile } from '#base/read-own-file.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ServerAddress } from './address.ts';
import { passwordIn } from './pass-file.ts';

const fileVariable = 'CARRYOVER_STORE_PASSWORD_FILE';

/**
 * The password of a store: from PGPASSWORD, from the file that CARRYOVER_STORE_PASSWORD_FILE names, or from the password
 * file of PostgreSQL. Undefined if there is none: the server may ask for none.
 * @throws CatalogueError `store.password`, without a word of what is in a file
 */
export const storePassword = (
  address: ServerAddress,
  environment: NodeJS.ProcessEnv = process.env,
): string | undefined => {
  const { PGPASSWORD: given, [fileVariable]: file } = environment;
  if (given) return given;
  return file ? ownPassword(file) : usualPassword(address, environment);
};

const ownPassword = (file: string): string => {
  const password = read(file, readSecretFile).replace(/\r?\n$/, '');
  if (password === '') throw new CatalogueError('store.password', { problem: `${file} is empty` });
  return password;
};

const usualPassword = (address: ServerAddress, environment: NodeJS.ProcessEnv): string | undefined => {
  const file = environment.PGPASSFILE || usualFile(environment);
  // PostgreSQL's own programs work on without it.
  if (!existsSync(file) || !statSync(file).isFile()) return undefined;
  const password = passwordIn(
    read(file, (path) => readFileSync(path, 'utf8')),
    address,
  );
  // They pass over one that others can read, and the server then refuses: this says why.
  if (password !== undefined && isOpenToOthers(file)) {
    throw new CatalogueError('store.password', { problem: `${file} may be read by others than its owner` });
  }
  return password;
};

const usualFile = ({ APPDATA }: NodeJS.ProcessEnv): string =>
  process.platform === 'win32'
    ? join(APPDATA ?? homedir(), 'postgresql', 'pgpass.conf')
    : join(homedir(), '.pgpass');

const isOpenToOthers = (file: string): boolean =>
  process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;

const read = (file: string, how: (path: string) => string): string => {
  try {
    return how(file);
  } catch (error) {
    const isOurs = error instanceof Error && !('code' in error);
    const problem = isOurs
      ? error.message.replace(/\.$/, '')
      : `${file} can't be read: ${fileProblem(error)}`;
    throw new CatalogueError('store.password', { problem }, [], { cause: error });
  }
};
