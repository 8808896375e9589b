import { createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { createSealer } from '#base/sealing.ts';
import { CatalogueError } from '#contract/errors.ts';
import { keyBytes } from './key-record.ts';
import type { KeyWrapping } from './key-store.ts';
import type { SetFile } from './set-file.ts';

/** What the keys of a set are sealed under. */
export interface SetSealer {
  readonly keys: KeyObject;
  /** The name of the set, sealed: tells whether it is this one. Base64. */
  check(): string;
  isOf(check: string): boolean;
}

export interface KeySetParts {
  /** Of the data key. */
  deriveKey(purpose: string, salt: Uint8Array): Buffer;
  readonly wrapping: KeyWrapping | undefined;
}

const sealerOf = ({ deriveKey }: KeySetParts, set: string, use: string, salt: Buffer): SetSealer => {
  const checks = createSealer(deriveKey(`${use} check ${set}`, salt));
  const context = `row key set ${set}`;
  return {
    keys: createSecretKey(deriveKey(`${use} ${set}`, salt)),
    check: () => checks.seal(set, context).toString('base64'),
    isOf: (check) => checks.openIfPossible(Buffer.from(check, 'base64'), context) === set,
  };
};

/** Under the data key alone. */
export const plainSealer = (parts: KeySetParts, set: string): SetSealer =>
  sealerOf(parts, set, 'row keys', Buffer.alloc(keyBytes));

/** Under the data key and the wrapped one. */
const furtherSealer = (parts: KeySetParts, set: string, key: Buffer): SetSealer =>
  sealerOf(parts, set, 'wrapped row keys', key);

type Wrapped = NonNullable<SetFile['wrapped']>;

/** Has a new key wrapped, and unwrapped again before anything rests on it. @throws CatalogueError `rowKeys.command` */
export const wrapNewKey = async (
  parts: KeySetParts,
  set: string,
  wrapping: KeyWrapping,
): Promise<Wrapped> => {
  const key = randomBytes(keyBytes);
  const wrapped = await wrapping.wrap(key);
  const back = await wrapping.unwrap(wrapped);
  if (back.length !== key.length || !timingSafeEqual(back, key)) throw wrapping.otherKey();
  return { key: wrapped, check: furtherSealer(parts, set, key).check() };
};

/** @throws CatalogueError `rowKeys.commandNeeded`, `rowKeys.command` */
export const unwrapKey = async (
  parts: KeySetParts,
  { folder, set }: { readonly folder: string; readonly set: string },
  { key, check }: Wrapped,
): Promise<SetSealer> => {
  const { wrapping } = parts;
  if (wrapping === undefined) throw new CatalogueError('rowKeys.commandNeeded', { path: folder });
  const sealer = furtherSealer(parts, set, await wrapping.unwrap(key));
  if (sealer.isOf(check)) return sealer;
  throw wrapping.otherKey();
};
