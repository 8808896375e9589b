// Builds `out/` from the sources: when run, all of it; from the launcher, only what is stale of the parts that are
// needed. Commands may come at the same time, from tests above all, so one lock covers the whole build, and every file
// is put in place by renaming it.
'use strict';

const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const common = ['electron.vite.config.ts', 'package.json', 'package-lock.json'];

/**
 * What can be built by itself.
 * - sections: the folders of `out/` that it makes; of electron.vite.config.ts, unless it has a config of its own
 * - config: of vite
 * - inputs: what the part is made from
 * - finish: what else is made once they are there
 * - stamp: where it is kept what it was made from
 */
const parts = {
  main: {
    sections: ['main', 'preload'],
    inputs: [
      'electron',
      'packaging/bundled.ts',
      'packaging/chunks.ts',
      'packaging/plain-builtins.ts',
      'packaging/plain-routes.ts',
      'tsconfig.json',
      ...common,
    ],
    stamp: 'out/main/.built-from',
  },
  page: {
    sections: ['renderer'],
    inputs: ['renderer', 'electron/contract', 'packaging', 'docs', 'SECURITY.md', ...common],
    finish: (root) => require('../../packaging/licences.cjs').writeLicences(root),
    stamp: 'out/renderer/.built-from',
  },
  // The package for integrators' own tests.
  kit: {
    sections: ['kit'],
    config: 'packaging/kit/vite.config.ts',
    inputs: [
      'electron',
      'packaging/kit',
      'packaging/bundled.ts',
      'packaging/licences.cjs',
      'packaging/plain-builtins.ts',
      'packaging/plain-routes.ts',
      'tsconfig.json',
      ...common,
    ],
    finish: (root) => require('../../packaging/licences.cjs').writeKitLicences(root),
    stamp: 'out/kit/.built-from',
  },
};
const lockWaitMs = 180_000;

/** Does nothing where there are no sources, as in an installed package. */
function buildIfStale(root, names) {
  const staleOf = () => names.filter((name) => hasSources(root, name) && isStale(root, parts[name]));
  if (!fs.existsSync(path.join(root, 'electron.vite.config.ts')) || staleOf().length === 0) return;
  withLock(root, () => {
    const stale = staleOf();
    if (stale.length === 0) return;
    if (process.stderr.isTTY) process.stderr.write('Building Carryover (sources changed) …\n');
    for (const name of stale) build(root, parts[name]);
  });
}

const hasSources = (root, name) => fs.existsSync(path.join(root, parts[name].inputs[0]));

/**
 * Names, sizes and times of all sources in one digest: a deleted or an older file counts as a change too. Every command
 * takes it, so it asks for no more than it needs: joining paths and hashing piece by piece took most of its time.
 */
function fingerprint(root, { inputs }) {
  const lines = [];
  const add = (name) => {
    const stat = fs.statSync(`${root}/${name}`, { throwIfNoEntry: false });
    if (stat === undefined) return;
    if (stat.isDirectory()) {
      for (const inside of fs.readdirSync(`${root}/${name}`).sort()) add(`${name}/${inside}`);
    } else {
      lines.push(`${name}\n${stat.size}\n${stat.mtimeMs}\n`);
    }
  };
  for (const input of inputs) add(input);
  return createHash('sha256').update(lines.join('')).digest('hex');
}

/** What the last build was made from, and the files that it made. */
function readStamp(root, { stamp }) {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, stamp), 'utf8'));
  } catch {
    return { sources: '', files: [] };
  }
}

const isStale = (root, part) => readStamp(root, part).sources !== fingerprint(root, part);

/** The lock is SQLite's own on a file, so it dies with the process that holds it. */
function withLock(root, work) {
  const Database = require('better-sqlite3');
  fs.mkdirSync(path.join(root, 'out'), { recursive: true });
  const lock = new Database(path.join(root, 'out', '.build-lock'), { timeout: lockWaitMs });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    work();
  } finally {
    lock.close();
  }
}

/** @throws Error with the bundler's output */
function build(root, part) {
  // Loaded here: most commands find the build as it should be.
  const { spawnSync } = require('node:child_process');
  const { stripVTControlCharacters } = require('node:util');
  const next = path.join(root, 'out', '.next');
  fs.rmSync(next, { recursive: true, force: true });
  // Taken before the build: what changes during it makes the result stale.
  const sources = fingerprint(root, part);
  const env = { ...process.env, CARRYOVER_BUILD: part.sections.join(',') };
  const result = spawnSync(process.execPath, bundling(root, part, next), {
    cwd: root,
    encoding: 'utf8',
    env,
  });
  if (result.error) throw result.error;
  if (result.status !== 0) {
    // The bundler colours its words wherever they go.
    const words = stripVTControlCharacters(result.stdout + result.stderr);
    throw new Error(`The build failed.\n${words}`);
  }
  install(root, part, next, sources);
}

/** The bundler with its arguments. */
function bundling(root, { config, sections }, next) {
  const modules = path.join(root, 'node_modules');
  const warn = ['--logLevel', 'warn'];
  if (config === undefined) {
    const bundler = path.join(modules, 'electron-vite', 'bin', 'electron-vite.js');
    return [bundler, 'build', '--outDir', next, ...warn, '--ignoreConfigWarning'];
  }
  const bundler = path.join(modules, 'vite', 'bin', 'vite.js');
  return [bundler, 'build', '--config', config, '--outDir', path.join(next, sections[0]), ...warn];
}

/** The stamp goes first and comes last: between the two, whoever looks finds the build stale and waits for the lock. */
function install(root, part, next, sources) {
  const out = path.join(root, 'out');
  const before = readStamp(root, part).files;
  fs.rmSync(path.join(root, part.stamp), { force: true });
  const files = fs
    .readdirSync(next, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(next, path.join(entry.parentPath, entry.name)))
    // What is loaded comes before the files that load it.
    .sort((a, b) => Number(isLoaded(b)) - Number(isLoaded(a)));
  for (const file of files) {
    fs.mkdirSync(path.dirname(path.join(out, file)), { recursive: true });
    fs.renameSync(path.join(next, file), path.join(out, file));
  }
  fs.rmSync(next, { recursive: true, force: true });
  // What the launcher keeps compiled is of the build before.
  fs.rmSync(path.join(out, '.compile-cache'), { recursive: true, force: true });
  // A command or a page that started on the build before may still load its chunks; those of older builds go.
  const kept = new Set([...before, ...files]);
  for (const section of part.sections) {
    for (const folder of loadedFolders) dropOthers(out, path.join(section, folder), kept);
  }
  part.finish?.(root);
  fs.writeFileSync(path.join(root, part.stamp), JSON.stringify({ sources, files }));
}

const loadedFolders = ['chunks', 'assets'];
const isLoaded = (file) => loadedFolders.includes(file.split(path.sep)[1]);

function dropOthers(out, folder, kept) {
  if (!fs.existsSync(path.join(out, folder))) return;
  for (const name of fs.readdirSync(path.join(out, folder))) {
    const file = path.join(folder, name);
    if (!kept.has(file)) fs.rmSync(path.join(out, file), { recursive: true });
  }
}

module.exports = { buildIfStale };

if (require.main === module) {
  const root = path.join(__dirname, '..', '..');
  try {
    withLock(root, () => {
      for (const part of Object.values(parts)) build(root, part);
    });
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
