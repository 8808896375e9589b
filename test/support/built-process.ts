import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import { packageRoot } from '#base/package-root.ts';

/**
 * Processes of the tests' own that run code of the program. Bundled they start in half of the processor time: from the
 * sources, each loads hundreds of files anew. As in the program's own build, what has native parts stays outside.
 */
const processes = [
  'test/support/service-child.ts',
  'test/support/members/member-process.ts',
  'test/service/sandbox/cutover-process.ts',
  'test/desk/store/row-keys/vault-child.ts',
] as const;
const outside = ['better-sqlite3', 'pg', 'pg-native', '@fastify/swagger-ui', 'pino-pretty'];

const cache = join(packageRoot(), 'node_modules', '.cache', 'processes-of-tests');

/** Names, sizes and times of what may go in: another build for each state of it. */
const folderOfBuild = (): string => {
  const hash = createHash('sha256');
  for (const folder of ['electron', 'test'].map((name) => join(packageRoot(), name))) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    for (const name of files.sort()) {
      const { size, mtimeMs } = statSync(join(folder, name));
      hash.update(`${name} ${size} ${mtimeMs}\n`);
    }
  }
  const { mtimeMs } = statSync(join(packageRoot(), 'package-lock.json'));
  return join(cache, hash.update(String(mtimeMs)).digest('hex').slice(0, 16));
};

/** As in the tests: what they start in turn is what users run. */
const builtEntries = {
  name: 'built-in-tests',
  resolveId: (source: string, importer = ''): string | null =>
    source === '#base/worker/entry.ts' || (source === './entry.ts' && importer.endsWith('/text-index.ts'))
      ? join(packageRoot(), 'test/support/built-entries.ts')
      : null,
};

const bundleInto = async (dir: string): Promise<void> => {
  const bundle = await rolldown({
    cwd: packageRoot(),
    input: [...processes],
    platform: 'node',
    external: outside,
    plugins: [builtEntries],
  });
  await bundle.write({ dir, format: 'es' });
  await bundle.close();
};

/** Unless they are there. Put in place whole: another process may make the same at this time. @returns their folder */
export const buildProcesses = async (): Promise<string> => {
  const folder = folderOfBuild();
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const next = mkdtempSync(join(cache, 'next-'));
  await bundleInto(next);
  try {
    renameSync(next, folder);
  } catch (error) {
    rmSync(next, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  for (const name of readdirSync(cache)) {
    if (name === basename(folder) || name.startsWith('next-')) continue;
    rmSync(join(cache, name), { recursive: true, force: true });
  }
  return folder;
};

let built: Promise<string> | undefined;

/** @param source one of `processes` @returns the file to run */
export const builtProcess = async (source: (typeof processes)[number]): Promise<string> => {
  built ??= buildProcesses();
  return join(await built, basename(source).replace(/ts$/, 'js'));
};
