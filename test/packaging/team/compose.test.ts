import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { chooseRoles, roles } from '#host/roles.ts';
import { readDockerfile } from '#test/support/dockerfile.ts';
import {
  asking,
  type ComposeService,
  knownVariables,
  packageVersion,
  ports,
  readCompose,
  secretPaths,
  serveOptions,
  teamFile,
} from '#test/support/team-files.ts';

/** No container runs here: the files are held to each other, and to the program that they start. */

const compose = readCompose();
const { proxy, server, worker, database } = compose.services;
const image = readDockerfile('team/Dockerfile');
const variablesOf = ({ environment = {} }: ComposeService): string[] => Object.keys(environment);

test('processes get options and variables that the program knows, and roles that make one desk of them', () => {
  const words = [server.command, worker.command, image.json('ENTRYPOINT')].flatMap((list = []) => list);
  expect(serveOptions).toEqual(expect.arrayContaining(words.filter((word) => word.startsWith('--'))));
  expect(knownVariables()).toEqual(expect.arrayContaining([...variablesOf(server), ...variablesOf(worker)]));
  const given = [server, worker].map(({ environment }) => environment?.CARRYOVER_ROLES);
  expect(given).toEqual(['desk,run', 'api,deliver']);
  expect(given.flatMap((text) => [...chooseRoles(text, true)]).sort()).toEqual([...roles].sort());
  expect(worker.deploy).toEqual({ replicas: 2 });
});

test('TLS ends at the proxy, which alone is reached from outside, and each process says so', () => {
  const published = Object.entries(compose.services).filter(([, service]) => service.ports !== undefined);
  expect(published.map(([name]) => name)).toEqual(['proxy']);
  expect(proxy.ports).toEqual(['80:80', '443:443', '443:443/udp', '8443:8443', '8443:8443/udp']);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Compose fills it in
  const url = 'https://${CARRYOVER_HOST}';
  expect(server.environment?.CARRYOVER_HTTPS_URL).toBe(url);
  expect(worker.environment?.CARRYOVER_HTTPS_URL).toBe(`${url}:8443`);
  const sites = teamFile('Caddyfile');
  expect(sites).toContain(`\n{$CARRYOVER_HOST} {\n\treverse_proxy server:${ports.desk}\n}\n`);
  expect(sites).toContain(`\n{$CARRYOVER_HOST}:8443 {\n\treverse_proxy worker:${ports.api}\n}\n`);
  expect(image.one('EXPOSE').split(' ').map(Number)).toEqual([ports.api, ports.desk]);

  expect(compose.networks).toEqual({ front: null, back: { internal: true } });
  expect([proxy, database].map(({ networks }) => networks)).toEqual([['front'], ['back']]);
  expect(teamFile('compose.yaml')).toMatch(/^# TLS ends at `proxy`/m);
});

test('health is asked where it is answered', () => {
  expect(server.healthcheck?.test).toEqual(['CMD', ...asking(ports.desk, '/ready')]);
  expect(worker.healthcheck?.test).toEqual(['CMD', ...asking(ports.api, '/ready')]);
});

test('containers have no right that they do not need', () => {
  for (const service of Object.values(compose.services)) {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      pids_limit: expect.any(Number),
      restart: 'unless-stopped',
    });
  }
  const added = [server, worker, proxy].map(({ cap_add }) => cap_add);
  expect(added).toEqual([undefined, undefined, ['NET_BIND_SERVICE']]);
});

test('secrets are files at the paths that processes are given, and no value of a variable', () => {
  for (const service of [server, worker, database]) {
    const { environment, entrypoint = [], secrets = [] } = service;
    const used = secretPaths([...Object.values(environment ?? {}), ...entrypoint].join(' '));
    expect(used).toEqual(secrets.map((name) => `/run/secrets/${name}`).sort());
    const named = variablesOf(service).filter((name) => /PASSWORD|KEY|SECRET|TOKEN/.test(name));
    expect(named.filter((name) => !/_FILE$|_KEYS$/.test(name))).toEqual([]);
  }
  const files = Object.values(compose.secrets).map(({ file }) => file);
  expect(files.filter((file) => !/^\.\/secrets\/[\w.-]+$/.test(file))).toEqual([]);
});

test('the image is pinned as that of the test kit is, and starts what is built, as a user without rights', () => {
  const bases = image.all('FROM').map((from) => from.split(' ')[0] as string);
  expect(bases).toEqual([readDockerfile().all('FROM')[0]?.split(' ')[0], 'runtime', 'runtime']);
  expect([image.last('USER'), image.one('STOPSIGNAL')]).toEqual(['1000:1000', 'SIGTERM']);
  expect(image.json('ENTRYPOINT')).toEqual(['carryover', 'serve', '--bind', '0.0.0.0']);
  const entry = 'electron/cli/launcher.cjs';
  expect(image.all('RUN').join()).toContain(`ln -s /opt/carryover/${entry} /usr/local/bin/carryover`);
  expect(readFileSync(join(packageRoot(), entry), 'utf8')).toMatch(/^#!\/usr\/bin\/env -S node /);
  const tag = `carryover-team:${packageVersion}`;
  for (const one of [server, worker]) {
    expect(one.image).toBe(tag);
    expect(one.build).toEqual({ context: '../..', dockerfile: 'packaging/team/Dockerfile' });
  }
  expect(teamFile('Dockerfile')).toContain(`--tag ${tag} .`);
  for (const one of [proxy, database]) expect(one.image).toMatch(/^[a-z]+:\d+\.\d+(\.\d+)?-[a-z]+$/);
});

test('what the image is built from is in its context, and nothing that is secret', () => {
  const lines = teamFile('Dockerfile.dockerignore').match(/^[^#\n].*$/gm) ?? [];
  expect([lines[0], lines.at(-1)]).toEqual(['*', 'packaging/team/secrets']);
  expect(teamFile('../../.gitignore')).toContain('\npackaging/team/secrets/\n');
  const parts = readFileSync(join(packageRoot(), 'electron/cli/build.cjs'), 'utf8');
  const inputs = [...parts.matchAll(/inputs: \[([^\]]+)\]/g)].join().match(/(?<=')[\w./-]+(?=')/g) ?? [];
  const wanted = new Set(inputs.map((path) => `!${path.split('/')[0]}`));
  expect(lines).toEqual(expect.arrayContaining([...wanted, '!package-lock.json', '!resources']));
});
