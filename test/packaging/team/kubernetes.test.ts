import { expect, test } from 'vitest';
import {
  asking,
  knownVariables,
  type Manifest,
  packageVersion,
  ports,
  readCompose,
  readManifests,
  secretPaths,
  serveOptions,
  teamFile,
} from '#test/support/team-files.ts';

/** No cluster is here: the manifests are held to each other, and to the program that they start. */

const manifests = readManifests();
const named = (kind: string, name: string): Manifest =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name);
const workloads = manifests.filter(({ spec }) => spec?.template !== undefined);
const templates = workloads.map(({ spec }) => spec.template);
const [server, worker, database] = [
  named('StatefulSet', 'carryover-server'),
  named('Deployment', 'carryover-worker'),
  named('StatefulSet', 'carryover-database'),
].map(({ spec }) => spec.template.spec.containers[0]);
const shared = named('ConfigMap', 'carryover').data;
const variable = ({ env }: Manifest, name: string): string | undefined =>
  env.find((one: Manifest) => one.name === name)?.value;
const isLabelled = (selector: object, { metadata }: Manifest): boolean =>
  Object.entries(selector).every(([label, value]) => metadata.labels[label] === value);

test('processes get options and variables that the program knows, as in the compose file', () => {
  const words = [...server.args, ...worker.args];
  expect(serveOptions).toEqual(expect.arrayContaining(words.filter((word) => word.startsWith('--'))));
  const own = (one: Manifest): string[] => one.env.map(({ name }: Manifest) => name);
  expect(knownVariables()).toEqual(
    expect.arrayContaining([...Object.keys(shared), ...own(server), ...own(worker)]),
  );
  const { services } = readCompose();
  for (const [one, other] of [
    [server, services.server],
    [worker, services.worker],
  ]) {
    const names = Object.keys(other.environment);
    expect([...Object.keys(shared), ...own(one)].sort()).toEqual(names.sort());
    expect(variable(one, 'CARRYOVER_ROLES')).toBe(other.environment.CARRYOVER_ROLES);
  }
  expect(workloads.map(({ metadata, spec }) => [metadata.name, spec.replicas])).toEqual([
    ['carryover-database', 1],
    ['carryover-server', 2],
    ['carryover-worker', 2],
  ]);
});

test('TLS ends at the Ingress, each process says so, and no Service is reached from outside', () => {
  const { rules, tls } = named('Ingress', 'carryover').spec;
  const hosts: string[] = rules.map(({ host }: Manifest) => host);
  expect(tls).toEqual([{ hosts, secretName: 'carryover-tls' }]);
  const stated = [server, worker].map((one) => variable(one, 'CARRYOVER_HTTPS_URL'));
  expect(stated).toEqual(hosts.map((host) => `https://${host}`));
  const types = manifests.filter(({ kind }) => kind === 'Service').map(({ spec }) => spec.type);
  expect(types).toEqual([undefined, undefined, undefined]);
  for (const name of ['ingress', 'settings', 'server', 'workers'])
    expect(teamFile(`kubernetes/${name}.yaml`)).toMatch(/^# .*TLS\n?(# )?.*ends/m);
});

test('the Ingress leads to Services, these to pods, at ports that the program listens on', () => {
  const ways = named('Ingress', 'carryover').spec.rules.map(({ http }: Manifest) => {
    const { name, port } = http.paths[0].backend.service;
    const { selector, ports: own } = named('Service', name).spec;
    const found = own.find((one: Manifest) => one.name === port.name);
    const pods = templates.filter((template) => isLabelled(selector, template));
    const listening = pods.flatMap(({ spec }) => spec.containers[0].ports);
    return [
      found.port,
      ...listening.map(({ name: at, containerPort }) => [at, containerPort]),
      found.targetPort,
    ];
  });
  expect(ways).toEqual([
    [ports.desk, ['desk', ports.desk], 'desk'],
    [ports.api, ['api', ports.api], 'api'],
  ]);
  for (const { spec } of workloads) expect(isLabelled(spec.selector.matchLabels, spec.template)).toBe(true);
});

test('pods are reached by those alone that a policy names', () => {
  const everybody = named('NetworkPolicy', 'carryover').spec;
  expect([everybody.policyTypes, everybody.ingress]).toEqual([['Ingress'], undefined]);
  const { matchLabels } = everybody.podSelector;
  expect(templates.every((template) => isLabelled(matchLabels, template))).toBe(true);
  const allowed = ['carryover-from-ingress', 'carryover-database'].flatMap(
    (name) => named('NetworkPolicy', name).spec.ingress,
  );
  expect(allowed.map((rule) => rule.ports.map(({ port }: Manifest) => port))).toEqual([
    [ports.api, ports.desk],
    [database.ports[0].containerPort],
  ]);
  expect(allowed.filter(({ from }) => from?.length !== 1)).toEqual([]);
});

test('health is asked where it is answered: of the desk from inside, as only there it needs no token', () => {
  for (const probe of [server.startupProbe, server.livenessProbe])
    expect(probe.exec.command).toEqual(asking(ports.desk, '/health'));
  expect(server.readinessProbe.exec.command).toEqual(asking(ports.desk, '/ready'));
  for (const probe of [worker.startupProbe, worker.livenessProbe])
    expect(probe.httpGet).toEqual({ path: '/live', port: 'api' });
  expect(worker.readinessProbe.httpGet).toEqual({ path: '/ready', port: 'api' });
});

test('pods have no right that they do not need', () => {
  for (const { spec } of templates) {
    const { securityContext, containers, automountServiceAccountToken } = spec;
    expect(automountServiceAccountToken).toBe(false);
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(securityContext.runAsUser).toBeGreaterThan(0);
    for (const container of containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(Object.keys(container.resources)).toEqual(['requests', 'limits']);
    }
  }
});

test('secrets are files of root that the group may read, made of the files that comment and guide name', () => {
  const guide = teamFile('../../docs/guides/team-desk.md');
  for (const text of [teamFile('kubernetes/settings.yaml'), guide]) {
    const made = text
      .split('create secret generic ')
      .slice(1)
      .map((command) => command.match(/(?<=--from-file=)[\w.-]+/g)?.map((name) => `/secrets/${name}`));
    expect(made.map((paths) => paths?.sort())).toEqual([
      secretPaths(JSON.stringify(shared)),
      secretPaths(JSON.stringify(database)),
    ]);
  }
  expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  for (const { spec } of templates) {
    const { secret } = spec.volumes.find((volume: Manifest) => volume.secret !== undefined);
    expect([secret.defaultMode, spec.securityContext.fsGroup]).toEqual([
      0o440,
      spec.securityContext.runAsGroup,
    ]);
  }
});

test('images are pinned to a version: of the program to that of these sources', () => {
  const own = `registry.example/carryover-team:${packageVersion}`;
  expect([server.image, worker.image]).toEqual([own, own]);
  expect(database.image).toBe(readCompose().services.database.image);
});
