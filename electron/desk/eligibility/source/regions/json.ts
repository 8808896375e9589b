import { guessLanguage, languageNamed } from './guess.ts';
import { createPart, type Part } from './region.ts';

interface Text {
  /** Behind the opening quote, and at the closing one. */
  readonly from: number;
  readonly to: number;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** The end of a string whose first character stands at `from`: at its quote, or at the text's end. */
export const stringEnd = (text: string, from: number, quote: string): number => {
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (letter === '\\') at++;
    else if (letter === quote) return at;
  }
  return text.length;
};

/** Copies a string's content into a part, without its escapes. */
export const copyUnescaped = (
  text: string,
  { from, to }: Text,
  maker: ReturnType<typeof createPart>,
): void => {
  let start = from;
  for (let at = from; at < to; ) {
    if (text[at] !== '\\') {
      at++;
      continue;
    }
    maker.copy(start, at);
    const letter = text[at + 1] ?? '';
    const code = letter === 'u' ? /^[0-9a-f]{4}/i.exec(text.slice(at + 2, at + 6))?.[0] : undefined;
    maker.put(
      code === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
      at,
    );
    at = Math.min(to, at + (code === undefined ? 2 : 6));
    start = at;
  }
  maker.copy(start, to);
};

const isBlank = (letter: string | undefined): boolean =>
  letter === ' ' || letter === '\n' || letter === '\r' || letter === '\t';

interface Level {
  readonly isList: boolean;
  readonly key: string;
  readonly texts: Text[];
}

/** The scripts, queries and formulas that stand in strings of a JSON document; a list of strings is one text of lines. */
export const jsonParts = (text: string): Part[] => {
  const kernel = kernelOf(text);
  const parts: Part[] = [];
  const levels: Level[] = [{ isList: false, key: '', texts: [] }];
  let key = '';
  const close = (): void => {
    const level = levels.length > 1 ? levels.pop() : undefined;
    if (level?.isList === true) addTexts(text, level.texts, level.key, kernel, parts);
  };
  /** Reads a key or a value; gives the last character before what follows it. */
  const takeString = (open: number): number => {
    const one = { from: open + 1, to: stringEnd(text, open + 1, '"') };
    let next = one.to + 1;
    while (isBlank(text[next])) next++;
    const level = levels.at(-1) as Level;
    if (text[next] === ':') key = text.slice(one.from, Math.min(one.to, open + 81));
    else if (level.isList) level.texts.push(one);
    else addTexts(text, [one], key, kernel, parts);
    return next - 1;
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') at = takeString(at);
    else if (letter === ']' || letter === '}') close();
    else if ((letter === '[' || letter === '{') && levels.length < 200)
      levels.push({ isList: letter === '[', key, texts: [] });
  }
  while (levels.length > 1) close();
  return parts;
};

const addTexts = (
  text: string,
  texts: readonly Text[],
  key: string,
  kernel: string | undefined,
  parts: Part[],
): void => {
  if (texts.length === 0) return;
  const maker = createPart(text);
  texts.forEach((one, index) => {
    const before = texts[index - 1];
    if (before !== undefined && !text.startsWith('\\n', before.to - 2)) maker.put('\n', before.to);
    copyUnescaped(text, one, maker);
  });
  const whole = maker.part('', key);
  const language =
    kernel !== undefined && key === 'source'
      ? cellLanguage(whole.text, kernel)
      : guessLanguage(whole.text, key);
  if (language !== undefined && whole.text.length > 2) parts.push({ ...whole, language });
};

/** The language of a notebook's cells; undefined if the document is none. */
const kernelOf = (text: string): string | undefined => {
  if (!text.includes('"cells"') || !text.includes('"cell_type"')) return undefined;
  const named = /"(?:language|name)"\s{0,20}:\s{0,20}"([\w#+ -]{1,30})"/g;
  for (let found = named.exec(text); found !== null; found = named.exec(text)) {
    const language = languageNamed(found[1] ?? '');
    if (language !== undefined) return language;
  }
  return 'python';
};

const cellLanguage = (text: string, kernel: string): string => {
  const magic = /^\s*%%?(\w+)/.exec(text)?.[1];
  return (magic === undefined ? undefined : languageNamed(magic)) ?? kernel;
};
