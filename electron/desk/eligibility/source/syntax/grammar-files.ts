import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Language, Parser, Query } from 'web-tree-sitter';
import { packageRoot } from '#base/package-root.ts';
import { ReadError } from '#desk/eligibility/reading/read-error.ts';
import { grammarMemory } from './effort.ts';
import { languages } from './grammars.ts';

/** A language with its grammar and the queries that say what its nodes mean. */
export interface Grammar {
  readonly parser: Parser;
  /** Made when it is asked for first: that takes longer than most files do. */
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
 * @throws ReadError `file.unreadable`, if a user's query does not fit its grammar
 */
export const loadGrammars = (userFolder?: string): Promise<void> => {
  all ??= loadAll(userFolder);
  return all;
};

const loadAll = async (userFolder: string | undefined): Promise<void> => {
  keepFirstCode();
  await Parser.init({
    instantiateWasm,
    wasmMemory: grammarMemory,
  } as never);
  for (const [language, { grammar }] of Object.entries(languages)) {
    if (grammar === undefined) continue;
    const tree = await Language.load(
      readFileSync(resolve(`tree-sitter-wasms/out/tree-sitter-${grammar}.wasm`)),
    );
    loaded.set(language, grammarFor(tree, language, userFolder));
  }
};

/**
 * V8 compiles what runs often in WebAssembly again, to run faster. A grammar's lexer is one function of a hundred
 * kilobytes: a few of them took a processor for seconds and a gigabyte, and a folder of 300 MB was read no faster. The
 * flags are the process's; the only other WebAssembly in it, undici's HTTP parser, takes a few percent longer at most.
 */
const keepFirstCode = (): void => {
  for (const flag of ['wasm-tier-up', 'wasm-dynamic-tiering']) setFlagsFromString(`--no-${flag}`);
};

/** As far as it is used here: the types of the language's version do not have it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => object;
};

/**
 * The module's own wasm is read here, as a worker in an archive can't fetch it. The grammars share what it imports: that
 * of shells calls a function of C's library that it does not bring, and would trap in the middle of a file.
 */
const instantiateWasm = (
  imports: { readonly env: Record<string, unknown> },
  done: (instance: object, module: object) => void,
): object => {
  imports.env.isalpha = (letter: number): number =>
    Number(/[A-Za-z]/.test(String.fromCodePoint(Math.max(0, letter))));
  const module = new WebAssembly.Module(readFileSync(resolve('web-tree-sitter/tree-sitter.wasm')));
  done(new WebAssembly.Instance(module, imports), module);
  return {};
};

const grammarFor = (tree: Language, language: string, userFolder: string | undefined): Grammar => {
  const parser = new Parser();
  parser.setLanguage(tree);
  const users = userFolder === undefined ? [] : queryFiles(join(userFolder, folder, language));
  const make = (): Query =>
    queryOf(tree, language, [...users, ...queryFiles(join(packageRoot(), 'resources', folder, language))]);
  // A user's are tried at once: what is wrong with them must be said before anything is read.
  let query = users.length > 0 ? make() : undefined;
  return {
    parser,
    get query() {
      query ??= make();
      return query;
    },
  };
};
const resolve = (name: string): string => createRequire(import.meta.url).resolve(name);

/** Undefined if the language has no grammar, or it was not loaded. */
export const grammarOf = (language: string): Grammar | undefined => loaded.get(language);

/** Reads every language by tokens from here on: what a trap leaves behind in the memory of all can't be trusted. */
export const forgetGrammars = (): void => loaded.clear();

const queryOf = (grammar: Language, language: string, files: readonly QueryFile[]): Query => {
  try {
    return new Query(grammar, files.map(({ text }) => text).join('\n'));
  } catch (error) {
    throw problemIn(grammar, language, files) ?? error;
  }
};

/** Each file by itself, as the error must name it. */
const problemIn = (grammar: Language, language: string, files: readonly QueryFile[]): Error | undefined => {
  for (const { path, text } of files) {
    try {
      new Query(grammar, text).delete();
    } catch (error) {
      const problem = (error as Error).message.split('\n')[0];
      return new ReadError('file.unreadable', {
        path,
        problem: `it is not a query for ${language}: ${problem}`,
      });
    }
  }
  return undefined;
};

interface QueryFile {
  readonly path: string;
  readonly text: string;
}

const queryFiles = (at: string): QueryFile[] => {
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
