import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { makeZip } from 'client-zip';
import { CatalogueError } from '#contract/errors.ts';
import type { SampleFileName } from '#contract/sample.ts';

/**
 * A file of the sample's folder; their fixed code as an archive by the name of its code base, so that a check takes it as
 * the new version.
 * @throws CatalogueError `file.unreadable`: there is no sample, or a file of it was removed
 */
export const readSampleFile = async (folder: string, name: SampleFileName): Promise<Uint8Array> => {
  try {
    return name === 'bakery-books.zip'
      ? await zipOf(join(folder, 'app-fixed'))
      : await readFile(join(folder, name));
  } catch {
    throw new CatalogueError('file.unreadable', {
      path: join(folder, name),
      problem: 'it is not there. Open the sample case from Home; if it exists, delete it first',
    });
  }
};

const zipOf = async (folder: string): Promise<Uint8Array> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const entries = await Promise.all(
    paths.sort().map(async (path) => ({
      name: relative(folder, path).replaceAll('\\', '/'),
      input: await readFile(path),
      lastModified: (await stat(path)).mtime,
    })),
  );
  return new Uint8Array(await new Response(makeZip(entries)).arrayBuffer());
};
