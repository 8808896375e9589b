import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manyRandomBytes } from './random.ts';

/** Encryption at rest: AES-256-GCM under the data folder's one data key. Source: `docs/architecture.md#secrets`. */

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const version = 1;
const head = Buffer.of(version);

export interface Sealer {
  /** `context` names what the secret belongs to; a blob moved to another row does not open. */
  seal(secret: string, context: string): Buffer;
  /** @throws Error if the blob was changed, belongs elsewhere, or was sealed with another key. */
  open(sealed: Uint8Array, context: string): string;
  /** undefined where `open` would throw: what was sealed under a key that is lost is lost with it. */
  openIfPossible(sealed: Uint8Array, context: string): string | undefined;
}

export const createSealer = (key: Uint8Array): Sealer => {
  if (key.byteLength !== keyBytes) throw new Error(`The data key must have ${keyBytes} bytes.`);
  // Made once: handing over bytes each time costs more than the sealing itself.
  const secretKey = createSecretKey(key);
  const sealer: Sealer = {
    seal(secret, context) {
      const nonce = manyRandomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', secretKey, nonce).setAAD(Buffer.from(context));
      const body = cipher.update(secret, 'utf8');
      // Of this mode the end is empty, and makes the tag.
      cipher.final();
      return Buffer.concat([head, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, context) {
      const blob = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const bodyAt = 1 + nonceBytes + tagBytes;
      if (blob[0] !== version || blob.length < bodyAt) {
        throw new Error(`The sealed value of ${context} has an unknown form.`);
      }
      const nonce = blob.subarray(1, 1 + nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', secretKey, nonce)
        .setAAD(Buffer.from(context))
        .setAuthTag(blob.subarray(1 + nonceBytes, bodyAt));
      try {
        return decipher.update(blob.subarray(bodyAt), undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw new Error(
          `The sealed value of ${context} can't be opened: it was changed, or sealed with another key.`,
          { cause },
        );
      }
    },
    openIfPossible(sealed, context) {
      try {
        return sealer.open(sealed, context);
      } catch {
        return undefined;
      }
    },
  };
  return sealer;
};

/** The data key in the clear, and as the system's keychain has wrapped it: the app's own doing. */
export const keyFile = (dataDir: string): string => join(dataDir, 'carryover.key');
export const wrappedKeyFile = (dataDir: string): string => join(dataDir, 'carryover.key.wrapped');

/** Whether only the keychain can open the key: a key file beside a wrapped key is the one that counts. */
export const isKeyInKeychain = (dataDir: string): boolean =>
  existsSync(wrappedKeyFile(dataDir)) && !existsSync(keyFile(dataDir));

/** Files whose secrets were sealed under some key: another one can't open them. */
export const holdsSealed = (dataDir: string): boolean =>
  ['desk.db', 'service.db', 'vault.db', 'identity.json'].some((name) => existsSync(join(dataDir, name)));

export const newDataKey = (): Buffer => randomBytes(keyBytes);

/**
 * The headless data key: `carryover.key` in the data folder, readable by its owner alone. Made if there is none, but not
 * beside databases that were sealed under one.
 * @param newKey make one all the same, as the old one is lost
 * @param wanted which key the folder wants, as a sentence
 */
export const loadKeyFile = (dataDir: string, newKey = false, wanted?: string): Buffer => {
  const path = keyFile(dataDir);
  if (newKey && existsSync(path)) {
    throw new Error(
      `There is a key file ${path}, so no new one was made. Start without --new-key; or, if it is the wrong one, move it away first.`,
    );
  }
  if (!existsSync(path)) {
    if (!newKey) refuseWithoutKey(dataDir, wanted);
    writeFileSync(path, newDataKey(), { mode: 0o600, flag: 'wx', flush: true });
  }
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  return checkedKey(readKey(path), path, wanted);
};

/** What is in the key file, if there is one. @throws Error if it is no key */
export const readKeyFile = (dataDir: string): Buffer | undefined =>
  existsSync(keyFile(dataDir)) ? loadKeyFile(dataDir) : undefined;

/** The same, of a folder in which nothing may be changed, not even who can read the file. */
export const peekKeyFile = (dataDir: string): Buffer | undefined => {
  const path = keyFile(dataDir);
  return existsSync(path) ? checkedKey(readKey(path), path) : undefined;
};

export const removeKeyFile = (dataDir: string): void => rmSync(keyFile(dataDir));

/** @throws the system's error, with the path, which it does not name once a file is open */
const readKey = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    throw Object.assign(error as Error, { path });
  }
};

const checkedKey = (key: Buffer, path: string, wanted?: string): Buffer => {
  if (key.byteLength === keyBytes) return key;
  throw new Error(
    `The key file ${path} should hold ${keyBytes} bytes and holds ${key.byteLength}, so it is not the one of this data folder, and nothing was started or changed.${told(wanted)} Put the right key file back. Or, if it is lost, move this file away and run \`carryover serve --new-key\`: it makes a new key, keeps the cases, and loses the secrets.`,
  );
};

const told = (sentence: string | undefined): string => (sentence === undefined ? '' : ` ${sentence}`);

/** A new key beside what an old one has sealed would lose it for good. */
const refuseWithoutKey = (dataDir: string, wanted?: string): void => {
  const lost =
    'the secrets are lost with it, but not the cases: `carryover serve --new-key` makes a new key, keeps the cases, and puts the sandbox aside.';
  if (existsSync(wrappedKeyFile(dataDir))) {
    throw new Error(
      `The data key of ${dataDir} is in the system's keychain, which only the Carryover app can open, so no host can be started here without it. Start the app: commands then talk to it. If that keychain is gone, restore the key by its recovery code: \`carryover recovery-code use\`. Without one, ${lost}`,
    );
  }
  if (holdsSealed(dataDir)) {
    throw new Error(
      `The key file ${keyFile(dataDir)} is missing, and the secrets in this folder were sealed with it.${told(wanted)} Restore it from a copy, or by its recovery code: \`carryover recovery-code use\`. If both are lost, ${lost}`,
    );
  }
};

/** Words that name how a value is made and are no part of it. Source: IANA's HTTP authentication schemes, and usage. */
const schemes =
  /^(Basic|Bearer|Digest|Token|ApiKey|Api-Key|Negotiate|NTLM|HMAC|HOBA|OAuth|DPoP|Hawk|Mutual|SharedKey|SharedAccessSignature|AWS4-HMAC-SHA256) /i;
/** A part of a value that is shorter would tell too much of it. */
const tailFrom = 16;
const tailLength = 3;

/**
 * A secret as a screen or a report may show it: a known scheme stays, the rest but its last three characters goes, as in
 * `Bearer ••••7B2`. Nothing shows of the rest if it is short, or of Basic, whose end is that of a password.
 */
export const mask = (secret: string): string => {
  const scheme = schemes.exec(secret)?.[0] ?? '';
  const rest = secret.slice(scheme.length);
  const tail = rest.length >= tailFrom && !/^basic /i.test(scheme) ? rest.slice(-tailLength) : '';
  return `${scheme}••••${tail}`;
};
