import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { systemTime } from '#base/clock.ts';

/** The first start gets this long to bring Electron's binary, which its package does not carry. */
export const downloadMs = 60_000;

/**
 * The path of Electron's binary, which is downloaded if it was never used before.
 * @param root the folder of Carryover
 * @param progress told with a fraction from 0 to 1 while it is downloaded
 * @throws Error that says in one line why there is none
 */
export const electronBinary = async (
  root: string,
  progress: (fraction: number) => void,
  patienceMs = downloadMs,
): Promise<string> => {
  const folder = packageFolder(root);
  const present = binaryIn(folder);
  if (present !== undefined) return present;
  const expired = new AbortController();
  const cancel = systemTime.after(patienceMs, () => expired.abort());
  try {
    await download(folder, progress, expired.signal);
    // Unpacks what is in the cache now.
    await run(join(folder, 'install.js'), expired.signal);
  } catch (error) {
    const reason = expired.signal.aborted
      ? `not within ${patienceMs / 1000} s; \`npx install-electron\` waits for it`
      : firstLine(error);
    throw new Error(`Electron could not be downloaded (${reason})`, { cause: error });
  } finally {
    cancel();
  }
  const brought = binaryIn(folder);
  if (brought === undefined) throw new Error('Electron was downloaded, but its binary is not there');
  return brought;
};

const packageFolder = (root: string): string => {
  try {
    return dirname(createRequire(join(root, 'package.json')).resolve('electron/package.json'));
  } catch {
    throw new Error('Electron is not installed here');
  }
};

/** As the package itself finds it, without its download. */
const binaryIn = (folder: string): string | undefined => {
  const named = join(folder, 'path.txt');
  const name = existsSync(named) ? readFileSync(named, 'utf8') : undefined;
  const elsewhere = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (elsewhere) {
    const path = join(elsewhere, name ?? 'electron');
    if (!existsSync(path)) throw new Error(`ELECTRON_OVERRIDE_DIST_PATH is not an Electron folder: ${path}`);
    return path;
  }
  if (name === undefined) return undefined;
  const path = join(folder, 'dist', name);
  return existsSync(path) ? path : undefined;
};

/** The part of `@electron/get` that is used here; Electron brings it along. */
interface Downloader {
  downloadArtifact(request: object): Promise<string>;
}

const download = async (
  folder: string,
  progress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<void> => {
  const require = createRequire(join(folder, 'package.json'));
  const path = pathToFileURL(require.resolve('@electron/get')).href;
  const { downloadArtifact } = (await import(/* @vite-ignore */ path)) as Downloader;
  await downloadArtifact({
    version: (require('./package.json') as { version: string }).version,
    artifactName: 'electron',
    platform: process.platform,
    arch: process.arch,
    checksums: require('./checksums.json'),
    cacheRoot: process.env.electron_config_cache,
    downloadOptions: {
      quiet: true,
      signal,
      getProgressCallback: async ({ percent }: { percent: number }) => progress(percent),
    },
  });
};

const run = async (script: string, signal: AbortSignal): Promise<void> => {
  const env = { ...process.env, ELECTRON_GET_NO_PROGRESS: '1' };
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'pipe'], env, signal });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const [code, words] = await Promise.all([ended, text(child.stderr)]);
  if (code !== 0) throw new Error(words.trim() || `it could not be unpacked: exit code ${code}`);
};

/** What `fetch` itself says is only that it failed; its cause says why. */
const firstLine = (error: unknown): string => {
  const { message, cause } = error as Error;
  const deepest = cause instanceof Error && cause.message !== '' ? cause.message : message;
  return (deepest.split('\n')[0] as string).replace(/\.$/, '');
};
