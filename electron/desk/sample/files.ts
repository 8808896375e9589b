import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
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
  for (const [name, text] of Object.entries(texts)) {
    const path = join(folder, name);
    await writeFile(path, text, { mode: 0o600 });
    // One that was there before kept its mode.
    await chmod(path, 0o600);
  }
};
