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
const loaded = new Map<string, Grammar>();
let all: Promise<void> | undefined;

/**
 * Loads all grammars, once a process. They share one memory, in which one that is loaded after others have parsed can
 * trap, so none is loaded later. What is not loaded is read by the generic tokenizer.
 * @param userFolder The data folder, in which `recognizers/<language>/<construct>.scm` extends the queries of that
 *   language: they stand before ours, so that a node that both name is theirs.
 * @throws Error that names the file, if a query does not fit its grammar
 */
export const loadGrammars = (userFolder?: string): Promise<void> => {
  all ??= loadAll(userFolder);
  return all;
};

const loadAll = async (userFolder: string | undefined): Promise<void> => {
  await Parser.init({
    // The module's own wasm is read here, as a worker in an archive can't fetch it.
    wasmBinary: readFileSync(resolve('web-tree-sitter/tree-sitter.wasm')),
  } as never);
  for (const [language, { grammar }] of Object.entries(languages)) {
    if (grammar === undefined) continue;
    const tree = await Language.load(
      new Uint8Array(readFileSync(resolve(`tree-sitter-wasms/out/tree-sitter-${grammar}.wasm`))),
    );
    const parser = new Parser();
    parser.setLanguage(tree);
    loaded.set(language, { parser, query: queryOf(tree, language, userFolder) });
  }
};
const resolve = (name: string): string => createRequire(import.meta.url).resolve(name);

/** Undefined if the language has no grammar, or it was not loaded. */
export const grammarOf = (language: string): Grammar | undefined => loaded.get(language);

/** Reads every language by tokens from here on: what a trap leaves behind in the memory of all can't be trusted. */
export const forgetGrammars = (): void => loaded.clear();

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
