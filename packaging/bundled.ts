import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Packages that are bundled into the host, in the order of package.json: some thirteen hundred small modules, whose mere
 * finding would take a third of its start. None of them is needed by one that stays outside. The others stay, as
 * better-sqlite3 has native parts and some look for files beside them.
 */
export const bundledIntoMain = [
  '@fastify/helmet',
  '@fastify/swagger',
  '@fastify/type-provider-typebox',
  'ajv',
  'ajv-formats',
  'canonicalize',
  'client-zip',
  'commander',
  'csv-parse',
  'csv-stringify',
  'echarts',
  'env-paths',
  'fast-json-stringify',
  'fastify',
  'ical-generator',
  'ipaddr.js',
  'kysely',
  'luxon',
  'nodemailer',
  'openid-client',
  'p-queue',
  'p-retry',
  'pg',
  'picocolors',
  'pino',
  'stream-json',
  'tinyduration',
  'typebox',
  'undici',
  'yauzl',
];

/** Where a build says which packages it took in. The dot keeps it from being served or packed. */
const listName = '.bundled.json';

/** Lists the folders of the packages whose code ends up in what is built, for `licences.cjs`. */
export const listBundledPackages = (): Plugin => ({
  name: 'list-bundled-packages',
  apply: 'build',
  generateBundle(_options, bundle) {
    const folders = new Set<string>();
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      for (const id of chunk.moduleIds) {
        const folder = packageOf(id.replace(/^\0/, '').replace(/\?.*$/, ''));
        if (folder !== undefined) folders.add(folder);
      }
    }
    const source = JSON.stringify([...folders].sort());
    this.emitFile({ type: 'asset', fileName: listName, source });
  },
});

/** The folder of the package that a module belongs to; undefined for our own. */
export const packageOf = (module: string): string | undefined => {
  if (!module.includes('/node_modules/')) return undefined;
  let folder = dirname(module);
  while (!isPackage(join(folder, 'package.json'))) {
    if (folder === dirname(folder)) return undefined;
    folder = dirname(folder);
  }
  return folder.slice(folder.indexOf('/node_modules/') + 1);
};

/** Folders inside a package may have one of their own, which only says how their modules are read. */
const isPackage = (file: string): boolean =>
  existsSync(file) && 'version' in (JSON.parse(readFileSync(file, 'utf8')) as object);
