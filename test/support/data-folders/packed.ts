import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';

/** What is made anew at each start, or left by the last one, and holds nothing. */
const leftOut = /^(host\.lock|host\.json|.*-(wal|shm))$/;

/** Packs a folder that nothing uses, modes included. */
export const packFolder = async (folder: string, file: string): Promise<void> => {
  const archive = pack();
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  for (const path of paths) {
    const stat = statSync(join(folder, path));
    if (!stat.isFile() || leftOut.test(path)) continue;
    archive.entry({ name: path, mode: stat.mode & 0o777 }, readFileSync(join(folder, path)));
  }
  archive.finalize();
  await pipeline(archive, createGzip({ level: 9 }), createWriteStream(file));
};

export const unpackFolder = async (file: string, folder: string): Promise<void> => {
  const archive = extract();
  const unpacked = pipeline(createReadStream(file), createGunzip(), archive);
  for await (const entry of archive) {
    const path = join(folder, entry.header.name);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    writeFileSync(path, Buffer.concat(chunks), { mode: entry.header.mode ?? 0o600 });
  }
  await unpacked;
};
