import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSource } from '#desk/eligibility/source/scan.ts';
import { filesIn, placesOf, saysOf, scan, skipsOf } from '#test/support/collecting.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const call = 'export const load = (client) => client.get(baseUrl + "/rules/alerts");\n';
const innocent = 'export const add = (a, b) => a + b;\n';

test('a call is found with file, line and excerpt; rows without findings are absent', async () => {
  const folder = filesIn({ 'src/poll.js': `${innocent}${call}`, 'src/add.js': innocent, 'logo.bin': 'x\0y' });
  const evidence = await scan(folder);
  expect(evidence).toMatchObject({ collector: 'source', findingCount: 1, read: { files: 2 } });
  expect(evidence.findings[0]).toMatchObject({ row: 'alerts-endpoints', weak: false });
  expect(evidence.findings[0]?.place).toMatchObject({ file: 'src/poll.js', line: 2, excerpt: call.trim() });
  expect(saysOf(evidence)).toBe('present');
  expect(saysOf(evidence, 'rule-id')).toBe('absent');
  expect(saysOf(evidence, 'auth-header-portal')).toBeUndefined();
});

test('ids of findings stay when lines move, and the digest is the same for the same tree only', async () => {
  const before = await scan(filesIn({ 'a.js': `${call}${innocent}${call}`, 'b.js': innocent }));
  const again = await scan(filesIn({ 'b.js': innocent, 'a.js': `${call}${innocent}${call}` }));
  const moved = await scan(filesIn({ 'a.js': `\n\n${innocent}${call}  ${call}`, 'b.js': innocent }));
  const ids = before.findings.map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
  expect(moved.findings.map(({ id }) => id)).toEqual(ids);
  expect(again.digest).toBe(before.digest);
  expect(moved.digest).not.toBe(before.digest);
});

test('ignore files of every level are obeyed, and what is installed is left out', async () => {
  const folder = filesIn({
    '.gitignore': 'dist/\n*.gen.js\n',
    'dist/a.js': call,
    'one.gen.js': call,
    'kept/.gitignore': '!two.gen.js\n/local.js\n',
    'kept/two.gen.js': call,
    'kept/local.js': call,
    'kept/deep/local.js': call,
    'node_modules/x/a.js': call,
    'kept/node_modules/x/a.js': call,
    'vendor/autoload.php': call,
    'lib/vendor/own.js': call,
    '.git/hooks/a.js': call,
  });
  const evidence = await scan(folder);
  expect(placesOf(evidence)).toEqual([
    'alerts-call kept/deep/local.js:1',
    'alerts-call kept/two.gen.js:1',
    'alerts-call lib/vendor/own.js:1',
  ]);
  expect(skipsOf(evidence)).toEqual([
    '.git vendored',
    'node_modules vendored',
    'vendor vendored',
    '. ignored',
  ]);
  expect(evidence.read.skipped[1]?.detail).toContain('2 folders');
});

test('links that leave, loop or dangle are listed, and none is followed', async () => {
  const outside = filesIn({ 'secret.js': call });
  const folder = filesIn({ 'src/a.js': innocent });
  symlinkSync(outside, join(folder, 'out'));
  symlinkSync(join(outside, 'secret.js'), join(folder, 'src/secret.js'));
  symlinkSync('..', join(folder, 'src/up'));
  symlinkSync('b', join(folder, 'c'));
  symlinkSync('c', join(folder, 'b'));
  symlinkSync('nowhere.js', join(folder, 'gone.js'));
  symlinkSync('src/a.js', join(folder, 'inside.js'));
  const evidence = await scan(folder);
  expect(evidence).toMatchObject({ findingCount: 0, read: { files: 1 } });
  expect(skipsOf(evidence, 'link-outside', 'link-loop', 'unreadable').sort()).toEqual([
    'b link-loop',
    'c link-loop',
    'gone.js unreadable',
    'out link-outside',
    'src/secret.js link-outside',
    'src/up link-loop',
  ]);
  expect(saysOf(evidence)).toBe('nothing-seen');
});

test.skipIf(process.platform === 'win32')('pipes do not hold the scan', async () => {
  const folder = filesIn({ 'a.js': innocent });
  execFileSync('mkfifo', [join(folder, 'pipe.js'), join(folder, '.gitignore')]);
  const evidence = await scan(folder);
  expect(saysOf(evidence)).toBe('absent');
  await expect(scan(join(folder, 'pipe.js'))).rejects.toMatchObject({ code: 'source.notSupported' });
});

test.skipIf(process.getuid?.() === 0)('files and folders that may not be read are listed', async () => {
  const folder = filesIn({ 'a.js': innocent, 'b.js': call, 'sub/c.js': call });
  chmodSync(join(folder, 'b.js'), 0);
  chmodSync(join(folder, 'sub'), 0);
  const evidence = await scan(folder);
  chmodSync(join(folder, 'sub'), 0o700);
  expect(skipsOf(evidence, 'unreadable')).toEqual(['b.js unreadable', 'sub unreadable']);
  expect(saysOf(evidence)).toBe('nothing-seen');
});

test.skipIf(process.platform !== 'linux')(
  'a name that the system does not open again is listed as unreadable',
  async () => {
    const folder = filesIn({ 'a.js': innocent });
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/b\xff`, 'latin1'), Buffer.from('.js')]), call);
    const evidence = await scan(folder);
    expect(evidence.read.skipped).toMatchObject([{ reason: 'unreadable' }]);
    expect(saysOf(evidence)).toBe('nothing-seen');
  },
);

const utf32 = (text: string, order: 'LE' | 'BE'): Buffer =>
  Buffer.concat(
    [...text].map((letter) => {
      const unit = Buffer.alloc(4);
      unit[`writeUInt32${order}`](letter.codePointAt(0) as number);
      return unit;
    }),
  );

test.each([
  ['UTF-8 with a mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(call)])],
  ['UTF-16 with a mark', Buffer.from(`\ufeff${innocent}${call}`, 'utf16le')],
  ['UTF-16 without a mark', Buffer.from(innocent + call, 'utf16le')],
  ['big-endian UTF-16 with a mark', Buffer.from(`\ufeff${call}`, 'utf16le').swap16()],
  ['big-endian UTF-16 without a mark', Buffer.from(call, 'utf16le').swap16()],
  [
    'UTF-16 without a mark, with comments in Chinese',
    Buffer.from(`// ${'中文注释'.repeat(40)}\n${call}`, 'utf16le'),
  ],
  ['UTF-32 with a mark', utf32(`\ufeff// 𝄞\n${call}`, 'LE')],
  ['big-endian UTF-32 with a mark', utf32(`\ufeff${call}`, 'BE')],
  ['UTF-8 that is filled up with NULs', Buffer.from(call + '\0'.repeat(4000))],
  ['Windows-1252', Buffer.from(`// caf\xe9\n${call}`, 'latin1')],
  ['UTF-8 with a stray NUL', Buffer.from(`${innocent.repeat(20)}const nul = '\0';\n${call}`)],
])('%s is read', async (_, content) => {
  const evidence = await scan(filesIn({ 'a.js': content }));
  expect(saysOf(evidence)).toBe('present');
  expect(evidence.read.skippedCount).toBe(0);
});

test('what is no text stands in the way of absence where its name says that it is code', async () => {
  const binary = await scan(
    filesIn({ 'a.js': innocent, 'b.ts': Buffer.alloc(5000, 'ab\0\x01'), 'c.png': 'x\0y' }),
  );
  expect(skipsOf(binary)).toEqual(['b.ts encoding', '. binary']);
  expect(saysOf(binary)).toBe('nothing-seen');
  const packet = Buffer.alloc(188);
  packet[0] = 0x47;
  const video = await scan(
    filesIn({ 'a.js': innocent, 'clip.ts': Buffer.concat(Array.from({ length: 40 }, () => packet)) }),
  );
  expect(skipsOf(video)).toEqual(['clip.ts binary']);
  expect(saysOf(video)).toBe('absent');
});

test('archives inside stand in the way of absence; installed libraries and packed data do not', async () => {
  const open = ['src.zip', 'old.tar.gz', 'more.tgz', 'app.js.gz', 'backup.gz', 'all.7z'];
  for (const name of open) {
    const evidence = await scan(filesIn({ 'a.js': innocent, [name]: 'PK' }));
    expect(skipsOf(evidence)).toEqual([`${name} archive-limit`]);
    expect(saysOf(evidence)).toBe('nothing-seen');
  }
  const rest = await scan(filesIn({ 'a.js': innocent, 'lib.jar': 'PK', 'data.csv.gz': 'x', 'a.whl': 'PK' }));
  expect(saysOf(rest)).toBe('absent');
});

test('an unknown encoding stands in the way of absence', async () => {
  const unknown = await scan(
    filesIn({ 'a.js': Buffer.from('\x83\x65\x83\x58\x83\x67\x81\x42 = 1', 'latin1') }),
  );
  expect(skipsOf(unknown)).toEqual(['a.js encoding']);
  expect(saysOf(unknown)).toBe('nothing-seen');
});

test('a folder without text says nothing', async () => {
  const evidence = await scan(filesIn({ 'notes.bin': 'x\0y' }));
  expect(saysOf(evidence)).toBe('nothing-seen');
});

test('one source file can be read alone, also through a link', async () => {
  const folder = filesIn({ 'a.js': call });
  symlinkSync('a.js', join(folder, 'link.js'));
  expect(placesOf(await scan(join(folder, 'link.js')))).toEqual(['alerts-call a.js:1']);
});

test('what is not there, and what is no archive, is refused in words', async () => {
  const folder = filesIn({ 'a.bin': Buffer.alloc(600, 'ab\0\x01'), 'b.zip': 'hello', empty: '' });
  await expect(scan(join(folder, 'gone'))).rejects.toThrow('there is no such file or folder');
  await expect(scan(join(folder, 'a.bin'))).rejects.toMatchObject({ code: 'source.notSupported' });
  await expect(scan(join(folder, 'b.zip'))).rejects.toMatchObject({ code: 'archive.unreadable' });
  await expect(scan(join(folder, 'empty'))).rejects.toThrow('it is empty');
});

test('many findings are counted, and the strongest are kept in the same order', async () => {
  const lines = Array.from({ length: 1500 }, (_, n) => `// get(base + "/rules/alerts?${n}")`).join('\n');
  const evidence = await scan(filesIn({ 'a.js': lines, 'z.js': call }));
  expect(evidence.findingCount).toBe(1501);
  expect(evidence.findings).toHaveLength(1000);
  expect(evidence.findings[0]?.place).toMatchObject({ file: 'z.js' });
  expect(saysOf(evidence)).toBe('present');
});

test('excerpts hold no secrets', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'src'));
  filesIn(
    {
      'hook.js': [
        "app.post('/hooks', (req, res) => {",
        "  if (req.headers.authorization !== 'Bearer planted-header-value-7') return res.sendStatus(401);",
        "  if (req.get('Authorization') === 'hunter2 the second') next();",
        "  fetch('https://api.example.com/rules/alerts', { headers: { Authorization: 'Basic cGxhbnRlZC1rZXk=' } });",
        "  fetch('/rules/alerts?key=0123456789abcdef0123456789abcdef01234567');",
        '});',
      ].join('\n'),
    },
    folder,
  );
  const text = JSON.stringify(await scan(folder));
  for (const secret of ['planted', 'hunter2', 'cGxhbnRlZC1rZXk', '0123456789abcdef0123']) {
    expect(text).not.toContain(secret);
  }
  expect(text).toContain('/rules/alerts');
});

test('an ignore file that is too large to be one rules over nothing', async () => {
  const folder = filesIn({
    '.gitignore': 'kept.js\n',
    'too-large/a.js': call,
    'kept.js': call,
    'large-binary/b.js': call,
  });
  // Holes take no room on the disk.
  truncateSync(join(folder, '.gitignore'), 21 * 1024 * 1024);
  expect(placesOf(await scan(folder))).toEqual([
    'alerts-call kept.js:1',
    'alerts-call large-binary/b.js:1',
    'alerts-call too-large/a.js:1',
  ]);
});

test('tells how far it is while it reads, and at the end', async () => {
  const told: { done: number; total?: number | undefined; text: string }[] = [];
  const path = filesIn({ 'src/a.js': call, 'src/b.js': innocent });
  const task = { kind: 'source', path, dataDir: '/no-data-folder', scope: 's'.repeat(300) } as const;
  const reading = await readSource(task, (progress) => told.push(progress));
  const bytes = call.length + innocent.length;
  expect(told.at(-1)).toMatchObject({ done: bytes, total: bytes, unit: 'bytes' });
  expect(told.at(-1)?.text).toMatch(/^Read 2 files of /);
  expect(reading).toMatchObject({
    scope: 's'.repeat(200),
    read: { files: 2, bytes, languages: ['JavaScript'] },
  });
});

test('the data folder of Carryover itself is refused with its path and the reason', async () => {
  const folder = filesIn({ 'data/a.js': call, 'b.js': innocent });
  const own = join(folder, 'data');
  const task = (path: string) =>
    readSource({ kind: 'source', path, scope: undefined, dataDir: own }, () => undefined);
  await expect(task(own)).rejects.toMatchObject({
    code: 'file.unreadable',
    message: expect.stringContaining(own),
  });
  await expect(task(own)).rejects.toThrow("it is Carryover's own data folder");
  expect((await task(folder)).read.skipped).toMatchObject([{ path: 'data', reason: 'not-supported' }]);
});
