import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '#base/package-root.ts';
import type { Language } from '#contract/languages.ts';
import { once } from '#contract/once.ts';

/**
 * Words of reports in other languages than English, by the English ones, from data files. A phrase may have places: `{n}` for a
 * number, `{x}` for a text that stays as it is, `{t}` for a phrase, or a list of them, that is translated too.
 */
interface Words {
  readonly name: string;
  /** What a translated report says of itself, and where some of it is not translated. */
  readonly note: string;
  readonly partly: string;
  readonly phrases: Readonly<Record<string, string>>;
}

type OtherLanguage = Exclude<Language, 'en'>;

const wordsOf = (language: OtherLanguage): Words =>
  JSON.parse(readFileSync(join(packageRoot(), 'resources', 'report-words', `${language}.json`), 'utf8'));

/** Says a text of Carryover in a language. */
export type Say = (text: string) => string;

export interface Translator {
  /** As in BCP 47. */
  readonly language: Language;
  readonly say: Say;
  /** What the report has to say of its language, from what was said so far; undefined in English. */
  readonly note: () => string | undefined;
}

/** Says everything as it is. */
export const english: Translator = { language: 'en', say: (text) => text, note: () => undefined };

export const translatorOf = (language: Language = 'en'): Translator => {
  if (language === 'en') return english;
  const { note, partly, dictionary } = languages[language]();
  let isWhole = true;
  const say = (text: string): string =>
    text
      .split('\n')
      .map((line) => {
        const found = translated(line, dictionary);
        if (!found.isWhole) isWhole = false;
        return found.text;
      })
      .join('\n');
  return { language, say, note: () => (isWhole ? note : `${note} ${partly}`) };
};

interface Phrase {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly meaning: string;
}
interface Dictionary {
  readonly exact: ReadonlyMap<string, string>;
  readonly phrases: readonly Phrase[];
}
interface Translated {
  readonly text: string;
  readonly isWhole: boolean;
}

const places = /\{([nxt]\d?)\}/g;
const inPlace: Readonly<Record<string, string>> = { n: '([\\d,]+(?:\\.\\d+)?)', x: '(.+?)', t: '(.+?)' };

const dictionaryOf = ({ phrases }: Words): Dictionary => {
  const all = Object.entries(phrases);
  return {
    exact: new Map(all),
    phrases: all
      .filter(([english]) => english.search(places) >= 0)
      .map(([english, meaning]) => ({
        pattern: new RegExp(
          `^${english
            .split(places)
            .map((part, at) => (at % 2 === 0 ? RegExp.escape(part) : inPlace[part.charAt(0)]))
            .join('')}$`,
          'u',
        ),
        names: [...english.matchAll(places)].map(([, name]) => name as string),
        meaning,
      })),
  };
};

const languages: Readonly<Record<OtherLanguage, () => Words & { readonly dictionary: Dictionary }>> = {
  de: once(() => {
    const words = wordsOf('de');
    return { ...words, dictionary: dictionaryOf(words) };
  }),
};

/** As a whole, else sentence by sentence: what has no translation stays. */
const translated = (text: string, dictionary: Dictionary): Translated => {
  if (!/\p{L}/u.test(text)) return { text, isWhole: true };
  const whole = phraseOf(text, dictionary);
  if (whole?.isWhole) return whole;
  const sentences = text.split(/(?<=[.!?]) (?=["\p{Lu}\d])/u);
  if (sentences.length === 1) return whole ?? { text, isWhole: false };
  const parts = sentences.map((one) => phraseOf(one, dictionary) ?? { text: one, isWhole: false });
  return { text: parts.map((one) => one.text).join(' '), isWhole: parts.every((one) => one.isWhole) };
};

const phraseOf = (text: string, dictionary: Dictionary): Translated | undefined => {
  const exact = dictionary.exact.get(text);
  if (exact !== undefined) return { text: exact, isWhole: true };
  for (const { pattern, names, meaning } of dictionary.phrases) {
    const match = pattern.exec(text);
    if (match !== null) return filled(meaning, names, match.slice(1), dictionary);
  }
  return undefined;
};

const filled = (
  meaning: string,
  names: readonly string[],
  values: readonly string[],
  dictionary: Dictionary,
): Translated => {
  let isWhole = true;
  const text = meaning.replace(places, (_, name: string) => {
    const value = values[names.indexOf(name)] ?? '';
    if (!name.startsWith('t')) return value;
    const found = listOf(value, dictionary);
    if (found === undefined) isWhole = false;
    return found ?? value;
  });
  return { text, isWhole };
};

/** A phrase, or `a, b and c` of phrases; undefined if one of them is unknown. */
const listOf = (text: string, dictionary: Dictionary): string | undefined => {
  const one = phraseOf(text, dictionary);
  if (one?.isWhole) return one.text;
  const parts = text.split(/(, | and )/);
  if (parts.length === 1) return undefined;
  const found = parts.map((part, at) => {
    if (at % 2 === 1) return part === ' and ' ? (dictionary.exact.get('and') ?? part) : part;
    const phrase = phraseOf(part, dictionary);
    return phrase?.isWhole ? phrase.text : undefined;
  });
  return found.includes(undefined) ? undefined : found.join('');
};
