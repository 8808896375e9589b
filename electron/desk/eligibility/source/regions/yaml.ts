import { type Line, linesOf } from '#desk/eligibility/source/text-lines.ts';
import { guessLanguage } from './guess.ts';
import { copyUnescaped, stringEnd } from './json.ts';
import { createPart, type Part, type PartMaker } from './region.ts';

const entry = /^(?:- +)*(?:(["']?)([\w.$/-]{1,80})\1[ \t]*:(?=[ \t]|$))?[ \t]*/;
const isListed = /^-(?:[ \t]|$)/;

interface Open {
  readonly indent: number;
  readonly key: string;
}

/** The dash and the key that an entry begins with. */
const headOf = (line: string) => {
  // Every part of the pattern is optional: it matches any line.
  const [{ length }, , named] = entry.exec(line) as RegExpExecArray;
  const listed = isListed.test(line);
  return { listed, named, isItem: listed && named === undefined, length };
};

/** The scripts, queries and formulas that stand in the values of a YAML document. Neighbouring items of a list of commands are one text. */
export const yamlParts = (text: string): Part[] => {
  const lines = linesOf(text);
  const parts: Part[] = [];
  let keys: Open[] = [];
  let list: { maker: PartMaker; key: string; indent: number } | undefined;
  const endList = (): void => {
    if (list !== undefined) addGuessed(list.maker, list.key, parts);
    list = undefined;
  };
  /** Reads the entry that begins in a line; gives the last line that belongs to it. */
  const takeEntry = (index: number): number => {
    const line = lines[index] as Line;
    const { indent } = line;
    const start = line.from + indent;
    const { listed, named, isItem, length } = headOf(text.slice(start, Math.min(line.to, start + 400)));
    keys = keys.filter((one) => one.indent < indent || (listed && one.indent === indent));
    const key = named ?? keys.at(-1)?.key ?? '';
    if (!listed || indent !== list?.indent) endList();
    if (named !== undefined) keys.push({ indent, key });
    const from = start + length;
    if (isItem) list ??= { maker: createPart(text), key, indent };
    const maker = (isItem ? list?.maker : undefined) ?? createPart(text);
    if (!maker.isEmpty) maker.put('\n', from);
    const last = copyValue(text, lines, index, from, maker);
    if (!isItem) addGuessed(maker, key, parts);
    return last;
  };
  for (let index = 0; index < lines.length; index++) {
    const { from, to, indent } = lines[index] as Line;
    if (from + indent < to && text[from + indent] !== '#') index = takeEntry(index);
  }
  endList();
  return parts;
};

const addGuessed = (maker: PartMaker, key: string, parts: Part[]): void => {
  if (maker.isEmpty) return;
  const whole = maker.part('', key);
  const language = whole.text.length > 2 ? guessLanguage(whole.text, key) : undefined;
  if (language !== undefined) parts.push({ ...whole, language });
};

/** Copies a value that begins at `from` in a line; gives the last line that belongs to it. */
const copyValue = (
  text: string,
  lines: readonly Line[],
  index: number,
  from: number,
  maker: PartMaker,
): number => {
  const line = lines[index] as Line;
  const first = text[from];
  if (from >= line.to || first === '#') return index;
  const scalar = /^(?:!\S{1,40}[ \t]+|&\S{1,40}[ \t]+)*[|>][-+\d]{0,3}[ \t]*(?:#.*)?$/;
  if (line.to - from < 120 && scalar.test(text.slice(from, line.to))) return copyBlock(lines, index, maker);
  if (first === '"' || first === "'") {
    const to = first === '"' ? stringEnd(text, from + 1, first) : singleEnd(text, from + 1);
    if (first === '"') copyUnescaped(text, { from: from + 1, to }, maker);
    else maker.copy(from + 1, to);
    let last = index;
    while (last + 1 < lines.length && (lines[last + 1] as Line).from <= to) last++;
    return last;
  }
  maker.copy(from, line.to);
  return copyPlain(text, lines, index, maker);
};

/** A plain value continues in the lines that are indented more. */
const copyPlain = (text: string, lines: readonly Line[], index: number, maker: PartMaker): number => {
  const line = lines[index] as Line;
  let last = index;
  while (last + 1 < lines.length) {
    const next = lines[last + 1] as Line;
    const start = next.from + next.indent;
    if (next.indent <= line.indent || start >= next.to) break;
    if (/^(?:#|- |[\w"'.$-]{1,80}[ \t]*:(?:\s|$))/.test(text.slice(start, Math.min(next.to, start + 100))))
      break;
    maker.put(' ', (lines[last] as Line).to);
    maker.copy(start, next.to);
    last++;
  }
  return last;
};

const singleEnd = (text: string, from: number): number => {
  let at = text.indexOf("'", from);
  while (at >= 0 && text[at + 1] === "'") at = text.indexOf("'", at + 2);
  return at < 0 ? text.length : at;
};

const copyBlock = (lines: readonly Line[], index: number, maker: PartMaker): number => {
  const outer = lines[index] as Line;
  let indent = Number.POSITIVE_INFINITY;
  let last = index;
  for (let at = index + 1; at < lines.length; at++) {
    const line = lines[at] as Line;
    const isBlank = line.from + line.indent >= line.to;
    if (!isBlank && line.indent <= outer.indent) break;
    if (!isBlank) indent = Math.min(indent, line.indent);
    if (last > index) maker.put('\n', (lines[last] as Line).to);
    if (!isBlank) maker.copy(line.from + indent, line.to);
    last = at;
  }
  return last;
};
