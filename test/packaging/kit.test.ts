import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { packageRoot, packageVersion } from '#base/package-root.ts';
import { readDockerfile } from '#test/support/dockerfile.ts';

/**
 * The test kit as an integrator has it: packed by `npm pack`, installed from its tarball into a project that knows
 * nothing of this one.
 */
const root = packageRoot();
const run = promisify(execFile);
const installMs = 300_000;
let folder = '';
let tarball = '';

const npm = (args: readonly string[], cwd: string) =>
  run('npm', [...args], { cwd, maxBuffer: 16 * 1_048_576, env: plainEnvironment() });

/** As a person's shell has it: this run's own npm and vitest say nothing to others. */
const plainEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(?!config_)|VITEST|NODE_ENV|NODE_OPTIONS)/.test(name),
    ),
  );

/** `npm pack` exchanges files while it packs; other tests read those of the repository meanwhile. */
const packCopy = async (): Promise<string> => {
  const copy = join(folder, 'repository');
  mkdirSync(copy);
  for (const name of ['electron', 'packaging', 'resources', 'docs', join('out', 'kit')]) {
    cpSync(join(root, name), join(copy, name), { recursive: true, preserveTimestamps: true });
  }
  for (const name of readdirSync(root).filter((one) => statSync(join(root, one)).isFile())) {
    cpSync(join(root, name), join(copy, name), { preserveTimestamps: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  const before = readFileSync(join(copy, 'package.json'), 'utf8');
  const { stdout } = await npm(['pack', '--json', '--pack-destination', folder], copy);
  expect(readFileSync(join(copy, 'package.json'), 'utf8')).toBe(before);
  expect(readdirSync(copy).filter((name) => name.endsWith('.unpacked'))).toEqual([]);
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[')));
  return join(folder, filename);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-packed-'));
  tarball = await packCopy();
  cpSync(join(root, 'test', 'kit'), join(folder, 'project'), { recursive: true });
  await npm(['install', '--no-audit', '--no-fund', '--save-dev', tarball], join(folder, 'project'));
}, installMs);

afterAll(async () => {
  // The tree of the image is read-only.
  if (process.platform !== 'win32') await run('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true, force: true });
});

/** A dependency of the project itself: a second copy would only be slower to get. */
const link = (name: string): string => {
  const linked = join(project(), 'node_modules', name);
  symlinkSync(join(root, 'node_modules', name), linked, 'junction');
  return linked;
};

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

const project = (): string => join(folder, 'project');
const bytesOf = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

const exec = (...args: string[]) =>
  run(
    process.execPath,
    [join(project(), 'node_modules', 'carryover', 'out', 'kit', 'cli.js'), 'exec', ...args],
    {
      cwd: project(),
      env: plainEnvironment(),
    },
  );

test('it is small, and has neither desk, grammars, Electron, browser nor React', () => {
  const installed = join(project(), 'node_modules');
  expect(bytesOf(installed)).toBeLessThan(60 * 1_048_576);
  const manifest = JSON.parse(readFileSync(join(installed, 'carryover', 'package.json'), 'utf8'));
  expect(manifest.version).toBe(packageVersion());
  expect(Object.keys(manifest.dependencies)).toEqual(['better-sqlite3', '@fastify/swagger-ui']);
  const packages = readdirSync(installed);
  for (const name of [
    'electron',
    'react',
    'react-dom',
    'web-tree-sitter',
    'playwright-core',
    'vitest',
    'node',
  ]) {
    expect(packages).not.toContain(name);
  }
  const files = readdirSync(join(installed, 'carryover'), { recursive: true }) as string[];
  expect(files.filter((name) => /\.(wasm|map|ttf|typ|node)$|renderer|desk/.test(name))).toEqual([]);
  expect(
    existsSync(join(installed, '.bin', process.platform === 'win32' ? 'carryover.cmd' : 'carryover')),
  ).toBe(true);
});

test('it tells the licences of the packages whose code is in it', () => {
  const text = readFileSync(
    join(project(), 'node_modules', 'carryover', 'out', 'kit', 'THIRD-PARTY-LICENCES.txt'),
    'utf8',
  );
  const bundled = JSON.parse(readFileSync(join(root, 'out', 'kit', '.bundled.json'), 'utf8')) as string[];
  expect(bundled).toContain('node_modules/fastify');
  for (const path of bundled) {
    const { name, version } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
    const [, part = ''] = text.split(`\n${name} ${version}\n`);
    expect(part.slice(0, 400), name).toMatch(/^Licence: [A-Z].*\n\n\S/);
  }
});

test('its types need nothing of ours', async () => {
  link('@types');
  const entry = join(project(), 'typed.ts');
  writeFileSync(
    entry,
    `import { startService, type Service } from 'carryover/testing';
import { parseEvent, verifySignature } from 'carryover/events';
const run = async (): Promise<string> => {
  await using service: Service = await startService({ clock: 'skipping', seed: 7 });
  const { attempts } = await service.waitForDelivery({ status: 'Success' }, { timeoutMs: 5000 });
  // @ts-expect-error: no such status
  await service.waitForDelivery({ status: 'Done' });
  return String(attempts) + verifySignature({ body: '', headers: {}, secrets: ['a'] }).valid + parseEvent('').eventType;
};
void run;
`,
  );
  const options = [
    '--noEmit',
    '--strict',
    '--target',
    'es2024',
    '--lib',
    'es2025,esnext.disposable',
    '--types',
    'node',
  ];
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const types = ['--module', 'nodenext', '--ignoreConfig'];
  const checked = run(process.execPath, [tsc, ...options, ...types, entry], { cwd: project() });
  await expect(
    checked.catch((error: { stdout: string }) => Promise.reject(new Error(error.stdout))),
  ).resolves.toBeDefined();
});

test('an integrator’s vitest suite passes', { timeout: installMs }, async () => {
  const linked = link('vitest');
  const report = join(folder, 'vitest.json');
  const args = [
    join(linked, 'vitest.mjs'),
    'run',
    '--reporter=json',
    `--outputFile=${report}`,
    '--maxWorkers=1',
  ];
  await run(process.execPath, args, {
    cwd: project(),
    env: plainEnvironment(),
    maxBuffer: 16 * 1_048_576,
  }).catch((error: { stdout: string; stderr: string }) =>
    Promise.reject(new Error(error.stdout + error.stderr)),
  );
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
  expect([numPassedTests, numFailedTests]).toEqual([23, 0]);
});

test('a test of node:test passes', async () => {
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', 'node-test/*.test.js'], {
    cwd: project(),
    env: plainEnvironment(),
  });
  expect(stdout).toMatch(/# pass 1\n# fail 0/);
});

/**
 * Jest as npm installs it, once for each version: it is 270 packages, which take most of the time. In a project of its
 * own, as it is larger than all that the kit may be.
 */
const installedJest = async (): Promise<string> => {
  const manifest = join(root, 'test', 'kit', 'jest', 'package.json');
  const version = JSON.parse(readFileSync(manifest, 'utf8')).devDependencies.jest;
  const cached = join(root, 'node_modules', '.cache', `jest-${version}-for-tests`);
  if (existsSync(cached)) return cached;
  const making = `${cached}-${process.pid}`;
  mkdirSync(making, { recursive: true });
  cpSync(manifest, join(making, 'package.json'));
  await npm(['install', '--no-audit', '--no-fund'], making);
  renameSync(making, cached);
  return cached;
};

test('a suite in Jest passes', { timeout: installMs }, async () => {
  const suite = join(folder, 'jest');
  cpSync(join(root, 'test', 'kit', 'jest'), suite, { recursive: true });
  const modules = join(suite, 'node_modules');
  mkdirSync(modules);
  for (const [name, from] of Object.entries({ jest: await installedJest(), carryover: project() }))
    symlinkSync(join(from, 'node_modules', name), join(modules, name), 'junction');
  const { stderr } = await npm(['test'], suite);
  expect(stderr).toContain('2 passed, 2 total');
});

test.skipIf(!isInstalled('python3'))(
  'a suite in Python, with the standard library alone, passes through exec',
  async () => {
    const report = join(project(), 'exec.xml');
    const { stderr } = await exec(
      ...['--clock', 'skipping', '--seed', '7', '--report', report, '--fail-on', 'alerts,unverified'],
      ...['--', 'python3', '-m', 'unittest', 'discover', '-s', 'python'],
    );
    expect(stderr).toContain('Ran 5 tests');
    expect(stderr).toContain('OK');
    expect(readFileSync(report, 'utf8')).toContain('failures="0"');
  },
);

test.skipIf(!isInstalled('curl'))('a check with curl passes through exec', async () => {
  const { stdout } = await exec('--clock', 'skipping', '--', 'sh', 'curl.sh');
  expect(stdout).toContain('attempts 8');
});

test('a command finds the service of the exec around it', async () => {
  const carryover = join(project(), 'node_modules', 'carryover', 'out', 'kit', 'cli.js');
  const { stdout } = await exec('--', process.execPath, carryover, 'send', 'read.completed', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ eventType: 'read.completed', deliveries: [] });
});

/** What a container would have: the tree of the image, a volume, a folder for temporary files, another user. */
const asInContainer = async (): Promise<{ start(): ChildProcess; asked(port: string): Promise<number> }> => {
  const image = readDockerfile();
  const tree = join(folder, 'image');
  const inTree = (text: string): string =>
    text.replaceAll(/(?<![\w/])\/(opt|pack|data)\b/g, join(tree, '$1'));
  for (const name of ['opt', 'pack', 'data', 'tmp']) mkdirSync(join(tree, name), { recursive: true });
  cpSync(tarball, join(tree, 'pack', basename(tarball)));
  const [install = ''] = image.all('RUN').filter((step) => step.includes('npm install'));
  await run('sh', ['-c', inTree(install)], { env: plainEnvironment() });
  await run('chmod', ['-R', 'a-w', join(tree, 'opt')]);
  // Only root may become somebody else; the others are the user that they are.
  const user = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};
  if (user.uid !== undefined) {
    await run('chown', ['1000:1000', join(tree, 'data'), join(tree, 'tmp')]);
    chmodSync(folder, 0o755);
  }
  const [, ...entry] = image.json('ENTRYPOINT').map(inTree);
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', TMPDIR: join(tree, 'tmp') };
  const [, ...health] = JSON.parse(image.one('HEALTHCHECK').replace(/^.*?CMD /, '')) as string[];
  return {
    start: () =>
      spawn(process.execPath, [...entry, '--api-port', '0', '--control-port', '0'], {
        ...user,
        env,
        cwd: join(tree, 'data'),
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    asked: (port) =>
      run(
        process.execPath,
        health.map((word) => word.replace(':4412/', `:${port}/`)),
      ).then(
        () => 0,
        ({ code }) => code,
      ),
  };
};

test.skipIf(process.platform === 'win32')(
  'as an image: installed by its steps, run as another user on a tree that is read-only, asked by its health check',
  async () => {
    const container = await asInContainer();
    const runOnce = async (): Promise<{ key: string | undefined; health: number[]; code: number | null }> => {
      const child = container.start();
      onTestFinished(() => void child.kill('SIGKILL'));
      const ended = once(child, 'exit');
      let said = '';
      for await (const text of child.stdout as Readable) {
        said += text;
        if (said.includes('CONTROL_TOKEN=')) break;
      }
      const port = /CONTROL_URL=\S+?:(\d+)\//.exec(said)?.[1] as string;
      const alive = await container.asked(port);
      child.kill('SIGTERM');
      const [code] = await ended;
      return { key: /API_KEY=(\S+)/.exec(said)?.[1], health: [alive, await container.asked(port)], code };
    };
    const first = await runOnce();
    expect(first).toEqual({ key: expect.stringMatching(/^\S+$/), health: [0, 1], code: 0 });
    // The volume is kept.
    expect(await runOnce()).toEqual(first);
  },
  installMs,
);
