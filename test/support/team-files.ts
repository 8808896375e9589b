import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { packageRoot } from '#base/package-root.ts';
import { serveCommand } from '#cli/serve.ts';

/** The files that a team's desk is set up by, as far as tests look into them, and what they are held to. */

const folder = join(packageRoot(), 'packaging', 'team');

export const teamFile = (name: string): string => readFileSync(join(folder, name), 'utf8');

export interface ComposeService {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly deploy?: { readonly replicas: number };
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly cap_add?: readonly string[];
}

export interface Compose {
  readonly services: Readonly<Record<'proxy' | 'server' | 'worker' | 'database', ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

export const readCompose = (): Compose => parse(teamFile('compose.yaml'), { merge: true }) as Compose;

/** An object of Kubernetes, whose form its schema says. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into it as its readers do
export type Manifest = any;

export const readManifests = (): readonly Manifest[] =>
  globSync('kubernetes/*.yaml', { cwd: folder })
    .sort()
    .flatMap((path) => parseAllDocuments(teamFile(path)).map((document) => document.toJS()));

export const packageVersion: string = JSON.parse(
  readFileSync(join(packageRoot(), 'package.json'), 'utf8'),
).version;

const { options } = serveCommand();

/** Of `carryover serve`. */
export const serveOptions: readonly string[] = options.flatMap(({ long }) => long ?? []);

const defaultOf = (long: string): number => options.find((one) => one.long === long)?.defaultValue;

/** Where `carryover serve` listens unless told otherwise. */
export const ports = { api: defaultOf('--api-port'), desk: defaultOf('--desk-port') };

/** Variables that the program reads, or says of its options, but for those of the test kit. */
export const knownVariables = (): readonly string[] => {
  const sources = globSync('electron/{base,cli,desk,host,local,service}/**/*.ts', { cwd: packageRoot() });
  const texts = sources.map((path) => readFileSync(join(packageRoot(), path), 'utf8')).join('\n');
  const described = options.map(({ description }) => description).join('\n');
  const read = texts.match(/(?<=process\.env\.|')CARRYOVER_[A-Z_]+/g) ?? [];
  return [...new Set([...read, ...(described.match(/\bCARRYOVER_[A-Z_]+/g) ?? [])])];
};

/** What asks for the health of a process from inside of its container. */
export const asking = (port: number, path: string): readonly string[] => [
  ...['node', '-e'],
  `fetch('http://127.0.0.1:${port}${path}').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`,
];

/** Paths of secrets that are named in a text. */
export const secretPaths = (text: string): readonly string[] =>
  [...new Set(text.match(/(\/run)?\/secrets\/[\w.-]+/g))].sort();
