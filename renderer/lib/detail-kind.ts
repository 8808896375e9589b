/** Which input suits a detail, by the pattern of its values. Forms of older cases have the same patterns. */
export type DetailKind =
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  /** Several of a list; `all` stands for every one. */
  | {
      readonly kind: 'choices';
      readonly choices: readonly string[];
      readonly all?: string;
      readonly separator: string;
    }
  /** Several, freely named. */
  | { readonly kind: 'names'; readonly separator: string }
  | { readonly kind: 'number' }
  | { readonly kind: 'url' }
  | { readonly kind: 'text' };

const word = String.raw`(?:[\w -]|\\.)+`;
const oneOf = new RegExp(`^${word}(?:\\|${word})*$`);
/** `all|(?:a|b)(?:, ?(?:a|b))*` */
const listOf = new RegExp(
  `^(?:(${word})\\|)?\\(\\?:(${word}(?:\\|${word})*)\\)\\(\\?:(, ?\\??| |,)\\(\\?:\\2\\)\\)\\*$`,
);
/** `[a-z]+(?: [a-z]+)*` */
const namesOf = /^(?<item>[^|]+)\(\?:(?<separator>, \?|,| )\k<item>\)\*$/;
const digits = /^\[0-9\](?:\{\d+(?:,\d*)?\}|\+)$|^\\d(?:\{\d+(?:,\d*)?\}|\+)$/;

export const kindOf = (pattern: string): DetailKind => {
  if (oneOf.test(pattern)) return { kind: 'choice', choices: wordsIn(pattern) };
  const [, all, choices, between] = listOf.exec(pattern) ?? [];
  if (choices !== undefined && between !== undefined) {
    return {
      kind: 'choices',
      choices: wordsIn(choices),
      separator: separatorOf(between),
      ...(all === undefined ? {} : { all }),
    };
  }
  const separator = namesOf.exec(pattern)?.groups?.separator;
  if (separator !== undefined) return { kind: 'names', separator: separatorOf(separator) };
  if (digits.test(pattern)) return { kind: 'number' };
  return { kind: /^https?\b/.test(pattern) ? 'url' : 'text' };
};

const wordsIn = (alternatives: string): string[] => alternatives.replaceAll('\\', '').split('|');

const separatorOf = (pattern: string): string => (pattern.startsWith(', ') ? ', ' : pattern);

/** Values in a text: separated by its separator, a comma or spaces around it. */
export const valuesIn = (text: string, separator: string): string[] =>
  text
    .split(separator === ' ' ? /\s+/ : /\s*,\s*/)
    .map((value) => value.trim())
    .filter((value) => value !== '');

/** Whether the whole value has the form; what the page cannot read, the desk decides. */
export const hasForm = (pattern: string, value: string): boolean => {
  try {
    return value.length > longestChecked || new RegExp(`^(?:${pattern})$`, 'u').test(value);
  } catch {
    return true;
  }
};

/** A pattern of a foreign form may be slow: longer values are left to the desk, which has a deadline. */
const longestChecked = 200;
