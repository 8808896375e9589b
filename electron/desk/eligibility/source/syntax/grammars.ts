import { basename } from 'node:path';
import { wordSet } from '#desk/eligibility/source/word-set.ts';
import table from './grammars.json' with { type: 'json' };

/** Which language a file is in, and which of the grammars of `tree-sitter-wasms` reads it. Data: `grammars.json`. */
export interface LanguageEntry {
  /** For people, where it is not the key itself. */
  readonly name?: string;
  /** Name of the grammar's file in the package: `tree-sitter-<grammar>.wasm`. None: the generic tokenizer reads it. */
  readonly grammar?: string;
  readonly extensions: readonly string[];
  /** Whole names, in small letters; those that end in `*` are beginnings. */
  readonly filenames?: readonly string[];
  /** Interpreters of a first line such as `#!/usr/bin/env python3`. */
  readonly interpreters?: readonly string[];
}
export const languages: Readonly<Record<string, LanguageEntry>> = table;

const byExtension = new Map<string, string>();
const byName = new Map<string, string>();
const beginnings: [string, string][] = [];
const byInterpreter = new Map<string, string>();
for (const [language, { extensions, filenames = [], interpreters = [] }] of Object.entries(languages)) {
  for (const extension of extensions) byExtension.set(extension, language);
  for (const name of filenames) {
    if (name.endsWith('*')) beginnings.push([name.slice(0, -1), language]);
    else byName.set(name, language);
  }
  for (const interpreter of interpreters) byInterpreter.set(interpreter, language);
}

/** What no table names is read as text, by the generic tokenizer. */
export const plainText = 'text';

/** Suffixes that say how a file is filled in, not what it is: `nginx.conf.j2` is nginx. */
const templateSuffix = /\.(?:j2|jinja2?|tmpl|tpl|gotmpl|template|erb|ejs|dist|example|sample|in|bak|orig)$/;

/**
 * The language of a file.
 * @param path Relative or absolute, with / or \.
 * @param text Its beginning: the first line may name an interpreter.
 */
export const languageOf = (path: string, text = ''): string => {
  const name = basename(path.replaceAll('\\', '/')).toLowerCase();
  return byItsName(name.replace(templateSuffix, '')) ?? byItsName(name) ?? byFirstLine(text) ?? plainText;
};

const byItsName = (name: string): string | undefined => {
  const whole = byName.get(name);
  if (whole !== undefined) return whole;
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const language = byExtension.get(name.slice(dot + 1));
    if (language !== undefined) return language;
  }
  return beginnings.find(([beginning]) => name.startsWith(beginning))?.[1];
};

const noCode = new Set([plainText, 'csv', 'diff']);

/** The name of a file's language for people; undefined if the file's name says nothing of it. */
export const languageNameOf = (path: string): string | undefined => {
  const language = languageOf(path);
  return noCode.has(language)
    ? undefined
    : (languages[language]?.name ?? language.charAt(0).toUpperCase() + language.slice(1));
};

const quoted = wordSet(
  'javascript typescript tsx vue svelte csharp python java kotlin scala groovy go php sql swift dart rust json',
);
/** Whether a word without quotes is a name in the language of a file, and no value. */
export const needsQuotes = (path: string): boolean => quoted.has(languageOf(path));

const firstLine = /^#!\s*\S*?([^\s/]+)(?:\s+(?:-\S+\s+)*(\S+))?/;
const byFirstLine = (text: string): string | undefined => {
  const [, program = '', argument = ''] = firstLine.exec(text.slice(0, 200)) ?? [];
  const interpreter = program === 'env' ? argument : program;
  return byInterpreter.get(interpreter.replace(/[\d.]+$/, ''));
};
