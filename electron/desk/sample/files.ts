import { chmod, cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes the sample's files for their owner alone, as some hold secrets; those that are there are replaced.
 * @param texts by file name
 */
export const writeSampleFiles = async (
  folder: string,
  resourcesDir: string,
  texts: Readonly<Record<string, string>>,
): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await cp(resourcesDir, folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries(texts))
    await writeFile(join(folder, name), text, { mode: 0o600 });
  // Those that were copied, and those that were there before, have modes of their own.
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
};
