import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '#base/package-root.ts';
import { composeProblems, manifestProblems } from '#test/support/file-schemas.ts';
import { type Manifest, readCompose, readManifests } from '#test/support/team-files.ts';

test('the compose files are as the Compose Specification has them', () => {
  expect(composeProblems(readCompose())).toEqual([]);
  const kit = parse(readFileSync(join(packageRoot(), 'packaging', 'compose.yaml'), 'utf8'));
  expect(composeProblems(kit)).toEqual([]);
});

test('the manifests are as Kubernetes has them, and name no namespace', () => {
  const manifests = readManifests();
  expect(manifests).toHaveLength(13);
  for (const manifest of manifests) {
    const { kind, metadata } = manifest;
    expect([kind, metadata.name, manifestProblems(manifest)]).toEqual([kind, metadata.name, []]);
    expect(metadata.namespace).toBeUndefined();
  }
});

test.each<[string, (file: Manifest) => unknown, RegExp]>([
  ['a field of no service', ({ services }) => (services.server.readonly = true), /server must NOT/],
  ['a text for a list', ({ services }) => (services.server.cap_drop = 'ALL'), /cap_drop must be array/],
  ['a field of no file', (file) => (file.service = {}), /^ must NOT have additional properties/],
])('in a compose file, %s is found', (_what, change, problem) => {
  const file = structuredClone(readCompose());
  change(file);
  expect(composeProblems(file).join()).toMatch(problem);
});

const container = ({ spec }: Manifest): Manifest => spec.template.spec.containers[0];

test.each<[string, string, (manifest: Manifest) => unknown, RegExp]>([
  ['an unknown field', 'Deployment', ({ spec }) => (spec.replica = 2), /^\/spec\/replica is not known$/],
  [
    'an unknown field deep inside',
    'StatefulSet',
    (manifest) => (container(manifest).securityContext.readOnlyRootFileSystem = true),
    /^\/spec\/template\/spec\/containers\/0\/securityContext\/readOnlyRootFileSystem is not known$/,
  ],
  [
    'a field of another kind',
    'Deployment',
    (manifest) => (container(manifest).envFrom[0].configMap = {}),
    /envFrom\/0\/configMap is not known/,
  ],
  ['a missing field', 'Deployment', ({ spec }) => delete spec.selector, /selector/],
  ['a text for a number', 'Deployment', ({ spec }) => (spec.replicas = 'two'), /replicas/],
  [
    'a value that is none of its list',
    'NetworkPolicy',
    ({ spec }) => (spec.policyTypes = ['Inward']),
    /policyTypes/,
  ],
  ['a missing path type', 'Ingress', ({ spec }) => delete spec.rules[0].http.paths[0].pathType, /pathType/],
  ['a version that is gone', 'Ingress', (one) => (one.apiVersion = 'extensions/v1beta1'), /is not known/],
])('in a manifest, %s is found', (_what, kind, change, problem) => {
  const manifest = structuredClone(readManifests().find((one) => one.kind === kind));
  change(manifest);
  expect(manifestProblems(manifest).join()).toMatch(problem);
});
