import { wordSet } from '#desk/eligibility/source/word-set.ts';
import { readGeneric } from './generic.ts';
import { forgetGrammars, type Grammar, grammarOf } from './grammar-files.ts';
import { languageOf, plainText } from './grammars.ts';
import { lineFinder } from './line-finder.ts';
import { readLines } from './lines.ts';
import { type Model, modelOf } from './model.ts';
import { makers } from './nodes.ts';
import { type Outline, outlineOf } from './outline.ts';
import { readTree } from './tree-model.ts';
import { readXml } from './xml.ts';
import { readYaml } from './yaml.ts';

const ofLines = wordSet(
  'nginx apache haproxy caddy conf ini properties dotenv makefile just dockerfile batch http csv diff',
);
const markup = new Set(['xml', 'html', 'vue', 'svelte']);

/**
 * The model of a text: by its grammar where it is loaded and copes, else by reading tokens. Never throws.
 * @param language Of a region whose language is not that of its file.
 * @param places Offsets that will be asked about; of a long text, no more than what is around them is read then, until
 *   something else is asked for. Without them, the whole text is read.
 * @returns Where a grammar was at a loss in places, a second model made of tokens beside it.
 */
export const readModels = (
  path: string,
  text: string,
  language = languageOf(path, text),
  places?: readonly number[],
): readonly Model[] => {
  const lineAt = lineFinder(text);
  const about = { path, text, language, lineAt };
  const grammar = grammarOf(language);
  const outlined =
    grammar === undefined || places === undefined ? undefined : readOutline(about, grammar, places);
  if (outlined !== undefined) return [outlined];
  const tree = grammar === undefined ? undefined : byGrammar(() => readTree(text, grammar, lineAt));
  const models = tree === undefined ? [] : [modelOf({ ...about, source: 'syntax-tree' }, tree.root)];
  if (tree !== undefined && !tree.hasErrors) return models;
  models.push(modelOf({ ...about, source: 'tokens' }, readTokens(text, language, lineAt)));
  // Nobody knows whether it is code or lines of words.
  if (language === plainText)
    models.push(modelOf({ ...about, source: 'tokens' }, readLines(text, makers(lineAt), language)));
  return models;
};

/** A model of what is around some places, which reads the rest when it is asked for. Undefined if the grammar is at a loss. */
const readOutline = (
  about: Omit<Parameters<typeof modelOf>[0], 'source'>,
  grammar: Grammar,
  places: readonly number[],
): Model | undefined => {
  const { path, text, language, lineAt } = about;
  const outline = outlineOf(text, language, places);
  if (outline === undefined) return undefined;
  const tree = byGrammar(() => readTree(text, grammar, lineAt, outline));
  if (tree === undefined || tree.hasErrors) return undefined;
  const model = modelOf({ ...about, source: 'syntax-tree' }, tree.root);
  let read: Model | undefined;
  const whole = (): Model => {
    read ??= readModels(path, text, language)[0] ?? model;
    return read;
  };
  const around = (offset: number): Model => (outline.covers(offset) ? model : whole());
  return {
    ...about,
    source: 'syntax-tree',
    get root() {
      return whole().root;
    },
    all: (kind) => whole().all(kind),
    named: (names) =>
      ([...names].every((name) => isCovered(text, name, outline)) ? model : whole()).named(names),
    at: (offset) => around(offset).at(offset),
    commentAt: (offset) => around(offset).commentAt(offset),
  };
};

/** Whether a name stands nowhere but in what was read. */
const isCovered = (text: string, name: string, { covers }: Outline): boolean => {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length))
    if (!covers(at)) return false;
  return true;
};

/** Reads a text as code of a language; see `readModels`. */
export type ReadModels = (
  path: string,
  text: string,
  language?: string,
  places?: readonly number[],
) => readonly Model[];

/** A region's models are read once, for all recognizers. */
export const readOnce = (
  read: ReadModels,
): ((path: string, text: string, language: string, places?: readonly number[]) => readonly Model[]) => {
  const known = new Map<string, Map<string, readonly Model[]>>();
  return (path, text, language, places) => {
    const ofLanguage = known.get(language) ?? new Map<string, readonly Model[]>();
    known.set(language, ofLanguage);
    const models = ofLanguage.get(text) ?? read(path, text, language, places);
    ofLanguage.set(text, models);
    return models;
  };
};

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
    take(path, text, language = languageOf(path, text), places = undefined) {
      const known = kept.get(path);
      if (known?.text !== text || known.language !== language)
        return readModels(path, text, language, places);
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
