import { dataKeyFingerprint } from './data-key-id.ts';

/**
 * The data key as a code that a person can write down: eight groups of eight characters of Crockford's base 32, which has
 * no I, L, O and U. The 32 bytes of the key are followed by the first three of its fingerprint; each group ends with a
 * check character of its own, so that a slip of the pen is found where it is. Source: https://www.crockford.com/base32.html
 */

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = 8;
/** Without the check character. */
const groupLength = 7;
const keyBytes = 32;
const checkBytes = 3;
/** A prime: what differs in one character, or has two of them swapped, has another remainder. */
const modulus = 31;

/** @param dataKey 32 bytes */
export const recoveryCode = (dataKey: Uint8Array): string => {
  const bytes = Buffer.concat([dataKey, checkOf(dataKey)]);
  let bits = BigInt(`0x${bytes.toString('hex')}`);
  const digits: number[] = [];
  for (let n = 0; n < groups * groupLength; n++) {
    digits.unshift(Number(bits & 31n));
    bits >>= 5n;
  }
  return Array.from({ length: groups }, (_, at) => {
    const group = digits.slice(at * groupLength, (at + 1) * groupLength);
    return [...group, checkDigit(group, at)].map((digit) => alphabet[digit]).join('');
  }).join('-');
};

export type ReadCode =
  | { readonly dataKey: Buffer }
  /** What is wrong with it, as a sentence. Never quotes it. */
  | { readonly problem: string };

/** Reads a code in either case, with any spaces and hyphens; I and L are read as 1, O as 0. */
export const readRecoveryCode = (text: string): ReadCode => {
  const plain = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0');
  const expected = groups * (groupLength + 1);
  if (plain.length !== expected) {
    return { problem: `The code has ${plain.length} characters instead of ${expected}.` };
  }
  const digits = [...plain].map((character) => alphabet.indexOf(character));
  const wrong = Array.from({ length: groups }, (_, at) => at).filter((at) => !isGroup(digits, at));
  if (wrong.length > 0) {
    const which = wrong.map((at) => at + 1).join(', ');
    return { problem: `The code has a typing error in group ${which} of ${groups}.` };
  }
  const bytes = bytesOf(digits);
  const dataKey = bytes.subarray(0, keyBytes);
  return checkOf(dataKey).equals(bytes.subarray(keyBytes))
    ? { dataKey }
    : { problem: 'The code is not a recovery code: its groups do not belong together.' };
};

const isGroup = (digits: readonly number[], at: number): boolean => {
  const group = digits.slice(at * (groupLength + 1), (at + 1) * (groupLength + 1));
  return !group.includes(-1) && checkDigit(group.slice(0, groupLength), at) === group.at(-1);
};

/** Groups that are swapped show, too. */
const checkDigit = (group: readonly number[], at: number): number =>
  group.reduce((sum, digit, index) => sum + digit * (index + 2), at + 1) % modulus;

const bytesOf = (digits: readonly number[]): Buffer => {
  let bits = 0n;
  for (const [index, digit] of digits.entries()) {
    if (index % (groupLength + 1) !== groupLength) bits = (bits << 5n) | BigInt(digit);
  }
  return Buffer.from(bits.toString(16).padStart(2 * (keyBytes + checkBytes), '0'), 'hex');
};

const checkOf = (dataKey: Uint8Array): Buffer =>
  Buffer.from(dataKeyFingerprint(dataKey), 'hex').subarray(0, checkBytes);
