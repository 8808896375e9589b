import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { packageRoot } from '#base/package-root.ts';
import { systemProblem } from '#base/system-problem.ts';
import { SlowPatternError, type WholeValue, wholeValue } from '#base/whole-value.ts';
import { isDataType } from '#contract/data-types.ts';
import { CatalogueError } from '#contract/errors.ts';
import {
  type CatalogueIntegration,
  type CredentialField,
  IntegrationCatalogue,
  IntegrationCatalogueOverride,
} from '#contract/integration.ts';

/** The integration catalogue: data that a user may add to or correct. Source: `docs/reference/rules/integrations.md#catalogue`. */

export interface Catalogue {
  readonly all: readonly CatalogueIntegration[];
  /** @throws CatalogueError `integration.notFound` */
  find(platformKey: string): CatalogueIntegration;
  /** Undefined for one that was in the catalogue once and is no more. */
  get(platformKey: string): CatalogueIntegration | undefined;
}

/** `integrations.json` here comes with the program; in the data folder, with what replaces or adds to it. */
const fileName = 'integrations.json';

/** @throws Error that names the file, the path in it and the problem */
export const loadCatalogue = async (folders: {
  readonly resourcesDir: string;
  readonly dataDir?: string | undefined;
}): Promise<Catalogue> => {
  const path = join(folders.resourcesDir, fileName);
  // A test checks the one that the program comes with: to do so at each start takes a tenth of it.
  const isTested = folders.resourcesDir === join(packageRoot(), 'resources');
  const own = await readCatalogue(path, isTested ? undefined : IntegrationCatalogue);
  if (own === undefined) throw new Error(`The file ${path} is missing.`);
  const users =
    folders.dataDir === undefined
      ? undefined
      : await readCatalogue(join(folders.dataDir, fileName), IntegrationCatalogueOverride);
  const byKey = new Map([...own, ...(users ?? [])].map((entry) => [entry.platformKey, entry]));
  return {
    all: [...byKey.values()],
    get: (platformKey) => byKey.get(platformKey),
    find(platformKey) {
      const found = byKey.get(platformKey);
      if (found === undefined) throw new CatalogueError('integration.notFound', { platformKey });
      return found;
    },
  };
};

type Schema = typeof IntegrationCatalogue | typeof IntegrationCatalogueOverride;

/** @param schema of what has to be checked */
const readCatalogue = async (
  path: string,
  schema: Schema | undefined,
): Promise<readonly CatalogueIntegration[] | undefined> => {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(
      `The integration catalogue ${path} can't be read: ${systemProblem(error)?.problem ?? (error as Error).message}.`,
      {
        cause: error,
      },
    );
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw unusable(path, [`it is not valid JSON (${(error as Error).message})`]);
  }
  if (schema !== undefined) refuseUnusable(path, schema, content);
  return (content as { integrations: CatalogueIntegration[] }).integrations;
};

/** @throws Error that names the file, the path in it and the problem */
const refuseUnusable = (path: string, schema: Schema, content: unknown): void => {
  const misshapen = Value.Errors(schema, content).map(
    (error) => `at ${error.instancePath || '/'} it ${error.message}${unknownNames(error.params)}`,
  );
  if (misshapen.length > 0) throw unusable(path, misshapen);
  const { integrations } = content as { integrations: CatalogueIntegration[] };
  const wrong = problems(integrations);
  if (wrong.length > 0) throw unusable(path, wrong);
};

/** The schema's message says that there is something too many, but not what. */
const unknownNames = (params: object): string =>
  'additionalProperties' in params && Array.isArray(params.additionalProperties)
    ? ` (${params.additionalProperties.join(', ')})`
    : '';

const mostProblems = 5;

const unusable = (path: string, found: readonly string[]): Error => {
  const more = found.length > mostProblems ? `; and ${found.length - mostProblems} more` : '';
  const listed = found.slice(0, mostProblems).join('; ');
  return new Error(
    `The integration catalogue ${path} can't be used: ${listed}${more}. Correct the file and start again.`,
  );
};

/** What a schema can't say. */
const problems = (integrations: readonly CatalogueIntegration[]): string[] => {
  const found: string[] = [];
  const keys = new Set<string>();
  for (const [at, integration] of integrations.entries()) {
    const path = `/integrations/${at}`;
    if (keys.has(integration.platformKey)) {
      found.push(`at ${path}/platformKey "${integration.platformKey}" is a duplicate`);
    }
    keys.add(integration.platformKey);
    for (const [n, type] of integration.dataTypes.entries()) {
      if (!isDataType(type)) found.push(`at ${path}/dataTypes/${n} there is no data type "${type}"`);
    }
    found.push(...fieldProblems(path, integration));
  }
  return found;
};

const fieldProblems = (path: string, integration: CatalogueIntegration): string[] => {
  const { migration, credentials, managedDetails = [] } = integration;
  const found = [
    ...formProblems(`${path}/credentials`, credentials),
    ...formProblems(`${path}/managedDetails`, managedDetails),
  ];
  if (migration.selfService && credentials.length === 0) {
    found.push(`at ${path}/credentials there are no fields, which self-service migration needs`);
  }
  return found;
};

const formProblems = (path: string, fields: readonly CredentialField[]): string[] => {
  const found: string[] = [];
  const names = new Set<string>();
  for (const [n, field] of fields.entries()) {
    const at = `${path}/${n}`;
    if (names.has(field.name)) found.push(`at ${at}/name "${field.name}" is a duplicate`);
    names.add(field.name);
    const problem = exampleProblem(field);
    if (problem !== undefined) found.push(`at ${at}/${problem}`);
  }
  return found;
};

const exampleProblem = ({ pattern, example }: CredentialField): string | undefined => {
  const compiled = compile(pattern);
  if (compiled === undefined) return 'pattern is not a regular expression';
  try {
    return compiled.test(example) ? undefined : 'example does not match the pattern';
  } catch (error) {
    if (!(error instanceof SlowPatternError)) throw error;
    return `pattern takes too long: ${error.message} with its example`;
  }
};

const compile = (pattern: string): WholeValue | undefined => {
  try {
    return wholeValue(pattern);
  } catch {
    return undefined;
  }
};
