import { readGeneric } from './generic.ts';
import { forgetGrammars, grammarOf } from './grammar-files.ts';
import { languageOf, plainText } from './grammars.ts';
import { lineFinder } from './line-finder.ts';
import { readLines } from './lines.ts';
import { type Model, modelOf } from './model.ts';
import { makers } from './nodes.ts';
import { readTree } from './tree-model.ts';
import { readXml } from './xml.ts';
import { readYaml } from './yaml.ts';

const ofLines = new Set([
  ...[
    'nginx',
    'apache',
    'haproxy',
    'caddy',
    'conf',
    'ini',
    'properties',
    'dotenv',
    'makefile',
    'just',
    'dockerfile',
  ],
  ...['batch', 'http', 'csv', 'diff'],
]);
const markup = new Set(['xml', 'html', 'vue', 'svelte']);

/**
 * The model of a text: by its grammar where it is loaded and copes, else by reading tokens. Never throws.
 * @param language Of a region whose language is not that of its file.
 * @returns Where a grammar was at a loss in places, a second model made of tokens beside it.
 */
export const readModels = (
  path: string,
  text: string,
  language = languageOf(path, text),
): readonly Model[] => {
  const lineAt = lineFinder(text);
  const about = { path, text, language, lineAt };
  const grammar = grammarOf(language);
  const tree = grammar === undefined ? undefined : byGrammar(() => readTree(text, grammar, lineAt));
  const models = tree === undefined ? [] : [modelOf({ ...about, source: 'syntax-tree' }, tree.root)];
  if (tree !== undefined && !tree.hasErrors) return models;
  models.push(modelOf({ ...about, source: 'tokens' }, readTokens(text, language, lineAt)));
  // Nobody knows whether it is code or lines of words.
  if (language === plainText)
    models.push(modelOf({ ...about, source: 'tokens' }, readLines(text, makers(lineAt), language)));
  return models;
};

/** Reads a text as code of a language; see `readModels`. */
export type ReadModels = (path: string, text: string, language?: string) => readonly Model[];

/** Characters of the texts whose models wait: a model takes some fifty times as much memory. */
const longestKept = 3_000_000;

/** Files are read for what they define, and later for what they use: models are kept between, as many as memory holds. */
export const createModelReader = (): { keep: ReadModels; take: ReadModels } => {
  const kept = new Map<string, { text: string; language: string; models: readonly Model[] }>();
  let characters = 0;
  return {
    keep(path, text, language = languageOf(path, text)) {
      const known = kept.get(path);
      if (known?.text === text && known.language === language) return known.models;
      const models = readModels(path, text, language);
      if (known === undefined && characters + text.length <= longestKept) {
        kept.set(path, { text, language, models });
        characters += text.length;
      }
      return models;
    },
    take(path, text, language = languageOf(path, text)) {
      const known = kept.get(path);
      if (known?.text !== text || known.language !== language) return readModels(path, text, language);
      kept.delete(path);
      characters -= text.length;
      return known.models;
    },
  };
};

/** A grammar's scanner may trap on what no one writes. */
const byGrammar = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    forgetGrammars();
    return undefined;
  }
};

const readTokens = (text: string, language: string, lineAt: (offset: number) => number) => {
  const make = makers(lineAt);
  if (language === 'yaml') return readYaml(text, make);
  if (markup.has(language) || (language === 'conf' && /^\s*</.test(text))) return readXml(text, make);
  if (ofLines.has(language)) return readLines(text, make, language);
  return readGeneric(text, language, lineAt);
};
