import { isUtf8 } from 'node:buffer';

/**
 * What the bytes of a source file are. `utf-8` includes ASCII; `windows-1252` stands for every encoding of one byte a
 * character that has ASCII in it, recognized by nearly all bytes being ASCII.
 */
export type Encoding =
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'utf-32le'
  | 'utf-32be'
  | 'windows-1252'
  | 'unknown'
  | 'binary';

const sampleBytes = 8192;

/** Tells the encoding by the byte order mark, else by where NUL bytes stand and by whether UTF-8 holds throughout. */
export const encodingOf = (bytes: Buffer): Encoding => {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32le' : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be';
  if (bytes.indexOf(0) >= 0) return encodingWithNuls(bytes);
  if (isUtf8(bytes)) return 'utf-8';
  return shareOfAscii(bytes) >= leastAscii ? 'windows-1252' : 'unknown';
};

/** Whether so many control characters are among the first bytes that they are no text in an encoding of bytes. */
export const hasControls = (bytes: Buffer): boolean => {
  const sample = bytes.subarray(0, sampleBytes);
  let controls = 0;
  for (const byte of sample) if (byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1b) controls++;
  return controls > sample.length * mostControls;
};
const mostControls = 0.02;

/** Whether a character takes two bytes or four. */
export const isWide = (encoding: Encoding): boolean =>
  encoding.startsWith('utf-16') || encoding.startsWith('utf-32');

const leastAscii = 0.95;

const shareOfAscii = (bytes: Buffer): number => {
  let ascii = 0;
  for (const byte of bytes) if (byte < 0x80) ascii++;
  return ascii / bytes.length;
};

const encodingWithNuls = (bytes: Buffer): Encoding => {
  const end = Math.min(bytes.length, sampleBytes) & ~1;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < end; at += 2) {
    if (bytes[at] === 0) even++;
    if (bytes[at + 1] === 0) odd++;
  }
  const pairs = end / 2;
  // ASCII in UTF-16 has a NUL in its pair, always on the same side; comments may be of other letters.
  if (odd > pairs * leastNuls && even < odd * mostOnOtherSide && isUtf16(bytes, 'utf-16le'))
    return 'utf-16le';
  if (even > pairs * leastNuls && odd < even * mostOnOtherSide && isUtf16(bytes, 'utf-16be'))
    return 'utf-16be';
  // Neither a stray NUL in a string nor some to fill a block make a source file binary.
  const text = withoutPadding(bytes);
  return hasFewNuls(text) && isUtf8(text) ? 'utf-8' : 'binary';
};
const leastNuls = 0.1;
const mostOnOtherSide = 0.1;
const mostStrayNuls = 0.005;

/** Without the NULs at its end: by the block, as a file may be megabytes of them. */
export const withoutPadding = (bytes: Buffer): Buffer => {
  let end = bytes.length;
  while (end >= nuls.length && nuls.equals(bytes.subarray(end - nuls.length, end))) end -= nuls.length;
  while (bytes[end - 1] === 0) end--;
  return bytes.subarray(0, end);
};
const nuls = Buffer.alloc(4096);

/** Ends at the first one too many: in what is no text there may be millions. */
const hasFewNuls = (bytes: Buffer): boolean => {
  let left = bytes.length * mostStrayNuls;
  for (let at = bytes.indexOf(0); at >= 0 && left >= 0; at = bytes.indexOf(0, at + 1)) left--;
  return left >= 0;
};

/** Well-formed throughout, and without the control characters that numbers would give. */
const isUtf16 = (bytes: Buffer, encoding: 'utf-16le' | 'utf-16be'): boolean => {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return !strayControls.test(text);
  } catch {
    return false;
  }
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const strayControls = /[\x01-\x08\x0e-\x1a\x1c-\x1f\ufffe\uffff]/;

/** Video streams share the name `.ts`: every 188 bytes they have the same one. Source: ISO/IEC 13818-1. */
export const isVideo = (bytes: Buffer): boolean =>
  bytes.length >= packetBytes * 3 && [0, 1, 2].every((packet) => bytes[packet * packetBytes] === 0x47);
const packetBytes = 188;

/** The text, without its byte order mark. An unknown encoding is read as Windows-1252: its ASCII part stands. */
export const decode = (bytes: Buffer, encoding: Exclude<Encoding, 'binary'>): string => {
  switch (encoding) {
    case 'utf-8': {
      const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
      return bytes.toString('utf8', start);
    }
    case 'utf-32le':
    case 'utf-32be':
      return decodeUtf32(bytes, encoding === 'utf-32le');
    default:
      return new TextDecoder(encoding === 'unknown' ? 'windows-1252' : encoding).decode(bytes);
  }
};

/** Goes through UTF-16, which the decoder of the system knows. */
const decodeUtf32 = (bytes: Buffer, littleEndian: boolean): string => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const units = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 4; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, littleEndian);
    const sane = code <= 0x10ffff ? code : 0xfffd;
    if (sane > 0xffff) {
      length = units.writeUInt16LE(0xd800 + ((sane - 0x10000) >> 10), length);
      length = units.writeUInt16LE(0xdc00 + ((sane - 0x10000) & 0x3ff), length);
    } else length = units.writeUInt16LE(sane, length);
  }
  return units.toString('utf16le', 0, length);
};
