import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Encryption at rest: AES-256-GCM under the data folder's one data key. Source: `architecture.md`, "Secrets". */

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const version = 1;

export interface Sealer {
  /** `context` names what the secret belongs to; a blob moved to another row does not open. */
  seal(secret: string, context: string): Buffer;
  /** @throws Error if the blob was changed, belongs elsewhere, or was sealed with another key. */
  open(sealed: Uint8Array, context: string): string;
}

export const createSealer = (key: Uint8Array): Sealer => {
  if (key.byteLength !== keyBytes) throw new Error(`The data key must have ${keyBytes} bytes.`);
  return {
    seal(secret, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, context) {
      const blob = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const bodyAt = 1 + nonceBytes + tagBytes;
      if (blob[0] !== version || blob.length < bodyAt) {
        throw new Error(`The sealed value of ${context} has an unknown form.`);
      }
      const nonce = blob.subarray(1, 1 + nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce)
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
  };
};

/** The headless data key: `carryover.key` in the data folder, readable by its owner alone. Made if there is none. */
export const loadKeyFile = (dataDir: string): Buffer => {
  const path = join(dataDir, 'carryover.key');
  if (!existsSync(path)) {
    writeFileSync(path, randomBytes(keyBytes), { mode: 0o600, flag: 'wx', flush: true });
  }
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  const key = readFileSync(path);
  if (key.byteLength !== keyBytes) {
    throw new Error(
      `The key file ${path} should hold ${keyBytes} bytes and holds ${key.byteLength}. Restore it from a copy, or move the data folder away to start anew.`,
    );
  }
  return key;
};

/**
 * A secret as a screen or a report may show it: a scheme word stays, the rest but its last three characters goes,
 * as in `Bearer ••••7B2`. A value too short for that is hidden whole.
 */
export const mask = (secret: string): string => {
  const space = secret.indexOf(' ');
  const scheme = space > 0 && space <= 20 ? secret.slice(0, space + 1) : '';
  const rest = secret.slice(scheme.length);
  return rest.length >= 8 ? `${scheme}••••${rest.slice(-3)}` : `${scheme}••••`;
};
