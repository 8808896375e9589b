import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decode,
  encodingOf,
  hasControls,
  isVideo,
  isWide,
  withoutPadding,
} from '#desk/eligibility/source/text.ts';

const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();
const utf32 = (text: string, littleEndian: boolean): Buffer => {
  const codes = [0xfeff, ...[...text].map((one) => one.codePointAt(0) ?? 0)];
  const bytes = Buffer.alloc(codes.length * 4);
  codes.forEach((code, n) => {
    if (littleEndian) bytes.writeUInt32LE(code, n * 4);
    else bytes.writeUInt32BE(code, n * 4);
  });
  return bytes;
};
const code = 'const ruleId = body.RuleId; // ä€😀\n';
const ascii = 'const a = 1;\n'.repeat(10);

test.each([
  ['utf-8', Buffer.from(code)],
  ['utf-8', Buffer.from(`\uFEFF${code}`)],
  ['utf-16le', Buffer.from(`\uFEFF${code}`, 'utf16le')],
  ['utf-16be', swapped(`\uFEFF${code}`)],
  ['utf-16le', Buffer.from(code, 'utf16le')],
  ['utf-16be', swapped(code)],
  ['utf-32le', utf32(code, true)],
  ['utf-32be', utf32(code, false)],
] as const)('%s is told and read', (encoding, bytes) => {
  expect(encodingOf(bytes)).toBe(encoding);
  expect(decode(bytes, encoding)).toBe(code);
});

test('bytes that are no UTF-8 are of one byte a character where nearly all is ASCII', () => {
  const latin = (share: number) => Buffer.concat([Buffer.alloc(share, 'a'), Buffer.alloc(100 - share, 0xe4)]);
  expect(encodingOf(latin(95))).toBe('windows-1252');
  expect(encodingOf(latin(94))).toBe('unknown');
  expect(decode(Buffer.from([0x61, 0xe4, 0x80]), 'windows-1252')).toBe('aä€');
  expect(decode(Buffer.from([0x61, 0xe4]), 'unknown')).toBe('aä');
});

test('a stray NUL, and those that fill a block, make no file binary; more do', () => {
  const stray = (nuls: number) => Buffer.from(`x${'\0x'.repeat(nuls)}`.padEnd(1000, 'y'));
  expect(encodingOf(stray(5))).toBe('utf-8');
  expect(encodingOf(stray(6))).toBe('binary');
  expect(encodingOf(Buffer.concat([Buffer.from(ascii), Buffer.alloc(3000)]))).toBe('utf-8');
  expect(encodingOf(Buffer.alloc(64))).toBe('utf-8');
  for (const padding of [0, 1, 4095, 4096, 4097, 10_000]) {
    const text = Buffer.from(`${ascii}\0${ascii}`);
    expect(withoutPadding(Buffer.concat([text, Buffer.alloc(padding)]))).toEqual(text);
    expect(withoutPadding(Buffer.alloc(padding))).toHaveLength(0);
  }
  expect(encodingOf(Buffer.concat([Buffer.from(ascii), Buffer.from([0, 0xff, 0xfe, 0x80])]))).toBe('binary');
});

test('pairs with control characters or halves of characters are no UTF-16', () => {
  const bytes = Buffer.from('a\u0001b\u0002c\u0003'.repeat(20), 'utf16le');
  expect(encodingOf(bytes)).toBe('binary');
  expect(encodingOf(swapped('a\u0001b\u0002c\u0003'.repeat(20)))).toBe('binary');
  expect(encodingOf(Buffer.from(`${ascii}\uD800${ascii}`, 'utf16le'))).toBe('binary');
  expect(encodingOf(Buffer.from(`${ascii}\t\u001b`, 'utf16le'))).toBe('utf-16le');
});

test('any text of letters is read as it was written', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'B', '9', ' ', '\n', 'ä', '€', '😀'), minLength: 1 });
  fc.assert(
    fc.property(text, fc.boolean(), (written, littleEndian) => {
      const bytes = utf32(written, littleEndian);
      const encoding = littleEndian ? 'utf-32le' : 'utf-32be';
      expect(encodingOf(bytes)).toBe(encoding);
      expect(decode(bytes, encoding)).toBe(written);
      expect(encodingOf(Buffer.from(written))).toBe('utf-8');
    }),
  );
});

test('what is no character in UTF-32 stands as a replacement, and a cut one falls away', () => {
  const bytes = Buffer.concat([utf32('a', true), Buffer.from([0, 0, 0x11, 0]), Buffer.from([0x62, 0])]);
  expect(decode(bytes, 'utf-32le')).toBe('a\uFFFD');
  expect(decode(utf32('\u{10FFFF}\uFFFF', true), 'utf-32le')).toBe('\u{10FFFF}\uFFFF');
});

test('one control character in fifty is text, more are none; tabs, breaks and escapes do not count', () => {
  const controls = (count: number) => Buffer.concat([Buffer.alloc(count, 1), Buffer.alloc(100 - count, 'a')]);
  expect(hasControls(controls(2))).toBe(false);
  expect(hasControls(controls(3))).toBe(true);
  expect(hasControls(Buffer.from('\t\n\v\f\r\u001b '))).toBe(false);
  for (const byte of [0x08, 0x0e, 0x1f]) expect(hasControls(Buffer.from([byte]))).toBe(true);
  expect(hasControls(Buffer.concat([Buffer.alloc(8192, 'a'), Buffer.alloc(8192, 1)]))).toBe(false);
});

test('videos are told by three packets, and wide characters by their encoding', () => {
  const packets = (count: number) => {
    const bytes = Buffer.alloc(188 * count);
    for (let n = 0; n < count; n++) bytes[n * 188] = 0x47;
    return bytes;
  };
  expect(isVideo(packets(3))).toBe(true);
  expect(isVideo(packets(2))).toBe(false);
  const other = packets(3);
  other[188] = 0;
  expect(isVideo(other)).toBe(false);
  expect((['utf-16le', 'utf-32be', 'utf-8', 'windows-1252'] as const).map(isWide)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test.each([
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['binary', [1, 0, 0xfe, 0xff]],
  ['binary', [0, 1, 0xfe, 0xff]],
  ['binary', [0, 0, 0xfd, 0xff]],
  ['binary', [0, 0, 0xfe, 0xfe]],
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-16le', [0xff, 0xfe, 0, 1]],
  ['utf-16le', [0xff, 0xfe, 1, 0]],
  ['utf-16be', [0xfe, 0xff, 0, 0]],
  ['unknown', [0xff, 0xfd, 0x61, 0x61]],
  ['unknown', [0xfe, 0xfe, 0x61, 0x61]],
] as const)('the mark of %s is told from others: %j', (encoding, bytes) => {
  expect(encodingOf(Buffer.from(bytes))).toBe(encoding);
});

test('a mark of UTF-8 has all of its three bytes', () => {
  for (const bytes of [
    [0xef, 0xbb, 0xbe],
    [0xef, 0xba, 0xbf],
    [0xee, 0xbb, 0xbf],
  ])
    expect(decode(Buffer.from(bytes), 'utf-8')).toHaveLength(1);
});

test('text in UTF-16 has a NUL in one of ten pairs at least, and nearly none on the other side', () => {
  const mixed = (ascii: number) => Buffer.from('中'.repeat(100 - ascii) + 'a'.repeat(ascii), 'utf16le');
  expect(encodingOf(mixed(11))).toBe('utf-16le');
  expect(encodingOf(mixed(10))).not.toBe('utf-16le');
  expect(encodingOf(mixed(11).swap16())).toBe('utf-16be');
  expect(encodingOf(mixed(10).swap16())).not.toBe('utf-16be');
  const both = (other: number) => Buffer.from('a'.repeat(100) + '\u4e00'.repeat(other), 'utf16le');
  expect(encodingOf(both(9))).toBe('utf-16le');
  expect(encodingOf(both(10))).not.toBe('utf-16le');
  expect(encodingOf(both(9).swap16())).toBe('utf-16be');
  expect(encodingOf(both(10).swap16())).not.toBe('utf-16be');
});
