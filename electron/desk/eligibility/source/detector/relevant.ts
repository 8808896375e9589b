/** Something that each finding's file holds, besides those of calls by path, which need both `alert` and `rule`. */
const headersAndIds =
  /rule[_ -]?id|service[-_]?clientid|retry[-_ ]?after|authorization|php_auth|basic_?auth|bearertoken|http_(?:basic|token)|httpb(?:asic|earer)|(?:unavailable|manyrequests)httpexception|serviceunavailableexception/i;
/** Six letters of each of them, chosen so that they end in two that are rare. */
const windows = [
  ...[
    'ruleid',
    'rule_i',
    'rule-i',
    'rule i',
    'e-clie',
    'e_clie',
    'eclien',
    'etry-a',
    'etry_a',
    'etryaf',
    'etry a',
    'horiza',
  ],
  ...[
    'php_au',
    'asicau',
    'asic_a',
    'rertok',
    'tp_bas',
    'tp_tok',
    'tpbasi',
    'tpbear',
    'lableh',
    'estsht',
    'ableex',
  ],
];
const length = 6;

/** Five bits of a letter: the same for both cases. Other characters share theirs with letters, which costs a look more. */
const fold = (code: number): number => code & 31;
const key = (word: string): number =>
  [...word].reduce((sum, letter) => (sum << 5) | fold(letter.charCodeAt(0)), 0);
const known = new Set(windows.map(key));
/** How far the search may go on after two letters, before one of the windows can end (Wu and Manber, 1994). */
const shifts = new Uint8Array(1024).fill(length - 1);
for (const word of windows) {
  for (let at = 1; at < length; at++) {
    const pair = (fold(word.charCodeAt(at - 1)) << 5) | fold(word.charCodeAt(at));
    shifts[pair] = Math.min(shifts[pair] as number, length - 1 - at);
  }
}

/** More than the longest of them. */
const around = 64;

const holdsWord = (bytes: Buffer): boolean => {
  const { length: end } = bytes;
  for (let at = length - 1; at < end; ) {
    const shift = shifts[(((bytes[at - 1] as number) & 31) << 5) | ((bytes[at] as number) & 31)] as number;
    if (shift > 0) {
      at += shift;
      continue;
    }
    let sum = 0;
    for (let back = length - 1; back >= 0; back--) sum = (sum << 5) | ((bytes[at - back] as number) & 31);
    if (known.has(sum) && headersAndIds.test(bytes.toString('latin1', Math.max(0, at - around), at + around)))
      return true;
    at++;
  }
  return false;
};

const alert = Buffer.from('lert');
const rule = Buffer.from('rule');
const capitalRule = Buffer.from('Rule');

/**
 * Whether a file can hold any finding at all. Every byte of a code base comes by here, and most files go no further.
 * @param bytes UTF-8, or anything that writes ASCII in the same bytes.
 */
export const mayHold = (bytes: Uint8Array): boolean => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Paths and names of methods have these in small letters, but for a first one.
  if (buffer.includes(alert) && (buffer.includes(rule) || buffer.includes(capitalRule))) return true;
  return holdsWord(buffer);
};
