import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '#base/package-root.ts';
import { controlPrefix } from '#contract/control.ts';
import { execCommand } from '#kit-cli/exec.ts';
import { serveCommand } from '#kit-cli/serve.ts';
import { kitManifest } from '#packaging/kit/manifest.ts';
import { readDockerfile } from '#test/support/dockerfile.ts';
import { environmentOf } from '#testing/environment.ts';

/** No container runs here: what the files for containers and workflows name is held to the kit instead. */

const read = (name: string): string => readFileSync(join(packageRoot(), 'packaging', name), 'utf8');
const image = readDockerfile();
const serve = serveCommand();
const longOptions = (command: Command): string[] => command.options.map(({ long }) => long as string);
const optionsIn = (words: readonly string[]): string[] => words.filter((word) => word.startsWith('--'));
const defaultOf = (long: string): unknown => serve.options.find((one) => one.long === long)?.defaultValue;
const ports = [defaultOf('--api-port'), defaultOf('--control-port')];
const help = serve.createHelp().formatHelp(serve, serve.createHelp()) + helpAfter(serve);
const variablesIn = (text: string): string[] => [...new Set(text.match(/\bCARRYOVER_[A-Z_]+/g) ?? [])];

/** What `--help` adds below the options. */
function helpAfter(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (more) => (text += more) });
  command.outputHelp();
  return text;
}

test('the image runs what the package brings, on the ports that the kit listens on', () => {
  const manifest = kitManifest(JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'))) as {
    name: string;
    bin: { carryover: string };
  };
  const [node, entry, command, ...args] = image.json('ENTRYPOINT');
  expect([node, entry, command]).toEqual([
    'node',
    `/opt/carryover/node_modules/${manifest.name}/${manifest.bin.carryover}`,
    'serve',
  ]);
  expect(longOptions(serve)).toEqual(expect.arrayContaining(optionsIn(args)));
  expect(args).toEqual(['--bind', '0.0.0.0', '--data', image.one('VOLUME')]);
  expect(image.one('EXPOSE').split(' ').map(Number)).toEqual(ports);
  expect(image.one('HEALTHCHECK')).toContain(`http://127.0.0.1:${ports[1]}${controlPrefix}/alive`);
});

test('the image is pinned, runs as a user without rights, and comes from the tarball alone', () => {
  const bases = image.all('FROM').map((from) => from.split(' ')[0] as string);
  const stages = image.all('FROM').flatMap((from) => from.split(' AS ')[1] ?? []);
  const outside = bases.filter((base) => !stages.includes(base));
  expect(outside).toEqual([expect.stringMatching(/^node:24\.\d+\.\d+-\w+-slim@sha256:[\da-f]{64}$/)]);
  expect(image.last('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  expect(image.one('STOPSIGNAL')).toBe('SIGTERM');
  expect(image.all('COPY')).toEqual([
    'carryover-*.tgz /pack/',
    '--from=install /opt/carryover /opt/carryover',
  ]);
  const ignored = readFileSync(join(packageRoot(), '.dockerignore'), 'utf8').split('\n');
  expect(ignored.filter((line) => line !== '' && !line.startsWith('#'))).toEqual(['*', '!carryover-*.tgz']);
});

interface Compose {
  readonly services: { readonly carryover: Readonly<Record<string, unknown>> };
  readonly volumes: Readonly<Record<string, unknown>>;
}

test('the compose file gives the container nothing that it does not need', () => {
  const { services, volumes } = parse(read('compose.yaml')) as Compose;
  const { carryover } = services;
  expect(carryover).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    tmpfs: ['/tmp'],
    volumes: [`${Object.keys(volumes)[0]}:${image.one('VOLUME')}`],
    ports: ports.map((port) => `127.0.0.1:${port}:${port}`),
    build: { context: '..', dockerfile: 'packaging/Dockerfile' },
  });
  expect(longOptions(serve)).toEqual(expect.arrayContaining(optionsIn(carryover.command as string[])));
  const { test: asked } = carryover.healthcheck as { test: string[] };
  expect(asked).toEqual(['CMD', ...JSON.parse(image.one('HEALTHCHECK').replace(/^.*?CMD /s, ''))]);
});

interface Action {
  readonly inputs: Readonly<Record<string, { description: string; default?: string }>>;
  readonly runs: { readonly steps: { uses?: string; run?: string; env?: Record<string, string> }[] };
}

test('the action hands each of its inputs to `exec`, by the environment and never as a part of a script', () => {
  const { inputs, runs } = parse(read('action/action.yml')) as Action;
  const env = runs.steps.flatMap((step) => Object.entries(step.env ?? {}));
  expect(env.map(([, value]) => /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1]).sort()).toEqual(
    Object.keys(inputs).sort(),
  );
  const scripts = runs.steps.flatMap(({ run }) => run ?? []).join('\n');
  expect(scripts).not.toContain('${{');
  for (const [name] of env) expect(scripts).toContain(`$${name}"`);
  const exec = execCommand();
  const own = optionsIn(scripts.match(/(?<=options\+?=\()--[\w-]+/g) ?? []);
  expect(own).toHaveLength(6);
  expect(longOptions(exec)).toEqual(expect.arrayContaining(own));
  const clocks = exec.options.find(({ long }) => long === '--clock');
  expect(clocks?.argChoices).toContain(inputs.clock?.default);
  for (const name of Object.keys(inputs)) expect(inputs[name]?.description).not.toBe('');
  expect(runs.steps.flatMap(({ uses }) => uses ?? [])).toEqual([
    expect.stringMatching(/^actions\/setup-node@v\d+\.\d+\.\d+$/),
  ]);
});

test('every variable that they name is one of the kit, and every path one of the control API', () => {
  const names = ['Dockerfile', 'compose.yaml', 'action/action.yml', 'kit/README.md'];
  const examples = ['test_retry.py', 'RetryTest.java', 'RetryTests.cs'].map((name) =>
    read(`testcontainers/${name}`),
  );
  const address = { apiUrl: '', apiKey: '', controlUrl: '', controlToken: '' };
  const known = [...variablesIn(help), ...Object.keys(environmentOf(address))];
  for (const text of [...names.map(read), ...examples]) {
    expect(known).toEqual(expect.arrayContaining(variablesIn(text)));
  }
  for (const example of examples) {
    expect(example).toContain(controlPrefix);
    expect(longOptions(serve)).toEqual(expect.arrayContaining(example.match(/--[a-z-]+/g) ?? []));
    for (const [, token = ''] of example.matchAll(/TOKEN = "([^"]+)"/gi)) {
      expect(token.length).toBeGreaterThanOrEqual(24);
    }
  }
});
