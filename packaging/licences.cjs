// Writes name, version, licence and its text of everything that ships. Of the app into `out/licences.json`, which are
// the dependencies of the lockfile that are not for development, what is bundled into the page, its typefaces, and
// Electron. Of the test kit as a text, which is what is bundled into it: npm installs the rest with licences of its own.
'use strict';

const fs = require('node:fs');
const path = require('node:path');
// Headers for compilers, modules for another runtime than Node, and Node itself, whose place Electron takes: nothing of
// the app ever loads them.
const leftOut = require('./left-out.json');

/** Files that hold a licence or what must be told beside it. */
const licenceFile = /^(licen[cs]e|copying|notice|unlicense)([.-].*)?$/i;

/** Needs the page to be built, as its build says what it took in. */
function writeLicences(root) {
  const folders = [...productionFolders(root), ...bundledFolders(root, 'renderer'), 'node_modules/electron'];
  const results = licencesOf(root, folders, typefaces(root));
  fs.writeFileSync(path.join(root, 'out', 'licences.json'), JSON.stringify({ results }));
}

/** Needs the kit to be built. */
function writeKitLicences(root) {
  const parts = licencesOf(root, bundledFolders(root, 'kit')).map(
    ({ name, version, licence, text }) =>
      `${name} ${version}\nLicence: ${licence}\n\n${text ?? 'The package ships without its text.'}`,
  );
  const text = ['The code of these packages is in this one.', ...parts].join(`\n\n${'-'.repeat(80)}\n\n`);
  fs.writeFileSync(path.join(root, 'out', 'kit', 'THIRD-PARTY-LICENCES.txt'), `${text.trim()}\n`);
}

/** One entry a version, in order. */
function licencesOf(root, folders, others = []) {
  const found = [...[...new Set(folders)].map((folder) => read(path.join(root, folder))), ...others];
  const results = [...new Map(found.map((item) => [`${item.name}@${item.version}`, item])).values()];
  return results.sort(
    (a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'),
  );
}

/** What `npm ci --omit=dev` would install. */
function productionFolders(root) {
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(lock.packages)
    .filter(([folder, entry]) => folder !== '' && !entry.dev && !entry.devOptional)
    .map(([folder]) => folder)
    .filter((folder) => !leftOut.includes(folder.slice(folder.lastIndexOf('node_modules/') + 13)))
    .filter((folder) => fs.existsSync(path.join(root, folder)));
}

function bundledFolders(root, part) {
  const list = path.join(root, 'out', part, '.bundled.json');
  return fs.existsSync(list) ? JSON.parse(fs.readFileSync(list, 'utf8')) : [];
}

function read(folder) {
  const { name, version, license, licenses } = JSON.parse(
    fs.readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const text = fs
    .readdirSync(folder)
    .filter((file) => licenceFile.test(file) && fs.statSync(path.join(folder, file)).isFile())
    .sort()
    .map((file) => fs.readFileSync(path.join(folder, file), 'utf8').trim())
    .join('\n\n');
  return { name, version, licence: licenceOf(license ?? licenses), ...(text === '' ? {} : { text }) };
}

/** Files in the repository, from no package. */
function typefaces(root) {
  const folder = path.join(root, 'renderer', 'app', 'fonts');
  const fonts = JSON.parse(fs.readFileSync(path.join(folder, 'fonts.json'), 'utf8'));
  return fonts.map(({ name, version, licence, licenceFile: file }) => ({
    name,
    version,
    licence,
    text: fs.readFileSync(path.join(folder, file), 'utf8').trim(),
  }));
}

/** Old packages name theirs in other forms than the identifier. */
function licenceOf(licence) {
  if (typeof licence === 'string') return licence;
  if (Array.isArray(licence)) return licence.map(licenceOf).join(' OR ');
  return licence?.type ?? 'see text';
}

module.exports = { writeKitLicences, writeLicences };
