import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';

/**
 * The schema of the Compose Specification, as a linter brings it: unknown fields are refused, but for `x-…`.
 * @returns what is wrong
 */
export const composeProblems = (file: unknown): string[] => {
  const linter = dirname(createRequire(import.meta.url).resolve('dclint/package.json'));
  const text = readFileSync(join(linter, 'schemas', 'compose.schema.json'), 'utf8');
  // Draft 7 by an address that it does not have.
  const { $schema: _draft7, ...schema } = JSON.parse(text);
  const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);
  validate(file);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

/** Of each kind what the schema that Kubernetes publishes of it was compiled to. */
const kinds = [
  ConfigMap,
  Deployment,
  Ingress,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Service,
  StatefulSet,
];

/**
 * Fields that the schema does not know are refused, too.
 * @returns what is wrong
 */
export const manifestProblems = (manifest: {
  readonly apiVersion: string;
  readonly kind: string;
}): string[] => {
  const model = kinds.find(({ is }) => is(manifest));
  if (model === undefined) return [`${manifest.kind} of ${manifest.apiVersion} is not known`];
  const unread = new Set<string>();
  const problems: string[] = [];
  try {
    model.prototype.validate.call(reading(manifest, '', unread));
  } catch (error) {
    problems.push((error as Error).message);
  }
  return [...problems, ...[...unread].map((place) => `${place} is not known`)];
};

/** What is compiled from a schema reads each field that it knows, and no other: those are left in `unread`. */
const reading = (value: unknown, path: string, unread: Set<string>): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const inside = new Map(
    Object.entries(value).map(([name, one]) => {
      unread.add(`${path}/${name}`);
      return [name, reading(one, `${path}/${name}`, unread)];
    }),
  );
  return new Proxy(value, {
    get(target, name) {
      if (typeof name !== 'string' || !inside.has(name)) return Reflect.get(target, name);
      unread.delete(`${path}/${name}`);
      return inside.get(name);
    },
  });
};
