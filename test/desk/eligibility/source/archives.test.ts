import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { tarOf, written, zip } from '#test/support/archives.ts';
import { filesIn, placesOf, saysOf, scan, skipsOf } from '#test/support/collecting.ts';
import { zipOf } from '#test/support/zip-writer.ts';

const call = 'export const load = (client) => client.get(baseUrl + "/rules/alerts");\n';
const innocent = 'export const add = (a, b) => a + b;\n';

const tree = {
  'app/src/poll.js': innocent + call,
  'app/dist/poll.js': call,
  'app/node_modules/x/index.js': call,
  'app/src/logo.bin': 'x\0y',
  'app/.gitignore': 'dist\n',
};
const asEntries = Object.entries(tree).map(([name, content]) => ({ name, content }));

test('a folder, a .zip, a .tar and a .tar.gz of the same tree give the same findings and digest', async () => {
  const tar = await tarOf(...asEntries);
  const readings = [
    await scan(filesIn(tree)),
    await scan(zip(...asEntries)),
    await scan(written('code.tar', tar)),
    await scan(written('code.tgz', gzipSync(tar))),
  ];
  for (const evidence of readings) {
    expect(placesOf(evidence)).toEqual(['alerts-call app/src/poll.js:2']);
    expect(evidence.digest).toBe(readings[0]?.digest);
    expect(evidence.findings).toEqual(readings[0]?.findings);
    expect(skipsOf(evidence)).toEqual(['. binary', 'node_modules vendored', '. ignored']);
    expect(saysOf(evidence, 'rule-id')).toBe('absent');
  }
  expect(readings[3]).toMatchObject({ scope: 'code', origin: 'code.tgz' });
});

const evil = ['../../evil.js', '/etc/evil.js', 'C:/evil.js', 'a\\..\\..\\evil.js', 'ok/../../evil.js'];

test('paths that leave the archive are listed and not read', async () => {
  const entries = [...evil, 'ok/good.js'].map((name) => ({ name, content: innocent }));
  for (const path of [zip(...entries), written('code.tar', await tarOf(...entries))]) {
    const evidence = await scan(path);
    expect(evidence.read.files).toBe(1);
    expect(skipsOf(evidence, 'path-outside')).toEqual(evil.map((name) => `${name} path-outside`));
    expect(saysOf(evidence)).toBe('nothing-seen');
  }
});

test('links in an archive are not followed; those that leave it are listed', async () => {
  const tar = await tarOf(
    { name: 'a/out.js', type: 'symlink', linkname: '../../etc/passwd' },
    { name: 'a/in.js', type: 'symlink', linkname: '../b.js' },
    { name: 'a/pipe.js', type: 'fifo' },
    { name: 'b.js', content: innocent },
  );
  const evidence = await scan(written('code.tar', tar));
  expect(evidence.read.files).toBe(1);
  expect(skipsOf(evidence, 'link-outside')).toEqual(['a/out.js link-outside']);
  const zipped = await scan(
    zip({ name: 'l.js', content: '/etc/passwd', mode: 0o120777 }, { name: 'b.js', content: innocent }),
  );
  expect(zipped.read.files).toBe(1);
  expect(skipsOf(zipped)).toEqual(['l.js link-outside']);
  expect(saysOf(zipped)).toBe('nothing-seen');
});

test('links of a .zip are judged by where they lead', async () => {
  const link = (name: string, content: string) => ({ name, content, mode: 0o120777 });
  const b = { name: 'b.js', content: innocent };
  const code = { name: 'code.txt', content: call };
  const outside = await scan(zip(link('api.js', '../../outside.js'), b));
  expect(skipsOf(outside)).toEqual(['api.js link-outside']);
  expect(saysOf(outside)).toBe('nothing-seen');
  const inside = await scan(zip(link('lib/api.js', '../b.js'), b));
  expect(saysOf(inside)).toBe('absent');
  const hidden = await scan(zip(link('api.js', 'code.txt'), b, code));
  expect(skipsOf(hidden, 'unreadable')).toEqual(['api.js unreadable']);
  // Every text file is read, whatever its name.
  expect(saysOf(hidden)).toBe('present');
  const locked = await scan(zip({ ...link('api.js', '../b.js'), crc: 1 }, b));
  expect(saysOf(locked)).toBe('nothing-seen');
});

test('archives in the archive are listed and not opened', async () => {
  const inner = zipOf({ name: 'a.js', content: call });
  const evidence = await scan(
    zip({ name: 'lib/inner.zip', content: inner }, { name: 'a.js', content: innocent }),
  );
  expect(skipsOf(evidence)).toEqual(['lib/inner.zip archive-limit']);
  expect(saysOf(evidence)).toBe('nothing-seen');
});

test('encrypted, damaged and strangely packed entries are listed; the others are read', async () => {
  const evidence = await scan(
    zip(
      { name: 'locked.js', content: call, encrypted: true },
      { name: 'sum.js', content: call, crc: 1 },
      { name: 'odd.js', content: call, method: 12 },
      { name: 'junk.js', packed: Buffer.from('not deflated'), size: 30, crc: 0 },
      { name: 'a.js', content: innocent },
    ),
  );
  expect(skipsOf(evidence)).toEqual([
    'locked.js unreadable',
    'sum.js archive-damaged',
    'odd.js archive-damaged',
    'junk.js archive-damaged',
  ]);
  expect(evidence.read.files).toBe(1);
  expect(saysOf(evidence)).toBe('nothing-seen');
});

test('a truncated archive is an error, or a listed skip after what could be read', async () => {
  const whole = zipOf(...asEntries);
  await expect(scan(written('cut.zip', whole.subarray(0, whole.length - 40)))).rejects.toMatchObject({
    code: 'archive.unreadable',
  });
  const noise = Array.from({ length: 3000 }, (_, n) => `const v${n} = ${(n * 7919) % 10007};`).join('\n');
  const tar = await tarOf({ name: 'a.js', content: call }, { name: 'b.js', content: noise });
  const packed = gzipSync(tar);
  for (const path of [
    written('cut.tgz', packed.subarray(0, packed.length - 200)),
    written('cut.tar', tar.subarray(0, 4096)),
    written('no-end.tar', tar.subarray(0, 1024)),
  ]) {
    const evidence = await scan(path);
    expect(skipsOf(evidence, 'archive-damaged')).toEqual(['. archive-damaged']);
    expect(placesOf(evidence)).toEqual(['alerts-call a.js:1']);
    expect(saysOf(evidence, 'rule-id')).toBe('nothing-seen');
  }
});

test('what is packed but no archive is refused in words', async () => {
  await expect(scan(written('a.tgz', gzipSync('hello'.repeat(500))))).rejects.toMatchObject({
    code: 'archive.unreadable',
  });
  await expect(scan(written('a.tgz', Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3])))).rejects.toMatchObject({
    code: 'archive.unreadable',
  });
});
