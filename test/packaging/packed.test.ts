import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { extractAll, listPackage, statFile } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import type { ReadyLine } from '#contract/desk.ts';
import languages from '#desk/eligibility/source/syntax/grammars.json' with { type: 'json' };
import fonts from '#desk/reports/formats/pdf/typesetter/fonts.json' with { type: 'json' };
import { bundledIntoMain } from '#packaging/bundled.ts';
import { importsOf } from '#test/support/built-imports.ts';
import { startNode } from '#test/support/cli.ts';
import { makeStandInElectron } from '#test/support/stand-in-electron.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Packed once, for all tests here; with a stand-in for Electron itself, which cannot be brought everywhere. */

const folder = mkdtempSync(join(tmpdir(), 'carryover-packed-'));
const packed = join(folder, 'dist', 'linux-unpacked');
const archive = join(packed, 'resources', 'app.asar');
/** The app as it lies in the archive, with what is unpacked beside it. */
const app = join(folder, 'app');
let said = '';

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly optionalDependencies: Record<string, string>;
  readonly main: string;
}
const manifestIn = (path: string): Manifest => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));

beforeAll(async () => {
  const electronDist = join(folder, 'electron');
  await makeStandInElectron(electronDist);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(packageRoot(), 'node_modules/electron-builder/cli.js'),
      ...['--linux', 'dir', '--x64', '--config', 'electron-builder.config.ts', '--publish', 'never'],
      `-c.electronDist=${electronDist}`,
      `-c.directories.output=${join(folder, 'dist')}`,
    ],
    { cwd: packageRoot(), encoding: 'utf8', env: { ...process.env, CARRYOVER_UPDATE_URL: '' } },
  );
  said = stdout + stderr;
  expect(status, said).toBe(0);
  extractAll(archive, app);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const listed = (): string[] => listPackage(archive, { isPack: false }).map((path) => path.slice(1));
const isFile = (path: string): boolean => statSync(join(app, path)).isFile();

test('what runs is in the archive: the built files, the page, resources, and every import resolves', () => {
  const { main } = manifestIn(app);
  const entries = ['main', 'host-process', 'cli-process', 'cli', 'host', 'worker', 'typesetter'];
  expect(main).toBe('out/main/main.js');
  const own = importsOf(entries.map((name) => join(app, 'out/main', `${name}.js`)));
  expect(own.missing).toEqual([]);
  expect(readFileSync(join(app, 'out/preload/index.cjs'), 'utf8')).toContain('contextBridge');
  expect(readFileSync(join(app, 'out/renderer/index.html'), 'utf8')).toMatch(/<script[^>]+src="\/assets\//);
  const sample = 'resources/code-samples/verify-signature/node.js';
  for (const path of [
    'resources/integrations.json',
    sample,
    'resources/icons/512x512.png',
    'out/licences.json',
  ]) {
    expect(existsSync(join(app, path)), path).toBe(true);
  }

  // Loading each says that all that it hangs on is there, too. Electron itself is what runs it.
  const specifiers = own.bare.filter((name) => name !== 'electron' && !name.startsWith('node:'));
  expect(specifiers).toEqual(expect.arrayContaining(['better-sqlite3', 'sax', 'electron-updater']));
  writeFileSync(
    join(app, 'load.mjs'),
    `const failed = [];
    for (const name of ${JSON.stringify(specifiers)}) await import(name).catch((error) => failed.push(String(error)));
    process.stdout.write(JSON.stringify(failed));
    process.exit();`,
  );
  const { stdout } = spawnSync(process.execPath, [join(app, 'load.mjs')], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual([]);
});

test('nothing is in the archive that should not ship', () => {
  const paths = listed();
  expect([...new Set(paths.map((path) => path.split('/')[0]))].sort()).toEqual([
    'node_modules',
    'out',
    'package.json',
    'resources',
  ]);
  const files = paths.filter(isFile);
  const odd =
    /\.(map|tsx?|mts|cts|md|tsbuildinfo)$|(^|\/)\.[^/]+$|^resources\/icons\/(?!512)|node_modules\/((@[^/]+\/)?[^/@]+)\/(tests?|spec|examples?|docs?|benchmarks?)\//;
  expect(files.filter((path) => odd.test(path))).toEqual([]);

  // Chunks of builds before the last one may lie in the checkout.
  const built = ['main', 'renderer'].flatMap(
    (part) =>
      JSON.parse(readFileSync(join(packageRoot(), 'out', part, '.built-from'), 'utf8')).files as string[],
  );
  const shipped = files.filter((path) => path.startsWith('out/')).map((path) => path.slice('out/'.length));
  const expected = built.filter((path) => !/\.map$|(^|\/)\.[^/]+$/.test(path));
  expect(shipped.sort()).toEqual([...expected, 'licences.json'].sort());

  const { dependencies, devDependencies, optionalDependencies } = manifestIn(packageRoot());
  const packages = new Set(
    paths.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/@]+)\/package\.json$/.exec(path)?.[1] ?? []),
  );
  expect(Object.keys(dependencies).filter((name) => !packages.has(name))).toEqual(bundledIntoMain);
  // @fastify/swagger brings yaml, and openid-client jose, which tests use too.
  expect(Object.keys(devDependencies).filter((name) => packages.has(name))).toEqual(['jose', 'yaml']);
  expect(Object.keys(optionalDependencies).filter((name) => packages.has(name))).toEqual([]);
  expect(manifestIn(app)).not.toHaveProperty('scripts');
  expect(manifestIn(app)).not.toHaveProperty('devDependencies');
});

test("the target's native modules alone lie outside the archive", () => {
  const native = listed().filter((path) => path.endsWith('.node'));
  expect(native).toEqual([
    'node_modules/@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu/typst-ts-node-compiler.linux-x64-gnu.node',
    'node_modules/better-sqlite3/prebuilds/linux-x64.node',
  ]);
  for (const path of native) expect(statFile(archive, path)).toMatchObject({ unpacked: true });
  const beside = readdirSync(`${archive}.unpacked`, { recursive: true, withFileTypes: true });
  expect(
    beside
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort(),
  ).toEqual(native.map((path) => basename(path)).sort());
});

test('the fuses are set in the binary, and the app looks for no updates', async () => {
  const { DISABLE, ENABLE } = FuseState;
  expect(await getCurrentFuseWire(join(packed, 'carryover'))).toMatchObject({
    [FuseV1Options.RunAsNode]: DISABLE,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: DISABLE,
    [FuseV1Options.EnableNodeCliInspectArguments]: DISABLE,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: DISABLE,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: ENABLE,
    [FuseV1Options.OnlyLoadAppFromAsar]: ENABLE,
    [FuseV1Options.EnableCookieEncryption]: DISABLE,
  });
  expect(said).toContain('The app never looks for updates: CARRYOVER_UPDATE_URL is not set.');
  expect(existsSync(join(packed, 'resources', 'app-update.yml'))).toBe(false);
  expect(manifestIn(app)).not.toHaveProperty('updateUrl');
});

interface Licences {
  readonly results: { name: string; version: string; licence: string; text?: string }[];
}

test('licences.json names what ships, and what is bundled into the page', () => {
  const { results } = JSON.parse(readFileSync(join(app, 'out/licences.json'), 'utf8')) as Licences;
  const named = new Set(results.map(({ name, version }) => `${name}@${version}`));
  const shipped = listed()
    .filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
    .map((path) => JSON.parse(readFileSync(join(app, path), 'utf8')) as { name: string; version: string })
    .map(({ name, version }) => `${name}@${version}`);
  expect(shipped.filter((id) => !named.has(id))).toEqual([]);
  const names = results.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['react', '@mantine/core', 'electron']));
  expect(names).not.toEqual(expect.arrayContaining(['vitest']));
  expect(results.filter(({ licence }) => licence === '')).toEqual([]);
  expect(results.filter(({ text }) => text === undefined).length).toBeLessThan(results.length / 20);
});

test('what source code is read by is in the archive as it is here: every grammar that is used, every recognizer', () => {
  const recognizers = readdirSync(join(packageRoot(), 'resources/recognizers'), { recursive: true })
    .map((name) => `resources/recognizers/${name}`)
    .filter((path) => statSync(join(packageRoot(), path)).isFile());
  const used = Object.values(languages as Record<string, { grammar?: string }>).flatMap(
    ({ grammar = [] }) => grammar,
  );
  const grammars = [...new Set(used)].map(
    (name) => `node_modules/tree-sitter-wasms/out/tree-sitter-${name}.wasm`,
  );
  expect([recognizers.length, grammars.length].every((count) => count > 10)).toBe(true);
  for (const path of [...recognizers, ...grammars, 'node_modules/web-tree-sitter/tree-sitter.wasm']) {
    expect(existsSync(join(app, path)), path).toBe(true);
    expect(readFileSync(join(app, path)).equals(readFileSync(join(packageRoot(), path))), path).toBe(true);
  }
  const shipped = listed().filter(
    (path) => path.startsWith('node_modules/tree-sitter-wasms/out/') && isFile(path),
  );
  expect(shipped.sort()).toEqual(grammars.sort());
});

test('what pages are set in is in the archive, and no other font of its packages', () => {
  const shipped = listed().filter((path) => path.startsWith('node_modules/') && /\.(ttf|otf)$/.test(path));
  expect(shipped.sort()).toEqual(
    fonts.flatMap(({ files }) => files.map((file) => `node_modules/${file}`)).sort(),
  );
  for (const name of readdirSync(join(packageRoot(), 'resources/report'))) {
    expect(existsSync(join(app, 'resources/report', name)), name).toBe(true);
  }
});

test('the packed host answers under plain Node, reads in its worker threads, and sets a PDF in a process of its own', async () => {
  const data = temporaryFolder();
  const cli = (...args: string[]) => {
    const run = `import(${JSON.stringify(join(app, 'out/main/cli.js'))}).then((cli) => cli.main(process.argv.slice(1)))`;
    return startNode('-e', run, '--', ...args, '--data', data);
  };
  const host = cli('serve', '--json', '--api-port', '0', '--desk-port', '0');
  await host.saw(/^\{"event":"ready".*\}\n/m);
  const ready = JSON.parse(host.out.stdout) as ReadyLine;
  const companies = await fetch(`${ready.apiUrl}/companies`, {
    headers: { authorization: `Basic ${btoa(ready.apiKey)}` },
  });
  expect(companies.status).toBe(200);
  expect(await (await fetch(ready.deskUrl)).text()).toContain('<div id="root"');

  const source = temporaryFolder();
  writeFileSync(join(source, 'alerts.js'), "await fetch(baseUrl + '/rules/alerts');\n");
  writeFileSync(join(source, 'hooks.py'), "rule = event.get('RuleId')\n\nif rule == 'x':\n    book()\n");
  const scan = await cli('check', '--source', source).ended;
  expect([scan.code, scan.stdout]).toEqual([3, expect.stringMatching(/alerts\.js:1[\s\S]*hooks\.py:1/)]);

  // Longer than what is read without a thread: see desk/tokens/import/in-thread.ts.
  const rows = 1_000;
  const list = Array.from(
    { length: rows },
    (_, at) => `r${at};Bakery ${at};${'a'.repeat(40)};${'b'.repeat(40)};${randomUUID()}`,
  );
  const file = join(temporaryFolder(), 'companies.csv');
  writeFileSync(file, ['ref;company name;accessToken;refreshToken;tenantId', ...list].join('\n'));
  expect(statSync(file).size).toBeGreaterThan(65_536);
  await cli('case', 'new', 'acme', '--moves', 'tokens').ended;
  const read = await cli('tokens', 'import', 'acme', '--file', file, '--platform', 'gbol').ended;
  expect(read.stdout).toMatch(new RegExp(`${rows.toLocaleString('en').replace(',', ',?')} rows`));

  const pdf = join(temporaryFolder(), 'acme.pdf');
  const written = await cli('report', 'acme', '--kind', 'tokens', '--format', 'pdf', '--out', pdf).ended;
  expect([written.code, readFileSync(pdf).toString('latin1', 0, 8)]).toEqual([0, '%PDF-1.7']);

  host.process.kill('SIGTERM');
  expect((await host.ended).code).toBe(0);
});
