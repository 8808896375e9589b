// Builds `out/` from the sources: when run, always; from the launcher, only what is stale. Commands may come at the
// same time, from tests above all, so one lock covers the whole build, and every file is put in place by renaming it.
'use strict';

const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { stripVTControlCharacters } = require('node:util');

const inputs = [
  'electron',
  'renderer',
  'resources',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const lockWaitMs = 180_000;

/** Does nothing where there are no sources, as in an installed package. */
function buildIfStale(root) {
  if (!fs.existsSync(path.join(root, 'electron.vite.config.ts')) || !isStale(root)) return;
  withLock(root, () => {
    if (!isStale(root)) return;
    if (process.stderr.isTTY) process.stderr.write('Building Carryover, as its sources have changed …\n');
    build(root);
  });
}

/** Names, sizes and times of all sources in one digest: a deleted or an older file counts as a change too. */
function fingerprint(root) {
  const digest = createHash('sha256');
  const add = (file) => {
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return;
    if (stat.isDirectory()) {
      for (const name of fs.readdirSync(file).sort()) add(path.join(file, name));
    } else {
      digest.update(`${path.relative(root, file)}\n${stat.size}\n${stat.mtimeMs}\n`);
    }
  };
  for (const input of inputs) add(path.join(root, input));
  return digest.digest('hex');
}

const stampOf = (root) => path.join(root, 'out', 'main', '.built-from');

/** What the last build was made from, and the files that it made. */
function readStamp(root) {
  try {
    return JSON.parse(fs.readFileSync(stampOf(root), 'utf8'));
  } catch {
    return { sources: '', files: [] };
  }
}

const isStale = (root) => readStamp(root).sources !== fingerprint(root);

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
function build(root) {
  const next = path.join(root, 'out', '.next');
  fs.rmSync(next, { recursive: true, force: true });
  // Taken before the build: what changes during it makes the result stale.
  const sources = fingerprint(root);
  const bundler = path.join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const options = ['build', '--outDir', next, '--logLevel', 'warn', '--ignoreConfigWarning'];
  const result = spawnSync(process.execPath, [bundler, ...options], { cwd: root, encoding: 'utf8' });
  if (result.error) throw result.error;
  if (result.status !== 0) {
    // The bundler colours its words wherever they go.
    const words = stripVTControlCharacters(result.stdout + result.stderr);
    throw new Error(`The build failed.\n${words}`);
  }
  install(root, next, sources);
}

/** The stamp goes first and comes last: between the two, whoever looks finds the build stale and waits for the lock. */
function install(root, next, sources) {
  const out = path.join(root, 'out');
  const before = readStamp(root).files;
  fs.rmSync(stampOf(root), { force: true });
  const files = fs
    .readdirSync(next, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(next, path.join(entry.parentPath, entry.name)))
    // Chunks before the entries that load them.
    .sort((a, b) => Number(b.includes('chunks')) - Number(a.includes('chunks')));
  for (const file of files) {
    fs.mkdirSync(path.dirname(path.join(out, file)), { recursive: true });
    fs.renameSync(path.join(next, file), path.join(out, file));
  }
  fs.rmSync(next, { recursive: true, force: true });
  // A command that started on the build before may still load its chunks; those of older builds go.
  dropOthers(
    path.join(out, 'main', 'chunks'),
    new Set([...before, ...files].map((file) => path.basename(file))),
  );
  fs.writeFileSync(stampOf(root), JSON.stringify({ sources, files }));
}

function dropOthers(folder, kept) {
  if (!fs.existsSync(folder)) return;
  for (const name of fs.readdirSync(folder)) if (!kept.has(name)) fs.rmSync(path.join(folder, name));
}

module.exports = { buildIfStale };

if (require.main === module) {
  const root = path.join(__dirname, '..', '..');
  try {
    withLock(root, () => build(root));
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
