import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '#base/package-root.ts';
import type { Language } from '#contract/languages.ts';
import { once } from '#contract/once.ts';
import { type Dictionary, dictionaryOf, phraseOf, type Translated } from './phrases.ts';

/** Words of reports in other languages than English, by the English ones, from data files. */
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

const languages: Readonly<Record<OtherLanguage, () => Words & { readonly dictionary: Dictionary }>> = {
  de: once(() => {
    const words = wordsOf('de');
    return { ...words, dictionary: dictionaryOf(words.phrases) };
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
