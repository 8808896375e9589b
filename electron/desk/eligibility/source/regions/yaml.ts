import { guessLanguage } from './guess.ts';
import { copyUnescaped, stringEnd } from './json.ts';
import { createPart, type Part, type PartMaker } from './region.ts';

interface Line {
  readonly from: number;
  readonly to: number;
  readonly indent: number;
}

/** The lines of a text, with their indentation in columns. */
export const linesOf = (text: string): Line[] => {
  const lines: Line[] = [];
  for (let from = 0; from <= text.length; ) {
    const found = text.indexOf('\n', from);
    const to = found < 0 ? text.length : found;
    let at = from;
    while (at < to && (text[at] === ' ' || text[at] === '\t')) at++;
    lines.push({ from, to: text[to - 1] === '\r' ? to - 1 : to, indent: at - from });
    from = to + 1;
  }
  return lines;
};

const entry = /^(?:- +)*(?:(["']?)([\w.$/-]{1,80})\1[ \t]*:(?=[ \t]|$))?[ \t]*/;
const isListed = /^-(?:[ \t]|$)/;

interface Open {
  readonly indent: number;
  readonly key: string;
}

/** The scripts, queries and formulas that stand in the values of a YAML document. Neighbouring items of a list of commands are one text. */
export const yamlParts = (text: string): Part[] => {
  const lines = linesOf(text);
  const parts: Part[] = [];
  let keys: Open[] = [];
  let list: { maker: PartMaker; key: string; indent: number } | undefined;
  const finish = (maker: PartMaker, key: string): void => {
    if (maker.isEmpty) return;
    const whole = maker.part('', key);
    const language = whole.text.length > 2 ? guessLanguage(whole.text, key) : undefined;
    if (language !== undefined) parts.push({ ...whole, language });
  };
  const endList = (): void => {
    if (list !== undefined) finish(list.maker, list.key);
    list = undefined;
  };
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as Line;
    const start = line.from + line.indent;
    if (start >= line.to || text[start] === '#') continue;
    const content = text.slice(start, Math.min(line.to, start + 400));
    const listed = isListed.test(content);
    const head = entry.exec(content);
    keys = keys.filter(({ indent }) => indent < line.indent || (listed && indent === line.indent));
    const key = head?.[2] ?? keys.at(-1)?.key ?? '';
    if (list !== undefined && (!listed || line.indent !== list.indent)) endList();
    if (head?.[2] !== undefined) keys.push({ indent: line.indent, key });
    const from = start + (head?.[0].length ?? 0);
    const isItem = listed && head?.[2] === undefined;
    if (isItem && list === undefined) list = { maker: createPart(text), key, indent: line.indent };
    const maker = isItem && list !== undefined ? list.maker : createPart(text);
    if (!maker.isEmpty) maker.put('\n', from);
    index = copyValue(text, lines, index, from, maker);
    if (!isItem) finish(maker, key);
  }
  endList();
  return parts;
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
  // A plain value goes on in the lines that are indented more.
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
  let indent = -1;
  let last = index;
  for (let at = index + 1; at < lines.length; at++) {
    const line = lines[at] as Line;
    const isBlank = line.from + line.indent >= line.to;
    if (!isBlank) {
      if (line.indent <= outer.indent) break;
      if (indent < 0) indent = line.indent;
      else if (line.indent < indent) indent = line.indent;
    }
    if (last > index) maker.put('\n', (lines[last] as Line).to);
    if (!isBlank) maker.copy(line.from + indent, line.to);
    last = at;
  }
  return last;
};
