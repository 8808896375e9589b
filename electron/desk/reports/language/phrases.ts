/**
 * Texts in another language, by the English ones, from a data file. A text may have places: `{n}` for a number, `{t}` for a
 * phrase, or a list of them, that is translated too; any other, such as `{x}` or `{platform}`, for a text that stays as it is.
 * `{n1}` and `{n2}` are two of a kind; a place that comes twice stands for the same both times.
 */
export interface Dictionary {
  readonly exact: ReadonlyMap<string, string>;
  readonly phrases: readonly Phrase[];
}

interface Phrase {
  readonly pattern: RegExp;
  readonly meaning: string;
}

export interface Translated {
  readonly text: string;
  readonly isWhole: boolean;
}

const places = /\{(\w+)\}/g;
const isOfKind = (kind: 'n' | 't', name: string): boolean => name.startsWith(kind) && /^.\d?$/.test(name);

export const dictionaryOf = (texts: Readonly<Record<string, string>>): Dictionary => {
  const all = Object.entries(texts);
  return {
    exact: new Map(all),
    phrases: all
      .filter(([english]) => english.search(places) >= 0)
      .map(([english, meaning]) => ({ pattern: patternOf(english), meaning })),
  };
};

const patternOf = (english: string): RegExp => {
  const seen = new Set<string>();
  const placeOf = (name: string): string => {
    if (seen.has(name)) return `\\k<${name}>`;
    seen.add(name);
    return `(?<${name}>${isOfKind('n', name) ? '[\\d,]+(?:\\.\\d+)?' : '.+?'})`;
  };
  const parts = english.split(places).map((part, at) => (at % 2 === 0 ? RegExp.escape(part) : placeOf(part)));
  return new RegExp(`^${parts.join('')}$`, 'u');
};

/** Undefined for what the dictionary has no phrase for. */
export const phraseOf = (text: string, dictionary: Dictionary): Translated | undefined => {
  const exact = dictionary.exact.get(text);
  if (exact !== undefined) return { text: exact, isWhole: true };
  for (const { pattern, meaning } of dictionary.phrases) {
    const match = pattern.exec(text);
    if (match !== null) return filled(meaning, match.groups ?? {}, dictionary);
  }
  return undefined;
};

const filled = (
  meaning: string,
  values: Readonly<Record<string, string>>,
  dictionary: Dictionary,
): Translated => {
  let isWhole = true;
  const text = meaning.replace(places, (_, name: string) => {
    const value = values[name] ?? '';
    if (!isOfKind('t', name)) return value;
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
