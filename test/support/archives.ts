import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Header, pack } from 'tar-stream';
import { temporaryFolder } from './temporary-folder.ts';
import { type ZipEntry, zipOf } from './zip-writer.ts';

/** Writes a file of the test's own; answers its path. */
export const written = (name: string, content: Buffer): string => {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
};
export const zip = (...entries: ZipEntry[]): string => written('code.zip', zipOf(...entries));

export const tarOf = async (
  ...entries: (Partial<Header> & { name: string; content?: string })[]
): Promise<Buffer> => {
  const packer = pack();
  for (const { content = '', ...header } of entries) packer.entry(header, content);
  packer.finalize();
  const parts: Buffer[] = [];
  for await (const part of packer) parts.push(part as Buffer);
  return Buffer.concat(parts);
};
