/** How a file in the age format begins. Source: the format's specification, https://age-encryption.org/v1 */

export const versionLine = 'age-encryption.org/v1';
const anyVersion = 'age-encryption.org/';
export const armorBegin = '-----BEGIN AGE ENCRYPTED FILE-----';
export const armorEnd = '-----END AGE ENCRYPTED FILE-----';

/** So many bytes of a file tell which form it has. */
export const formBytes = 1024;

/** `newer`: of a version of the format that is not known here. */
export type AgeForm = 'binary' | 'armored' | 'newer';

/**
 * Tells a sealed file from a plain one by its first bytes.
 * @param first `formBytes` of it, or all of a shorter one
 * @returns undefined for what is not sealed. A file cut within its first line is that: nothing tells what it was.
 */
export const ageFormOf = (first: Uint8Array): AgeForm | undefined => {
  const text = Buffer.from(first.buffer, first.byteOffset, first.byteLength).toString('latin1');
  if (text.startsWith(anyVersion)) return text.startsWith(`${versionLine}\n`) ? 'binary' : 'newer';
  // White space before the armor is not part of it.
  return text.trimStart().startsWith(armorBegin) ? 'armored' : undefined;
};
