import { readFileSync, writeFileSync } from 'node:fs';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Skipped } from '#contract/eligibility.ts';
import { readSource } from '#desk/eligibility/source/scan.ts';
import { tarOf, written, zip } from '#test/support/archives.ts';
import { placesOf, saysOf, scan, skipsOf } from '#test/support/collecting.ts';
import { zipOf } from '#test/support/zip-writer.ts';

const call = 'client.get(baseUrl + "/rules/alerts");\n';
const innocent = 'export const add = (a, b) => a + b;\n';
const fine = { name: 'fine.js', content: innocent };

const detailsOf = async (path: string): Promise<Skipped[]> => (await scan(path)).read.skipped;

test.each([
  ['stored', { packed: Buffer.from(call), size: call.length, method: 0 }, 'present', []],
  ['of a kind that DOS writes', { mode: 0 }, 'present', []],
  ['a pipe', { mode: 0o10644 }, 'absent', ['. not-supported']],
  ['a folder', { name: 'poll.js/' }, 'absent', []],
  ['shorter than it says', { size: call.length + 1 }, 'nothing-seen', ['poll.js archive-damaged']],
  ['longer than it says', { size: call.length - 1 }, 'nothing-seen', ['poll.js archive-damaged']],
  ['more than a file may have', { size: 21 * 1024 ** 2 }, 'nothing-seen', ['poll.js too-large']],
])('an entry of a .zip that is %s', async (_what, entry, says, skips) => {
  const evidence = await scan(zip({ name: 'poll.js', content: call, ...entry }, fine));
  expect(saysOf(evidence)).toBe(says);
  expect(skipsOf(evidence)).toEqual(skips);
});

test('what is wrong with an entry is said', async () => {
  const packed = deflateRawSync(Buffer.from(call));
  const path = zip(
    { name: 'locked.js', content: call, encrypted: true },
    { name: 'sum.js', content: call, crc: 1 },
    { name: 'odd.js', content: call, method: 12 },
    { name: 'size.js', packed, size: 5000 },
    { name: 'more.js', packed, size: 3 },
  );
  expect((await detailsOf(path)).map(({ detail }) => detail)).toEqual([
    'Encrypted. Use an archive without a password.',
    'Checksum does not match.',
    'Unknown compression method 12.',
    "Size does not match the archive's directory.",
    expect.stringMatching(/^Unpacking failed: /),
  ]);
});

test('entries that share their content are no archive of code', async () => {
  const whole = zipOf({ name: 'a.js', content: call.repeat(50) }, { name: 'b.js', content: innocent });
  // The second entry of the directory says that it takes up as much as there is.
  const second = whole.lastIndexOf('PK\x01\x02', undefined, 'latin1');
  whole.writeUInt32LE(whole.length, second + 20);
  const evidence = await scan(written('overlap.zip', whole));
  expect(skipsOf(evidence)).toEqual(['. archive-limit']);
  expect(evidence.read.skipped[0]?.detail).toMatch(/overlap/);
  expect(saysOf(evidence)).toBe('nothing-seen');
});

test('a directory that breaks off leaves what came before', async () => {
  const whole = zipOf({ name: 'a.js', content: call }, fine);
  whole.write('xx', whole.lastIndexOf('PK\x01\x02', undefined, 'latin1'), 'latin1');
  const evidence = await scan(written('broken.zip', whole));
  expect(placesOf(evidence)).toEqual(['alerts-call a.js:1']);
  expect(skipsOf(evidence)).toEqual(['. archive-damaged']);
  expect(evidence.read.skipped[0]?.detail).toMatch(/^The rest can't be read: /);
  expect(saysOf(evidence, 'rule-id')).toBe('nothing-seen');
});

test('a .zip of more than is read at once is read whole', async () => {
  const stored = (name: string, content: Buffer) => ({ name, packed: content, content, method: 0 });
  const noise = Buffer.alloc(700_000, 'const a = 1;\n');
  const names = Array.from({ length: 3 }, (_, index) => stored(`noise${index}.js`, noise));
  const evidence = await scan(zip(...names, stored('poll.js', Buffer.from(call))));
  expect(placesOf(evidence)).toEqual(['alerts-call poll.js:1']);
  expect(skipsOf(evidence)).toEqual([]);
});

test('the content of a .tar comes in pieces of any size', async () => {
  const long = `${'\n'.repeat(600_000)}${call}`;
  const tar = await tarOf(
    { name: 'long.js', content: long },
    { name: 'short.js', content: call, type: 'contiguous-file' },
    { name: 'longer.js', content: long + long },
  );
  const small = (await tarOf({ name: 'short.js', content: call })).subarray();
  const inPieces = Buffer.concat(
    Array.from({ length: Math.ceil(small.length / 100) }, (_, index) =>
      gzipSync(small.subarray(index * 100, index * 100 + 100)),
    ),
  );
  const places = [
    'alerts-call long.js:600001',
    'alerts-call longer.js:600001',
    'alerts-call longer.js:1200002',
  ];
  const whole = await scan(written('code.tar', tar));
  expect(placesOf(whole).sort()).toEqual([...places, 'alerts-call short.js:1'].sort());
  expect(skipsOf(whole)).toEqual([]);
  const pieces = await scan(written('code.tgz', inPieces));
  expect(placesOf(pieces)).toEqual(['alerts-call short.js:1']);
  expect(skipsOf(pieces)).toEqual([]);
});

test.each([
  ['a folder by its name', { name: 'poll.js/', type: 'file' }, 'absent', []],
  ['a folder', { name: 'poll.js', type: 'directory' }, 'absent', []],
  ['a device', { name: 'poll.js', type: 'character-device' }, 'absent', ['. not-supported']],
  [
    'a link to code',
    { name: 'poll.js', type: 'symlink', linkname: 'fine.js' },
    'absent',
    ['. not-supported'],
  ],
  [
    'a link to data',
    { name: 'poll.js', type: 'symlink', linkname: 'a.dat' },
    'nothing-seen',
    ['poll.js unreadable'],
  ],
  [
    'a link outside',
    { name: 'a/poll.js', type: 'symlink', linkname: '../../x.js' },
    'nothing-seen',
    ['a/poll.js link-outside'],
  ],
  [
    'an image outside',
    { name: 'a.png', type: 'symlink', linkname: '../x.png' },
    'absent',
    ['a.png link-outside'],
  ],
  // From the root of the archive, wherever it stands.
  [
    'a second name',
    { name: 'a/b/poll.js', type: 'link', linkname: 'fine.js' },
    'absent',
    ['. not-supported'],
  ],
  [
    'a second name outside',
    { name: 'a/b/poll.js', type: 'link', linkname: '../x.js' },
    'nothing-seen',
    ['a/b/poll.js link-outside'],
  ],
] as const)('an entry of a .tar that is %s', async (_what, header, says, skips) => {
  const evidence = await scan(written('code.tar', await tarOf({ ...header }, fine)));
  expect(saysOf(evidence)).toBe(says);
  expect(skipsOf(evidence)).toEqual(skips);
});

test('ignore files of every folder count, wherever they stand in the archive', async () => {
  const entries = [
    { name: 'app/out/poll.js', content: call },
    { name: 'app/src/skip.js', content: call },
    { name: 'app/src/keep.js', content: call },
    { name: 'app/.gitignore', content: 'out/\nskip.js\n' },
    { name: 'app/lib/skip.js', content: call },
    { name: 'app/lib/.gitignore', content: '!skip.js\n' },
    { name: 'env/pyvenv.cfg', content: 'home = x\n' },
    { name: 'env/poll.js', content: call },
    { name: 'pyvenv.cfg', content: '' },
    { name: `${'d/'.repeat(300)}poll.js`, content: call },
    { name: 'lib/inner.zip', content: 'x' },
  ];
  for (const path of [zip(...entries), written('code.tgz', gzipSync(await tarOf(...entries)))]) {
    const evidence = await scan(path);
    expect(placesOf(evidence).sort()).toEqual([
      'alerts-call app/lib/skip.js:1',
      'alerts-call app/src/keep.js:1',
    ]);
    expect(skipsOf(evidence).map((skip) => skip.slice(-30))).toEqual([
      `${'d/'.repeat(300)}poll.js`.slice(0, 200).concat(' archive-limit').slice(-30),
      'lib/inner.zip archive-limit',
      'env vendored',
      '. ignored',
    ]);
    expect(evidence.read.skipped.find(({ reason }) => reason === 'ignored')?.detail).toMatch(/^2 entries/);
  }
});

test('tells how far it is, from the beginning to the end', async () => {
  const entries = Array.from({ length: 20 }, (_, index) => ({ name: `a${index}.js`, content: call }));
  const tar = await tarOf(...entries);
  for (const path of [zip(...entries), written('code.tar', tar), written('code.tgz', gzipSync(tar))]) {
    const told: { done: number; total?: number | undefined; text: string }[] = [];
    const task = { kind: 'source', path, dataDir: '/no-data-folder' } as const;
    const { read } = await readSource(task, (progress) => told.push(progress));
    expect(told.at(-1)).toMatchObject({ done: read.bytes, total: read.bytes });
    expect(told.at(-1)?.text).toMatch(/^Read 20 files of code\./);
    for (const { done, total = 0 } of told) expect(done).toBeLessThanOrEqual(total);
  }
});

test.each([
  ['code.tar', 'it is no tar'],
  ['code.zip', 'its content is not that of a .zip file'],
  ['code.tgz', 'its content is not that of a .tgz file'],
  ['code.gz', 'its content is not that of a .gz file'],
])('text named %s is no archive', async (name) => {
  await expect(scan(written(name, Buffer.from('only text\n'.repeat(100))))).rejects.toMatchObject({
    code: 'archive.unreadable',
  });
});

test('an entry whose content would lie behind the end of the archive is damaged', async () => {
  const path = zip({ name: 'poll.js', content: call }, fine);
  const bytes = readFileSync(path);
  // The length of the extra field in the first entry's own header moves its content on.
  bytes.writeUInt16LE(0xfff0, 28);
  writeFileSync(path, bytes);
  expect(await detailsOf(path)).toMatchObject([
    { path: 'poll.js', reason: 'archive-damaged', detail: expect.stringContaining('Unpacking failed') },
  ]);
});
