import { closeSync, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

/**
 * What a file with secrets says. Windows has rights of another kind.
 * @throws Error unless it is this user's, and nobody else's to read; the system's error
 */
export const readOwnFile = (path: string): string => readIf(path, isOwn).toString('utf8');

/**
 * The same of a secret that somebody hands over: also one of root's that the group may read, as Kubernetes mounts secrets
 * for a user who is not root.
 * @throws Error unless nobody but its owner, and the group of a file of root's, may read it; the system's error
 */
export const readSecretBytes = (path: string): Buffer =>
  readIf(path, (file) => isOwn(file) || isOfRoot(file));

/** The same, as text. */
export const readSecretFile = (path: string): string => readSecretBytes(path).toString('utf8');

type Rights = Pick<Stats, 'uid' | 'mode'>;

const isOwn = ({ uid, mode }: Rights): boolean => uid === process.geteuid?.() && (mode & 0o077) === 0;

/** Root itself could have made it its own alone. */
const isOfRoot = ({ uid, mode }: Rights): boolean =>
  uid === 0 && process.geteuid?.() !== 0 && (mode & 0o037) === 0;

const readIf = (path: string, isFit: (rights: Rights) => boolean): Buffer => {
  const file = openSync(path, 'r');
  try {
    if (process.geteuid !== undefined && !isFit(fstatSync(file)))
      throw new Error(`${path} is not for its owner alone.`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
};
