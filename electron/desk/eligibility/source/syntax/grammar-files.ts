import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Language, Parser, Query } from 'web-tree-sitter';
import { packageRoot } from '#base/package-root.ts';
import { languages } from './grammars.ts';

/** A language with its grammar and the queries that say what its nodes mean. */
export interface Grammar {
  readonly parser: Parser;
  readonly query: Query;
}

const folder = 'recognizers';
const loaded = new Map<string, Grammar | undefined>();
let started: Promise<void> | undefined;

/** The module's own wasm is read here, as a worker in an archive can't fetch it. */
const start = (): Promise<void> => {
  started ??= Parser.init({
    wasmBinary: readFileSync(resolve('web-tree-sitter/tree-sitter.wasm')),
  } as never);
  return started;
};
const resolve = (name: string): string => createRequire(import.meta.url).resolve(name);

/**
 * Loads the grammars of languages, once each. What is not loaded is read by the generic tokenizer.
 * @param userFolder The data folder, in which `recognizers/<language>/<construct>.scm` extends the queries of that
 *   language: they stand before ours, so that a node that both name is theirs.
 * @throws Error that names the file, if a query does not fit its grammar
 */
export const loadGrammars = async (wanted: Iterable<string>, userFolder?: string): Promise<void> => {
  for (const language of wanted) {
    const { grammar } = languages[language] ?? {};
    if (grammar === undefined || loaded.has(language)) continue;
    await start();
    const wasm = readFileSync(resolve(`tree-sitter-wasms/out/tree-sitter-${grammar}.wasm`));
    const tree = await Language.load(new Uint8Array(wasm));
    const parser = new Parser();
    parser.setLanguage(tree);
    loaded.set(language, { parser, query: queryOf(tree, language, userFolder) });
  }
};

/** Undefined if the language has no grammar, or it was not loaded. */
export const grammarOf = (language: string): Grammar | undefined => loaded.get(language);

/** Reads its language by tokens from here on. */
export const forgetGrammar = (language: string): void => void loaded.set(language, undefined);

const queryOf = (grammar: Language, language: string, userFolder: string | undefined): Query => {
  const folders = [
    ...(userFolder === undefined ? [] : [join(userFolder, folder, language)]),
    join(packageRoot(), 'resources', folder, language),
  ];
  const files = folders.flatMap((at) => queryFiles(at));
  // Each is tried by itself first: an error must name its file.
  for (const { path, text } of files) {
    try {
      new Query(grammar, text).delete();
    } catch (error) {
      throw new Error(`${path} is no query for ${language}: ${(error as Error).message.split('\n')[0]}`, {
        cause: error,
      });
    }
  }
  return new Query(grammar, files.map(({ text }) => text).join('\n'));
};

const queryFiles = (at: string): { path: string; text: string }[] => {
  let names: string[];
  try {
    names = readdirSync(at);
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith('.scm'))
    .sort()
    .map((name) => ({ path: join(at, name), text: readFileSync(join(at, name), 'utf8') }));
};
