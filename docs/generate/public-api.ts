import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '#base/log.ts';
import { packageRoot } from '#base/package-root.ts';
import { createService } from '#service/index.ts';

/** A JSON Schema, as far as requests use it. */
export interface RequestSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly RequestSchema[];
  readonly items?: RequestSchema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly minProperties?: number;
  readonly properties?: Readonly<Record<string, RequestSchema>>;
  readonly required?: readonly string[];
}

interface OperationObject {
  readonly tags?: readonly string[];
  readonly summary: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: RequestSchema } };
  };
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, RequestSchema>> };
}

/** One operation of an API. */
export interface Operation {
  readonly method: string;
  /** Such as `/companies/{companyId}`. */
  readonly path: string;
  readonly group: string;
  readonly summary: string;
  readonly pathNames: readonly string[];
  readonly queryNames: readonly string[];
  readonly body?: RequestSchema;
}

export interface PublicOperations {
  readonly operations: readonly Operation[];
  schemaOf(reference: string): RequestSchema;
}

const operationOf = (path: string, method: string, object: OperationObject): Operation => {
  const namesIn = (place: string): string[] =>
    (object.parameters ?? []).flatMap((one) => (one.in === place ? [one.name] : []));
  const body = object.requestBody?.content['application/json'].schema;
  return {
    method: method.toUpperCase(),
    path,
    group: object.tags?.[0] ?? 'Other',
    summary: object.summary,
    pathNames: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
    queryNames: namesIn('query'),
    ...(body && { body }),
  };
};

export const operationsIn = ({ paths }: Pick<ApiDocument, 'paths'>): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, object]) => operationOf(path, method, object)),
  );

/** The operations as the service documents them: it is made for that, and never listens. */
export const publicOperations = async (): Promise<PublicOperations> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'carryover-docs-'));
  const service = await createService({
    dataDir,
    resourcesDir: join(packageRoot(), 'resources'),
    dataKey: randomBytes(32),
    log: silentLog(),
    clock: 'virtual',
    seed: 1,
    apiPort: 0,
    bind: '127.0.0.1',
    allowHosts: [],
    allowPrivate: false,
  });
  try {
    await service.start();
    const { paths, components } = (await service.control.sandbox.openApi()) as ApiDocument;
    return {
      operations: operationsIn({ paths }),
      schemaOf: (reference) => components.schemas[reference.split('/').at(-1) ?? ''] as RequestSchema,
    };
  } finally {
    await service.stop(0);
    rmSync(dataDir, { recursive: true, force: true });
  }
};
