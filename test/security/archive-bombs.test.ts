import { mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { systemTime } from '#base/clock.ts';
import type { Evidence } from '#contract/eligibility.ts';
import { until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';
import { type ZipEntry, zipOf } from '#test/support/zip-writer.ts';

/**
 * Archives and folders that are made to use up time, memory or the disk of who reads them. Each goes through a check of
 * a real host, which answers others meanwhile, and ends in evidence that does not say "absent", or in an error in words.
 */

type Host = Awaited<ReturnType<typeof testHost>>;
type Make = () => Buffer | Promise<Buffer>;

const mebibyte = 2 ** 20;
const call = 'await fetch(base + "/rules/alerts");\n';
const zeros = Buffer.alloc(16 * mebibyte);

const tarOf = async (entries: readonly (readonly [header: object, content?: string])[]): Promise<Buffer> => {
  const packing = pack();
  for (const [header, content = ''] of entries) packing.entry(header as { name: string }, content);
  packing.finalize();
  return buffer(packing);
};

/** The header of an entry by hand, so that it can lie. `size` is written as it is: octal or what GNU makes of large ones. */
const tarHeader = (name: string, size: string | Buffer, type = '0'): Buffer => {
  const header = Buffer.alloc(512);
  header.write(name.slice(0, 100), 0, 'latin1');
  header.write('0000644\0' + '0000000\0' + '0000000\0', 100, 'latin1');
  if (typeof size === 'string') header.write(`${size.padStart(11, '0')}\0`, 124, 'latin1');
  else size.copy(header, 124);
  header.write(`00000000000\0        ${type}`, 136, 'latin1');
  header.write('ustar\0' + '00', 257, 'latin1');
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
    'latin1',
  );
  return header;
};

const octal = (bytes: number): string => bytes.toString(8);
const eightExbibytes = Buffer.from([0x80, 0, 0, 0, 0x7f, 255, 255, 255, 255, 255, 255, 255]);

/** Many members of gzip, one after the other, which unpack to one stream. */
const gzipOf = (head: Buffer, mebibytesOfZeros: number): Buffer =>
  Buffer.concat([gzipSync(head), ...Array.from({ length: mebibytesOfZeros / 16 }, () => member)]);
const member = gzipSync(zeros, { level: 9 });

/** A zip whose entries all stand for the same packed bytes, after David Fifield. */
const overlapping = (entries: number, content: Buffer): Buffer => {
  const one = zipOf({ name: 'a.js', content });
  const directoryAt = one.readUInt32LE(one.length - 6);
  const record = one.subarray(directoryAt, directoryAt + 46);
  // In one piece: hundreds of thousands of small ones take seconds.
  const space = Buffer.alloc(entries * (46 + `f${entries}.js`.length));
  let filled = 0;
  for (let at = 0; at < entries; at++) {
    record.copy(space, filled);
    const nameBytes = space.write(`f${at}.js`, filled + 46, 'latin1');
    space.writeUInt16LE(nameBytes, filled + 28);
    filled += 46 + nameBytes;
  }
  const directory = space.subarray(0, filled);
  const end = Buffer.from(one.subarray(one.length - 22));
  end.writeUInt16LE(Math.min(entries, 0xffff), 8);
  end.writeUInt16LE(Math.min(entries, 0xffff), 10);
  end.writeUInt32LE(directory.length, 12);
  if (entries < 0xffff) return Buffer.concat([one.subarray(0, directoryAt), directory, end]);
  // Above 65,534 the number stands in the record of zip64.
  const zip64 = Buffer.alloc(76);
  zip64.write('PK\x06\x06', 0, 'latin1');
  zip64.writeBigUInt64LE(44n, 4);
  zip64.writeBigUInt64LE(BigInt(entries), 24);
  zip64.writeBigUInt64LE(BigInt(entries), 32);
  zip64.writeBigUInt64LE(BigInt(directory.length), 40);
  zip64.writeBigUInt64LE(BigInt(directoryAt), 48);
  zip64.write('PK\x06\x07', 56, 'latin1');
  zip64.writeBigUInt64LE(BigInt(directoryAt + directory.length), 64);
  zip64.writeUInt32LE(1, 72);
  return Buffer.concat([one.subarray(0, directoryAt), directory, zip64, end]);
};

const nested = (levels: number): Buffer => {
  let inner = zipOf({ name: 'a.js', content: zeros });
  for (let level = 0; level < levels; level++) {
    const content = inner;
    inner = zipOf(...Array.from({ length: 16 }, (_, at): ZipEntry => ({ name: `lib ${at}.zip`, content })));
  }
  return inner;
};

const deep = (levels: number): string => `${'d/'.repeat(levels)}a.js`;
const quadratic = '*a'.repeat(30);

/** Name of the file, and what it holds. */
const archives: Readonly<Record<string, Make>> = {
  'nested.zip': () => nested(4),
  'gigabyte.zip': () =>
    zipOf({ name: 'a.js', packed: deflateRawSync(zeros, { level: 9 }), size: 2 ** 30, crc: 0 }),
  'lying-small.zip': () => zipOf({ name: 'a.js', packed: deflateRawSync(zeros), size: 10, crc: crc32('x') }),
  'lying-large.zip': () =>
    zipOf({ name: 'a.js', packed: deflateRawSync('x'), size: 19 * mebibyte, crc: crc32('x') }),
  'overlapping.zip': () => overlapping(20_000, zeros),
  'two-hundred-thousand.zip': () => overlapping(200_000, Buffer.from(call)),
  'too-many.zip': () => {
    const zip = overlapping(70_000, Buffer.from(call));
    zip.writeBigUInt64LE(2n ** 40n, zip.length - 22 - 76 + 32);
    return zip;
  },
  'long-names.zip': () =>
    zipOf(
      ...Array.from({ length: 100 }, (_, at) => ({ name: `${at}${'n'.repeat(65_000)}.js`, content: call })),
    ),
  'deep-names.zip': () =>
    zipOf(
      { name: '.gitignore', content: 'x\n' },
      ...Array.from({ length: 200 }, (_, at) => ({ name: `${at}/${deep(32_000)}`, content: call })),
    ),
  'links.zip': () =>
    zipOf(
      ...Array.from({ length: 1000 }, (_, at) => ({
        name: `l${at}.js`,
        content: `l${(at + 1) % 1000}.js`,
        mode: 0o120777,
      })),
    ),
  'ignore-rules.zip': () =>
    zipOf(
      { name: '.gitignore', content: `${quadratic}b\n${'**/a/'.repeat(20)}b\n${'x*y*z\n'.repeat(150_000)}` },
      ...Array.from({ length: 300 }, (_, at) => ({
        name: `${'a/'.repeat(60)}${at}${'a'.repeat(200)}.js`,
        content: call,
      })),
    ),
  'gigabyte-of-header.tgz': () => gzipOf(tarHeader('PaxHeader', octal(2 ** 30), 'x'), 1024),
  'long-link-name.tgz': () => gzipOf(tarHeader('././@LongLink', octal(2 ** 30), 'L'), 1024),
  'nothing-after-the-end.tgz': async () => gzipOf(await tarOf([[{ name: 'a.js' }, call]]), 320),
  'header-of-header.tar': () =>
    Buffer.concat([tarHeader('PaxHeader', octal(400 * mebibyte), 'x'), Buffer.alloc(64 * mebibyte)]),
  'exbibytes.tar': () => Buffer.concat([tarHeader('a.js', eightExbibytes), Buffer.from(call)]),
  'negative.tar': () =>
    Buffer.concat([tarHeader('a.js', Buffer.alloc(12, 0xff)), Buffer.from(call), Buffer.alloc(2048)]),
  'sparse.tar': () => Buffer.concat([tarHeader('a.js', octal(2 ** 32), 'S'), Buffer.alloc(4096)]),
  'archive-inside.tar': async () =>
    tarOf([[{ name: 'src.tgz' }, gzipOf(tarHeader('a.js', octal(2 ** 28)), 256).toString('latin1')]]),
  'link-circle.tar': () =>
    tarOf(
      Array.from({ length: 3000 }, (_, at) => [
        { name: `l${at}.js`, type: 'symlink', linkname: `l${(at + 1) % 3000}.js` },
      ]),
    ),
  'deep-names.tar': () =>
    tarOf(Array.from({ length: 20 }, (_, at) => [{ name: `${at}/${deep(4000)}` }, call])),
};

/** Logs of traffic. */
const logs: Readonly<Record<string, Make>> = {
  'zeros.log.gz': () => gzipOf(Buffer.from('x'), 1536),
  'one-line.jsonl.gz': () => {
    const tenOfOneLine = gzipSync(Buffer.alloc(10 * mebibyte, 'a'));
    return Buffer.concat(Array.from({ length: 20 }, () => tenOfOneLine));
  },
  'deep.har': () => Buffer.from(`{"log":{"entries":${'['.repeat(2_000_000)}`),
  'deep.jsonl': () => Buffer.from(`{"a":${'['.repeat(500_000)}${']'.repeat(500_000)}}\n`.repeat(4)),
  'quotes.csv': () => Buffer.from(`method,path,time\n"${'""'.repeat(4_000_000)}`),
};

const longestMs = 20_000;
/** Bytes that the process may hold more than before: what is read is bounded, whatever it unpacks to. */
const mostMemory = 900 * mebibyte;

interface Checked {
  readonly evidence: Evidence | undefined;
  readonly error: string | undefined;
}

/** Checks what is made, and that neither time nor memory nor the disk was used up meanwhile. */
const checked = async (
  host: Host,
  name: string,
  make: Make,
  kind: 'source' | 'traffic',
): Promise<Checked> => {
  const folder = temporaryFolder();
  const path = join(folder, name);
  writeFileSync(path, await make());
  const free = () => statfsSync(folder).bavail * statfsSync(folder).bsize;
  const [memory, fixture] = [process.memoryUsage().rss, free()];
  const seen = { memory: 0, slowestMs: 0, turn: systemTime.monotonic() };
  const cancel = systemTime.every(20, () => {
    const now = systemTime.monotonic();
    seen.slowestMs = Math.max(seen.slowestMs, now - seen.turn);
    seen.turn = now;
    seen.memory = Math.max(seen.memory, process.memoryUsage().rss - memory);
  });
  const started = systemTime.monotonic();
  const asked = kind === 'source' ? { source: [{ path }] } : { traffic: { paths: [path] } };
  const { body: job } = await host.desk('POST', '/api/checks', asked);
  const end = await until(async () => {
    const now = (await host.desk('GET', `/api/jobs/${job.id}`)).body;
    return now.state !== 'running' && now;
  });
  const tookMs = systemTime.monotonic() - started;
  cancel();
  expect(statSync(path).size).toBeLessThan(100 * mebibyte);
  // Another thread reads: the host's own goes on.
  expect([name, tookMs < longestMs, seen.memory < mostMemory, seen.slowestMs < 2000]).toEqual([
    name,
    true,
    true,
    true,
  ]);
  expect([name, fixture - free() < 128 * mebibyte, readdirSync(folder)]).toEqual([name, true, [name]]);
  rmSync(path);
  return { evidence: end.result?.evidence[0], error: end.error };
};

/** @param isTold also that something was found, or that it is told what was not read */
const expectNotAbsent = (name: string, { evidence, error }: Checked, isTold: boolean): void => {
  if (evidence === undefined) expect([name, error]).toEqual([name, expect.stringMatching(/^\S+ .{10,}\.$/)]);
  else {
    expect([name, row(evidence, 'alerts-endpoints')]).not.toEqual([name, 'absent']);
    if (isTold) expect([name, evidence.read.skippedCount + evidence.findingCount > 0]).toEqual([name, true]);
  }
};

const row = (evidence: Evidence | undefined, name: string) =>
  evidence?.rows.find((one) => one.row === name)?.says;

test('archives that are bombs end soon, and nothing is called absent', async () => {
  const host = await testHost();
  for (const [name, make] of Object.entries(archives)) {
    expectNotAbsent(name, await checked(host, name, make, 'source'), true);
  }
}, 180_000);

test('so do logs of traffic', async () => {
  const host = await testHost();
  for (const [name, make] of Object.entries(logs)) {
    expectNotAbsent(name, await checked(host, name, make, 'traffic'), false);
  }
});

test('a folder whose ignore rules are made to be slow, or that is deep, is read soon', async () => {
  const host = await testHost();
  const folder = temporaryFolder();
  writeFileSync(join(folder, '.gitignore'), `${quadratic}b\n${'x*y*z\n'.repeat(100_000)}`);
  for (let at = 0; at < 200; at++) writeFileSync(join(folder, `${at}${'a'.repeat(200)}.js`), call);
  mkdirSync(join(folder, ...Array.from({ length: 1000 }, () => 'd')), { recursive: true });
  const started = systemTime.monotonic();
  const { body: job } = await host.desk('POST', '/api/checks', { source: [{ path: folder }] });
  const end = await until(async () => {
    const now = (await host.desk('GET', `/api/jobs/${job.id}`)).body;
    return now.state !== 'running' && now;
  });
  expect(systemTime.monotonic() - started).toBeLessThan(longestMs);
  expect(end.result.evidence[0].read.files).toBe(201);
});
