import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import envPaths from 'env-paths';
import { fileProblem } from '#base/file-problem.ts';
import { readOwnFile } from '#base/read-own-file.ts';
import { writeAtomicallySync } from '#base/write-atomically.ts';
import { CommandError } from '#cli/command-error.ts';

/** How this user is signed in at a team's desk: a file for each, for its owner alone. */
export interface SavedSignIn {
  readonly desk: string;
  readonly token: string;
  /** Of the token, where it was made for this command line: signing out revokes it. */
  readonly tokenId?: string;
}

const folder = (): string => join(envPaths('carryover', { suffix: '' }).config, 'desks');

/** Named by a digest: an address may have signs that no file name may. */
const fileOf = (desk: string): string =>
  join(folder(), `${createHash('sha256').update(desk).digest('hex').slice(0, 32)}.json`);

/** @throws CommandError if others can read it, or it is none */
export const readSignIn = (desk: string): SavedSignIn | undefined => {
  const path = fileOf(desk);
  let text: string;
  try {
    text = readOwnFile(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    const isRights = !('code' in (cause as Error));
    throw new CommandError(
      isRights
        ? `Others can read ${path}, which holds an access token. Nothing was sent. Revoke the token, then sign in again.`
        : `${path} can't be read: ${fileProblem(cause)}.`,
      1,
      { cause },
    );
  }
  const saved = parsed(text);
  // The file of one desk, copied to the name of another, must not send its token there.
  if (saved?.desk !== desk)
    throw new CommandError(`${path} is no sign-in for ${desk}. Remove it and sign in again.`);
  return saved;
};

const parsed = (text: string): SavedSignIn | undefined => {
  try {
    const { desk, token, tokenId } = JSON.parse(text);
    return { desk: String(desk), token: String(token), ...(tokenId ? { tokenId: String(tokenId) } : {}) };
  } catch {
    return undefined;
  }
};

/** Where sign-ins are kept, made if need be. @throws the system's error */
export const signInFolder = (): string => {
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  return folder();
};

/** @returns the path. @throws the system's error */
export const saveSignIn = (signIn: SavedSignIn): string => {
  signInFolder();
  const path = fileOf(signIn.desk);
  writeAtomicallySync(path, `${JSON.stringify(signIn)}\n`);
  return path;
};

export const dropSignIn = (desk: string): void => rmSync(fileOf(desk), { force: true });
