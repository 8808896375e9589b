import type { Node } from './model.ts';
import type { Makers } from './nodes.ts';

/**
 * Configuration of words and lines: nginx, HAProxy, Caddy, Apache, INI, properties, .env, Makefiles, Dockerfiles, plain
 * text. `key = value` is a pair, `{ … }` a mapping, every other line a call of its first word. Linear; it never throws.
 */
export const readLines = (text: string, make: Makers, language: string): Node => {
  const marks = commentMarks[language] ?? ['#', ';'];
  const reader: Reader = { text, make, language, marks, open: [{ name: '', from: 0, entries: [] }] };
  for (let from = 0; from < text.length; ) {
    const end = lineEnd(text, from, language);
    let start = from;
    while (start < end && text.charAt(start) <= ' ') start++;
    if (start < end) readLine(reader, start, end);
    from = end + 1;
  }
  while (reader.open.length > 1) close(reader, text.length);
  return make.group(0, text.length, entriesOf(reader));
};

interface Open {
  readonly name: string;
  readonly from: number;
  readonly entries: Node[];
}
interface Reader {
  readonly text: string;
  readonly make: Makers;
  readonly language: string;
  readonly marks: readonly string[];
  /** The file, then the sections and blocks around the present line. */
  readonly open: Open[];
}
const entriesOf = ({ open }: Reader): Node[] => (open.at(-1) as Open).entries;
const close = (reader: Reader, to: number): void => {
  const { name, from, entries } = reader.open.pop() as Open;
  entriesOf(reader).push(reader.make.mapping(from, to, name, entries));
};

const readLine = (reader: Reader, start: number, end: number): void => {
  const { text, make, language, marks, open } = reader;
  const mark = marks.find((one) => text.startsWith(one, start));
  if (mark !== undefined) {
    entriesOf(reader).push(make.comment(start, end, text.slice(start + mark.length, end)));
    return;
  }
  const section = /^\[\[?([^\]\n]+)\]\]?\s*$/.exec(text.slice(start, end));
  if (section !== null) {
    while (open.length > 1) close(reader, start);
    open.push({ name: section[1] as string, from: start, entries: [] });
    return;
  }
  const words = wordsOf(text, start, end, make, marks);
  entriesOf(reader).push(...words.comments);
  if (words.closes) {
    if (open.length > 1) close(reader, start + 1);
    return;
  }
  const [head, ...rest] = words.nodes;
  if (words.opens && open.length < deepest)
    open.push({ name: head?.kind === 'text' ? head.value : '', from: start, entries: rest });
  else {
    const node = statement(text, make, words.nodes, start, words.end, language);
    if (node !== undefined) entriesOf(reader).push(node);
  }
};
const deepest = 100;
const commentMarks: Readonly<Record<string, readonly string[]>> = {
  ini: ['#', ';'],
  properties: ['#', '!'],
  apache: ['#'],
  vb: ["'"],
  batch: ['REM ', 'rem ', '::', '@REM ', '@rem '],
  http: ['#', '//'],
  text: ['#', '//', ';', '--'],
  csv: [],
};

/** A backslash at its end joins the next line. */
const lineEnd = (text: string, from: number, language: string): number => {
  let end = text.indexOf('\n', from);
  while (
    end >= 0 &&
    /[\\^`]/.test(text.charAt(end - 1) === '\r' ? text.charAt(end - 2) : text.charAt(end - 1)) &&
    language !== 'csv' &&
    end - from < 20_000
  )
    end = text.indexOf('\n', end + 1);
  return end < 0 ? text.length : end;
};

const assigned =
  /^(?:export\s+|ENV\s+|ARG\s+|set\s+|define\s+|-D)?([A-Za-z_][\w.[\]-]*)\s*(?::=|\?=|\+=|::=|=|:(?=\s))\s*/;

const statement = (
  text: string,
  make: Makers,
  words: readonly Node[],
  from: number,
  to: number,
  language: string,
): Node | undefined => {
  const found = assigned.exec(text.slice(from, to));
  if (found !== null && language !== 'nginx') {
    const [whole, name = ''] = found;
    const keyFrom = from + whole.indexOf(name);
    const raw = text
      .slice(from + whole.length, to)
      .trimEnd()
      .replace(/;$/, '');
    const quoted = /^(["'])(.*)\1$/s.exec(raw);
    const value = literalOf(
      make,
      from + whole.length,
      from + whole.length + raw.length,
      quoted?.[2] ?? raw,
      text,
    );
    return make.definition(
      from,
      to,
      'constant',
      make.name(keyFrom, keyFrom + name.length, name),
      value,
      whole.includes('+='),
      [],
    );
  }
  const [head, ...rest] = words;
  if (head === undefined) return undefined;
  const callee = head.kind === 'text' ? make.name(head.from, head.to, head.value) : head;
  return make.call(from, to, callee, rest);
};

interface Words {
  readonly nodes: Node[];
  readonly comments: Node[];
  readonly opens: boolean;
  readonly closes: boolean;
  readonly end: number;
}
const wordsOf = (text: string, start: number, end: number, make: Makers, marks: readonly string[]): Words => {
  const nodes: Node[] = [];
  const comments: Node[] = [];
  let opens = false;
  let at = start;
  while (at < end) {
    const char = text.charAt(at);
    if (char <= ' ' || char === ';' || (char === '\\' && text.charAt(at + 1) <= ' ')) {
      at++;
      continue;
    }
    if (nodes.length > 0 && char === '#' && marks.includes('#') && text.charAt(at - 1) <= ' ') {
      comments.push(make.comment(at, end, text.slice(at + 1, end)));
      break;
    }
    if (char === '}' && nodes.length === 0) return { nodes, comments, opens: false, closes: true, end };
    opens = char === '{' && text.slice(at + 1, end).trim() === '';
    if (opens) break;
    const to = wordEnd(text, at, end);
    nodes.push(wordNode(make, at, to, text));
    at = Math.max(to, at + 1);
  }
  return { nodes, comments, opens, closes: false, end };
};
const wordNode = (make: Makers, from: number, to: number, text: string): Node => {
  const char = text.charAt(from);
  const quoted = (char === '"' || char === "'") && text.charAt(to - 1) === char && to - from > 1;
  return literalOf(make, from, to, quoted ? text.slice(from + 1, to - 1) : text.slice(from, to), text);
};
/** Quotes and braces of a computed part hold a word together. */
const wordEnd = (text: string, from: number, end: number): number => {
  for (let at = from; at < end; at++) {
    const char = text.charAt(at);
    if (char === '"' || char === "'") at = closingQuote(text, at, end);
    else if (char <= ' ' || (char === ';' && at > from)) return at;
  }
  return end;
};
/** Of a quote at `from`: the closing one, or `end`. */
const closingQuote = (text: string, from: number, end: number): number => {
  for (let at = from + 1; at < end; at++) {
    if (text.charAt(at) === '\\') at++;
    else if (text.charAt(at) === text.charAt(from)) return at;
  }
  return end;
};

const computed =
  /\$\{\{?[^}\n]{0,200}\}\}?|\$\([^)\n]{0,200}\)|%[\w.]+%|%\[[^\]\n]{0,200}\]|%\{[^}\n]{0,100}\}|\{\{[^}\n]{0,200}\}\}|\{[\w.$>-]{1,80}\}|\$[A-Za-z_]\w*|\$\d/g;

/** Quotes inside a word go, and what is computed is a hole with its name. */
const literalOf = (make: Makers, from: number, to: number, content: string, text: string): Node => {
  const parts: (string | Node)[] = [];
  const base = text.indexOf(content.slice(0, 1), from);
  let at = 0;
  for (const found of content.matchAll(computed)) {
    if (found.index > at) parts.push(content.slice(at, found.index).replace(/["']/g, ''));
    const name = /[A-Za-z_][\w.]*/.exec(found[0])?.[0] ?? '';
    const nameFrom = Math.min(to, Math.max(from, base) + found.index + found[0].indexOf(name));
    parts.push(make.name(nameFrom, Math.min(to, nameFrom + name.length), name));
    at = found.index + found[0].length;
  }
  if (at < content.length) parts.push(content.slice(at).replace(/["']/g, ''));
  return make.text(from, to, parts);
};
