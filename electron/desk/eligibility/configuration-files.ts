import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { type Static, type TSchema, Type } from 'typebox';
import { JsonBoundError, parseBounded } from '#base/json/parse-bounded.ts';
import type { CheckRequest } from '#contract/eligibility.ts';
import { CatalogueError } from '#contract/errors.ts';
import {
  hasText,
  ProfileShape,
  problemIn,
  RulesShape,
  rulesOf,
  WebhooksShape,
} from '#desk/targets/configuration-shapes.ts';
import type { Configuration } from './configuration.ts';
import { type GivenFiles, type HashedFile, manifestOf } from './reading/manifest.ts';
import { readBounded } from './reading/read-bounded.ts';

/** Configuration that was exported from a target, as the API returns it: pages or bare lists. */
export type ConfigurationFiles = Pick<
  NonNullable<CheckRequest['configuration']>,
  'rulesFile' | 'profileFile' | 'webhooksFile'
>;

/** Of all rules, endpoints and their parts. */
const mostValues = 2_000_000;
const longestBytes = 50 * 1_048_576;

const Page = Type.Object({
  results: Type.Array(Type.Unknown()),
  totalResults: Type.Optional(Type.Integer()),
});

/**
 * Reads the files that are given.
 * @param dataDir whose own files are no configuration
 * @throws CatalogueError `file.unreadable`, `configuration.malformed`
 */
export const readFiles = async (files: ConfigurationFiles, dataDir: string): Promise<Configuration> => {
  const { rulesFile, profileFile, webhooksFile } = files;
  const named = [rulesFile, profileFile, webhooksFile].filter((path) => path !== undefined);
  const hash = createHash('sha256');
  const hashed: HashedFile[] = [];
  let bytes = 0;
  const given = async <T>(path: string | undefined, interpret: (path: string, content: unknown) => T) => {
    if (path === undefined) return undefined;
    const content = await readBounded(path, dataDir, longestBytes);
    hash.update(content);
    hashed.push({ path: basename(path), sha256: createHash('sha256').update(content).digest('hex') });
    bytes += content.byteLength;
    return interpret(path, parse(path, content));
  };
  const rules = await given(rulesFile, rulesIn);
  const profile = await given(profileFile, (path, content) =>
    check(ProfileShape, path, content, 'a profile: one object'),
  );
  const webhooks = await given(webhooksFile, (path, content) =>
    listIn(WebhooksShape, path, content, 'endpoints, each with id and url'),
  );
  return {
    scope: 'exported files',
    origin: named.map((path) => basename(path)).join(', '),
    digest: hash.digest('hex'),
    given: givenFiles(hashed),
    files: named.length,
    bytes,
    ...(rules === undefined ? {} : { rules }),
    ...(profile === undefined ? {} : { profile: { hasAuthHeader: hasText(profile.alertAuthHeader) } }),
    ...(webhooks === undefined ? {} : { webhooks }),
  };
};

const givenFiles = (files: readonly HashedFile[]): GivenFiles => {
  const [only, ...others] = files;
  return only !== undefined && others.length === 0
    ? { files: { sha256: only.sha256, of: 'file' } }
    : manifestOf(files);
};

/** The rules of an exported file. @throws CatalogueError `file.unreadable`, `configuration.malformed` */
export const readRulesFile = async (path: string, dataDir: string) =>
  rulesIn(path, parse(path, await readBounded(path, dataDir, longestBytes)));

const rulesIn = (path: string, content: unknown) =>
  rulesOf(listIn(RulesShape, path, content, 'rules, each with id, type and notifiers'));

/** A bare list, a page, or a list of pages. A page that is not all there is would hide rules, so it is refused. */
const listIn = <T extends ReturnType<typeof Type.Array>>(
  schema: T,
  path: string,
  content: unknown,
  what: string,
): Static<T> => {
  const pages = pagesIn(content);
  if (pages === undefined) return check(schema, path, content, what);
  const read: { results: unknown[]; totalResults?: number }[] = pages.map((page) =>
    check(Page, path, page, what),
  );
  for (const { results } of read) check(schema, path, results, what);
  const results = read.flatMap((page) => page.results);
  const total = Math.max(0, ...read.map(({ totalResults }) => totalResults ?? 0));
  if (results.length < total) {
    throw malformed(path, `it contains ${results.length} of ${total}. Export all pages into one list`);
  }
  return results as Static<T>;
};

const pagesIn = (content: unknown): unknown[] | undefined => {
  if (isPage(content)) return [content];
  return Array.isArray(content) && content.length > 0 && content.every(isPage) ? content : undefined;
};

const isPage = (value: unknown): boolean => typeof value === 'object' && value !== null && 'results' in value;

const check = <T extends TSchema>(schema: T, path: string, content: unknown, what: string): Static<T> => {
  const problem = problemIn(schema, content);
  if (problem === undefined) return content as Static<T>;
  throw malformed(path, `it does not contain ${what} (${problem})`);
};

const parse = (path: string, content: Buffer): unknown => {
  try {
    return parseBounded(decode(content), { values: mostValues });
  } catch (error) {
    if (error instanceof JsonBoundError)
      throw malformed(path, `${error.message}. Export less, or split it up`);
    // The parser's own message may quote the file.
    throw malformed(path, 'it is not valid JSON in UTF-8');
  }
};

const decode = (content: Buffer): string => new TextDecoder('utf-8', { fatal: true }).decode(content);

const malformed = (path: string, problem: string): CatalogueError =>
  new CatalogueError('configuration.malformed', { path, problem });
