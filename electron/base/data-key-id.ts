import { hkdfSync } from 'node:crypto';

/**
 * The fingerprint of a data key: HKDF-SHA256 of its 32 random bytes, under a use of its own. It tells keys apart, and says
 * nothing of the key or of what is derived from it for other uses.
 * @returns 64 hex digits
 */
export const dataKeyFingerprint = (dataKey: Uint8Array): string =>
  Buffer.from(hkdfSync('sha256', dataKey, '', 'carryover data key fingerprint', 32)).toString('hex');
