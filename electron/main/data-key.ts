import { existsSync, readFileSync } from 'node:fs';
import { errorText } from '#base/error-text.ts';
import {
  holdsSealed,
  isKeyInKeychain,
  newDataKey,
  readKeyFile,
  removeKeyFile,
  wrappedKeyFile,
} from '#base/sealing.ts';
import { writeAtomically } from '#base/write-atomically.ts';
import type { KeyProtection } from '#contract/bridge.ts';
import { type Keychain, whyNoKeychain } from './keychain.ts';

/**
 * The data key, wrapped by the system's keychain where there is one. A key file that is there is used as it is, and
 * moved when the person asks for it; without a keychain the host keeps one, as it does without the app.
 */
export interface DataKey {
  /** What to hand to the host; undefined: it reads or makes the key file. @throws Error in words */
  load(): Promise<Uint8Array | undefined>;
  protection(): Promise<KeyProtection>;
  /** Moves the key from its file into the keychain. @throws Error in words; the file is still there then */
  protect(): Promise<KeyProtection>;
}

export interface DataKeyOptions {
  readonly dataDir: string;
  readonly safeStorage: Keychain;
  readonly platform: NodeJS.Platform;
  readonly log: (text: string) => void;
}

export const createDataKey = ({ dataDir, safeStorage, platform, log }: DataKeyOptions): DataKey => {
  const path = wrappedKeyFile(dataDir);

  const lacking = (): Promise<string | undefined> => whyNoKeychain(safeStorage, platform);
  const unwrap = async (): Promise<Buffer> => {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(readFileSync(path));
    const key = Buffer.from(result, 'base64');
    // The key is open, and what it is wrapped in still works: the keychain asks again another time.
    if (shouldReEncrypt)
      await wrap(key).catch((cause) => log(`app: not wrapped again: ${errorText(cause)}\n`));
    return key;
  };
  /** Opened before it is written: what lies there may be the only copy of the key. */
  const wrap = async (key: Buffer): Promise<void> => {
    const wrapped = await safeStorage.encryptStringAsync(key.toString('base64'));
    const { result } = await safeStorage.decryptStringAsync(wrapped);
    if (!Buffer.from(result, 'base64').equals(key)) throw new Error('what it wraps does not open again');
    await writeAtomically(path, wrapped);
  };

  const protection = async (): Promise<KeyProtection> => {
    const why = await lacking();
    const kept = isKeyInKeychain(dataDir) ? 'keychain' : 'key-file';
    return why === undefined ? { kept, keychain: true } : { kept, keychain: false, why };
  };

  return {
    async load() {
      if (readKeyFile(dataDir) !== undefined) return undefined;
      if (existsSync(path)) return unwrap().catch((cause: unknown) => lost(path, cause));
      // Beside what an unknown key has sealed, the host says what is missing.
      if (holdsSealed(dataDir) || (await lacking()) !== undefined) return undefined;
      const key = newDataKey();
      await wrap(key);
      return key;
    },
    protection,
    async protect() {
      const why = await lacking();
      if (why !== undefined) throw new Error(`The key stays in its file. ${why}`);
      const key = readKeyFile(dataDir);
      if (key !== undefined) {
        await wrap(key).catch((cause: unknown) => notMoved(cause));
        removeKeyFile(dataDir);
      }
      return protection();
    },
  };
};

const lost = (path: string, cause: unknown): never => {
  throw new Error(
    `The data key in ${path} can't be opened by this system's keychain (${errorText(cause)}), so the secrets of this folder can't be read. Unlock the keychain and start again. If the folder comes from another machine or user, or the keychain is gone, the secrets are lost, but not the cases: \`carryover serve --new-key\` makes a new key, keeps the cases, and puts the sandbox aside.`,
    { cause },
  );
};

const notMoved = (cause: unknown): never => {
  throw new Error(`The key stays in its file: the keychain rejected it (${errorText(cause)}).`, {
    cause,
  });
};
