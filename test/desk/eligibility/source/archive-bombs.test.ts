import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { tarOf, written, zip } from '#test/support/archives.ts';
import { saysOf, scan, skipsOf } from '#test/support/collecting.ts';

const call = 'export const load = (client) => client.get(baseUrl + "/rules/alerts");\n';
const innocent = 'export const add = (a, b) => a + b;\n';

test('a bomb of one entry is not unpacked, whether it says its size or lies about it', async () => {
  const packed = deflateRawSync(Buffer.alloc(64 * 1024 * 1024));
  const honest = await scan(
    zip({ name: 'a.js', content: innocent }, { name: 'bomb.js', packed, size: 0xf0000000, crc: 0 }),
  );
  expect(skipsOf(honest)).toEqual(['bomb.js too-large']);
  const lying = await scan(
    zip({ name: 'a.js', content: innocent }, { name: 'bomb.js', packed, size: 500, crc: 0 }),
  );
  expect(skipsOf(lying)).toEqual(['bomb.js archive-damaged']);
  for (const evidence of [honest, lying]) {
    expect(evidence.read.files).toBe(1);
    expect(saysOf(evidence)).toBe('nothing-seen');
  }
});

test('a bomb of many entries ends the reading at the limit, and what came before stays', async () => {
  // One of text, and others that are no text, which takes less time to see.
  const [text, zeros] = [' ', '\0'].map((fill) => {
    const content = Buffer.alloc(19 * 1024 * 1024, fill);
    return { packed: deflateRawSync(content), size: content.length, crc: crc32(content) };
  });
  const many = Array.from({ length: 60 }, (_, n) => ({ name: `bomb${n}.js`, ...(n === 0 ? text : zeros) }));
  const path = zip({ name: 'a.js', content: call }, ...many);
  const evidence = await scan(path);
  expect(skipsOf(evidence)).toEqual(['. archive-limit']);
  expect(evidence.read.bytes).toBeLessThan(300 * 1024 * 1024);
  expect(saysOf(evidence)).toBe('present');
  expect(saysOf(evidence, 'rule-id')).toBe('nothing-seen');
});

test('a .tar.gz that unpacks to gigabytes of nothing ends at the limit', async () => {
  const tar = await tarOf({ name: 'a.js', content: innocent });
  const header = (await tarOf({ name: 'zeros.bin', content: '' })).subarray(0, 512);
  // Says of itself that it holds 8 GiB less one byte; the sum of the header is made anew.
  header.write('77777777777\0', 124, 'latin1');
  header.fill(' ', 148, 156);
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
    'latin1',
  );
  const zeros = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  const bomb = [
    gzipSync(tar.subarray(0, 1024)),
    gzipSync(header),
    ...Array.from({ length: 40 }, () => zeros),
  ];
  const evidence = await scan(written('bomb.tgz', Buffer.concat(bomb)));
  expect(evidence.read.files).toBe(1);
  expect(skipsOf(evidence, 'archive-limit')).toEqual(['. archive-limit']);
  expect(saysOf(evidence)).toBe('nothing-seen');
});
