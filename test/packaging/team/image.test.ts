import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { readDockerfile } from '#test/support/dockerfile.ts';
import { asking, ports, teamFile } from '#test/support/team-files.ts';

/** The steps of the image without a container, but for the one that installs packages: those here are linked instead. */

const image = readDockerfile('team/Dockerfile');
// On the disk of the packages, which then take no time and no room.
const parent = join(packageRoot(), 'dist');
mkdirSync(parent, { recursive: true });
const folder = mkdtempSync(join(parent, 'team-image-'));
afterAll(() => {
  execFileSync('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true, force: true });
});
const inTree = (text: string): string =>
  text.replaceAll(/(?<![\w./-])\/(opt|data|row-keys|usr\/local\/bin)\b/g, `${folder}/$1`);

const copyContext = (): string => {
  const build = join(folder, 'build');
  mkdirSync(join(build, 'node_modules'), { recursive: true });
  for (const line of teamFile('Dockerfile.dockerignore').split('\n')) {
    const path = line.slice(1);
    if (line.startsWith('!')) cpSync(join(packageRoot(), path), join(build, path), { recursive: true });
  }
  const packages = readdirSync(join(packageRoot(), 'node_modules')).filter((name) => name !== '.cache');
  const paths = packages.map((name) => join(packageRoot(), 'node_modules', name));
  execFileSync('cp', ['-al', ...paths, join(build, 'node_modules')]);
  return build;
};

const environment = (): NodeJS.ProcessEnv => ({
  PATH: `${join(folder, 'usr/local/bin')}:${dirname(process.execPath)}:/usr/bin:/bin`,
  NODE_ENV: 'production',
  XDG_DATA_HOME: join(folder, 'data'),
  TMPDIR: join(folder, 'tmp'),
  HOME: '/nonexistent',
});

const user = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};

const run = (command: string, ...args: string[]): ChildProcess =>
  spawn(command, args, {
    ...user,
    cwd: join(folder, 'data'),
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const outputOf = async (child: ChildProcess): Promise<string> => {
  let text = '';
  for await (const more of child.stdout as Readable) text += more;
  return text;
};

test.runIf(process.platform === 'linux')(
  'built from its context by its steps, it serves as another user on a tree that is read-only',
  async () => {
    const build = copyContext();
    const steps = image.all('RUN').filter((step) => step.includes('npm run') || step.includes('npm prune'));
    expect(steps).toHaveLength(2);
    for (const name of ['data', 'tmp', 'usr/local/bin', 'opt'])
      mkdirSync(join(folder, name), { recursive: true });
    for (const step of steps) execFileSync('sh', ['-c', inTree(step)], { cwd: build, stdio: 'pipe' });
    rmSync(build, { recursive: true });

    const tree = join(folder, 'opt', 'carryover');
    expect(readdirSync(tree).sort()).toEqual([
      'electron',
      'node_modules',
      'out',
      'package.json',
      'resources',
    ]);
    for (const name of ['typescript', 'vitest', 'electron', 'kubernetes-models', '.bin'])
      expect([name, existsSync(join(tree, 'node_modules', name))]).toEqual([name, false]);
    execFileSync('chmod', ['-R', 'a+rX,a-w', join(folder, 'opt')]);
    chmodSync(folder, 0o755);
    const [, target = '', link = ''] = /ln -s (\S+) (\S+)/.exec(image.all('RUN').map(inTree).join()) ?? [];
    symlinkSync(target, link);
    if (user.uid !== undefined)
      execFileSync('chown', ['1000:1000', join(folder, 'data'), join(folder, 'tmp')]);

    const [command = '', ...args] = image.json('ENTRYPOINT');
    const stated = ['--https-url', 'https://desk.example', '--json', '--api-port', '0', '--desk-port', '0'];
    const server = run(command, ...args, ...stated);
    onTestFinished(() => void server.kill('SIGKILL'));
    const [line] = await once(server.stdout as Readable, 'data');
    const ready = JSON.parse(String(line));
    expect(ready.dataDir).toBe(join(folder, 'data', 'carryover'));
    const [asker = '', ...script] = asking(ports.desk, '/ready').map((word) =>
      word.replace(`:${ports.desk}/`, `:${new URL(ready.deskUrl).port}/`),
    );
    expect((await once(run(asker, ...script), 'exit'))[0]).toBe(0);
    expect((await fetch(ready.deskUrl)).headers.get('content-type')).toContain('text/html');
    expect(await outputOf(run('carryover', 'open', '--print'))).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/#ticket=/,
    );
    server.kill('SIGTERM');
    expect((await once(server, 'exit'))[0]).toBe(0);
  },
  180_000,
);
