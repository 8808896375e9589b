import { lineEnd, linesOf } from '#desk/eligibility/source/text-lines.ts';
import type { Node } from './model.ts';
import type { Makers } from './nodes.ts';

/**
 * YAML as mappings, pairs, lists and texts, by indentation: also where it is a template, or no YAML at all in places.
 * The grammar of `tree-sitter-wasms` can't be loaded. Linear in the text's length; it never throws.
 */
export const readYaml = (text: string, make: Makers): Node => {
  const lines = contentLines(text);
  const comments = lines.flatMap(({ comment }) =>
    comment === undefined
      ? []
      : [make.comment(comment, lineEnd(text, comment), text.slice(comment + 1, lineEnd(text, comment)))],
  );
  const { nodes } = readBlock(text, make, lines, 0, -1, 0);
  return make.group(0, text.length, [...nodes, ...comments]);
};

interface Line {
  readonly from: number;
  /** Where its content begins, and ends without a comment. */
  readonly start: number;
  readonly end: number;
  readonly indent: number;
  readonly comment?: number;
}

const contentLines = (text: string): Line[] =>
  linesOf(text)
    .filter(({ from }) => from < text.length)
    .map(({ from, to, indent }) => {
      const start = from + indent;
      const comment = commentIn(text, start, to);
      let end = comment ?? to;
      while (end > start && text.charAt(end - 1) <= ' ') end--;
      return { from, start, end, indent, ...(comment !== undefined && { comment }) };
    });
const opensQuote = (text: string, at: number): boolean =>
  /["']/.test(text.charAt(at)) && /[\s:,[{-]/.test(text.charAt(at - 1) || ' ');
const commentIn = (text: string, from: number, to: number): number | undefined => {
  for (let at = from; at < to; at++) {
    if (text.charAt(at) === '#' && (at === from || text.charAt(at - 1) <= ' ')) return at;
    if (opensQuote(text, at)) at = quoteEnd(text, at, to);
  }
  return undefined;
};
/** Of a quote at `from`: the closing one, or `end`. Only double quotes have escapes. */
const quoteEnd = (text: string, from: number, end: number): number => {
  const quote = text.charAt(from);
  for (let at = from + 1; at < end; at++) {
    if (text.charAt(at) === '\\' && quote === '"') at++;
    else if (text.charAt(at) === quote) return at;
  }
  return end;
};

const deepest = 100;
const keyed =
  /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s"'#\-[{&*!|>%@`](?:[^:#\n]|:(?=\S)|(?<=\S)#)*?|-(?=\S)[^:\n]*?|\{\{[^}]*\}\}[^:\n]*?))\s*:(?=\s|$)/;

const readBlock = (
  text: string,
  make: Makers,
  lines: readonly Line[],
  start: number,
  parentIndent: number,
  depth: number,
): { nodes: Node[]; next: number } => {
  const found = { nodes: [] as Node[], pairs: [] as Node[], items: [] as Node[] };
  let at = start;
  let indent: number | undefined;
  while (at < lines.length) {
    const line = lines[at] as Line;
    if (line.end <= line.start) {
      at++;
      continue;
    }
    indent ??= line.indent;
    if (depth > 0 && (line.indent <= parentIndent || line.indent < indent)) break;
    const { kind, node, next } = entryAt(text, make, lines, at, depth);
    if (node !== undefined) found[kind].push(node);
    at = Math.max(next, at + 1);
  }
  const { nodes, pairs, items } = found;
  const all = [...pairs, ...items, ...nodes];
  const from = all.reduce((least, { from: one }) => Math.min(least, one), Number.POSITIVE_INFINITY);
  const to = all.reduce((most, { to: one }) => Math.max(most, one), 0);
  if (pairs.length > 0) nodes.unshift(make.mapping(from, to, '', pairs));
  if (items.length > 0) nodes.unshift(make.list(from, to, items));
  return { nodes, next: at };
};

interface Entry {
  readonly kind: 'nodes' | 'pairs' | 'items';
  readonly node: Node | undefined;
  readonly next: number;
}
/** An item, a pair or a scalar that begins in a line; nothing of a marker between documents. */
const entryAt = (text: string, make: Makers, lines: readonly Line[], at: number, depth: number): Entry => {
  const line = lines[at] as Line;
  const content = text.slice(line.start, line.end);
  if (/^(?:---|\.\.\.|%)/.test(content)) return { kind: 'nodes', node: undefined, next: at + 1 };
  if ((content.startsWith('- ') || content === '-') && depth < deepest)
    return { kind: 'items', ...readItem(text, make, lines, at, depth) };
  const pair = depth < deepest ? readPair(text, make, lines, at, line.start, depth) : undefined;
  return pair === undefined
    ? { kind: 'nodes', node: scalar(text, make, line.start, line.end), next: at + 1 }
    : { kind: 'pairs', ...pair };
};

const readItem = (
  text: string,
  make: Makers,
  lines: readonly Line[],
  at: number,
  depth: number,
): { node: Node; next: number } => {
  const line = lines[at] as Line;
  let start = line.start + 1;
  while (start < line.end && text.charAt(start) === ' ') start++;
  if (start >= line.end) {
    const { nodes, next } = readBlock(text, make, lines, at + 1, line.indent, depth + 1);
    return { node: nodes.length === 1 ? (nodes[0] as Node) : make.group(line.start, line.end, nodes), next };
  }
  // What follows the dash is a line of its own, as deep as it stands.
  const content = text.slice(start, line.end);
  if (keyed.test(content) || content.startsWith('- ')) {
    const following: Line[] = [{ ...line, start, indent: start - line.from }];
    let next = at + 1;
    while (next < lines.length) {
      const one = lines[next] as Line;
      if (one.end > one.start && one.indent <= line.indent) break;
      following.push(one);
      next++;
    }
    const { nodes } = readBlock(text, make, following, 0, line.indent, depth + 1);
    return { node: nodes.length === 1 ? (nodes[0] as Node) : make.group(start, line.end, nodes), next };
  }
  return value(text, make, lines, at, start, line.indent);
};

const readPair = (
  text: string,
  make: Makers,
  lines: readonly Line[],
  at: number,
  start: number,
  depth: number,
): { node: Node; next: number } | undefined => {
  const line = lines[at] as Line;
  const found = keyed.exec(text.slice(start, line.end));
  if (found === null) return undefined;
  const [whole, double, single, plain] = found;
  const written = double ?? single?.replaceAll("''", "'") ?? plain ?? '';
  const keyTo = start + whole.replace(/\s*:$/, '').length;
  const key = make.text(start, keyTo, [written]);
  let from = start + whole.length;
  while (from < line.end && text.charAt(from) <= ' ') from++;
  const anchor = /^(?:[&!][^\s]*\s*)+/.exec(text.slice(from, line.end))?.[0].length ?? 0;
  from += anchor;
  if (from < line.end) {
    const { node, next } = value(text, make, lines, at, from, line.indent);
    return { node: make.pair(start, node.to, key, node), next };
  }
  const indent = nestedIndent(text, lines, at);
  if (indent === undefined) return { node: make.pair(start, line.end, key, undefined), next: at + 1 };
  const { nodes, next } = readBlock(text, make, lines, at + 1, indent, depth + 1);
  const to = nodes.reduce((most, one) => Math.max(most, one.to), line.end);
  return {
    node: make.pair(start, to, key, nodes.length === 1 ? nodes[0] : make.group(line.end, to, nodes)),
    next,
  };
};
/** The indentation around the block that belongs to a key; undefined if there is none. */
const nestedIndent = (text: string, lines: readonly Line[], at: number): number | undefined => {
  const { indent } = lines[at] as Line;
  const follows = lines.slice(at + 1, at + 50).find((one) => one.end > one.start);
  if (follows === undefined) return undefined;
  if (follows.indent > indent) return indent;
  return follows.indent === indent && text.startsWith('- ', follows.start) ? indent - 1 : undefined;
};

/** What stands behind a key or a dash: a block of text, a flow, or a scalar that may go on. */
const value = (
  text: string,
  make: Makers,
  lines: readonly Line[],
  at: number,
  from: number,
  indent: number,
): { node: Node; next: number } => {
  const line = lines[at] as Line;
  const content = text.slice(from, line.end);
  const follows = (one: Line | undefined): boolean =>
    one !== undefined && (one.end <= one.start || one.indent > indent);
  let next = at + 1;
  if (/^[|>][+\-\d]*$/.test(content)) {
    while (follows(lines[next])) next++;
    const begin = lines[at + 1]?.from ?? line.end;
    const last = next > at + 1 ? (lines[next - 1] as Line) : line;
    const to = Math.min(text.length, Math.max(begin, lineEnd(text, last.from)));
    return { node: make.text(begin, to, [text.slice(begin, to)]), next };
  }
  const closed = closedValue(text, make, from, content);
  if (closed !== undefined) {
    const { end, node } = closed;
    while (next < lines.length && (lines[next] as Line).from < end) next++;
    return { node: node(), next };
  }
  // A plain one continues over deeper lines that hold no key.
  let to = line.end;
  for (let one = lines[next]; one !== undefined && follows(one) && isPlain(text, one); one = lines[next]) {
    to = one.end;
    next++;
  }
  return { node: scalar(text, make, from, to), next };
};
const isPlain = (text: string, { start, end }: Line): boolean =>
  end > start && !keyed.test(text.slice(start, end)) && !text.startsWith('- ', start);
/** A flow or a quoted scalar that is closed. */
const closedValue = (text: string, make: Makers, from: number, content: string) => {
  const open = content.charAt(0);
  if ((open === '[' || open === '{') && !content.startsWith('{{')) {
    const end = flowEnd(text, from);
    return end === undefined ? undefined : { end, node: () => flow(text, make, from, end, 0) };
  }
  const end = open === '"' || open === "'" ? closingQuote(text, from, open) : undefined;
  return end === undefined ? undefined : { end, node: () => scalar(text, make, from, end) };
};
const longestScalar = 100_000;
const closingQuote = (text: string, from: number, quote: string): number | undefined => {
  for (let at = from + 1; at < Math.min(text.length, from + longestScalar); at++) {
    if (text.charAt(at) === '\\' && quote === '"') at++;
    else if (text.charAt(at) === quote) {
      if (quote === "'" && text.charAt(at + 1) === "'") at++;
      else return at + 1;
    }
  }
  return undefined;
};
const flowEnd = (text: string, from: number): number | undefined => {
  let depth = 0;
  for (let at = from; at < Math.min(text.length, from + longestScalar); at++) {
    const char = text.charAt(at);
    if (char === '"' || char === "'") at = (closingQuote(text, at, char) ?? at + 1) - 1;
    else if (char === '[' || char === '{') depth++;
    else if ((char === ']' || char === '}') && --depth === 0) return at + 1;
  }
  return undefined;
};

const flow = (text: string, make: Makers, from: number, to: number, depth: number): Node => {
  const pieces: [number, number][] = [];
  let begin = from + 1;
  let level = 0;
  for (let at = begin; at < to - 1; at++) {
    const char = text.charAt(at);
    if (char === '"' || char === "'") at = (closingQuote(text, at, char) ?? at + 1) - 1;
    else if (char === '[' || char === '{') level++;
    else if (char === ']' || char === '}') level--;
    else if (char === ',' && level === 0) {
      pieces.push([begin, at]);
      begin = at + 1;
    }
  }
  pieces.push([begin, to - 1]);
  const nodes = pieces.flatMap(([one, end]) => flowPiece(text, make, one, end, depth));
  return text.charAt(from) === '[' ? make.list(from, to, nodes) : make.mapping(from, to, '', nodes);
};
const flowPiece = (text: string, make: Makers, start: number, end: number, depth: number): Node[] => {
  let from = start;
  let to = end;
  while (from < to && text.charAt(from) <= ' ') from++;
  while (to > from && text.charAt(to - 1) <= ' ') to--;
  if (from >= to) return [];
  const open = text.charAt(from);
  if ((open === '[' || open === '{') && depth < deepest) return [flow(text, make, from, to, depth + 1)];
  const found = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"'[{][^:]*?))\s*:(?=\s|["'[{]|$)\s*/.exec(
    text.slice(from, to),
  );
  if (found === null) return [scalar(text, make, from, to)];
  const [whole, double, single, plain] = found;
  const key = make.text(from, from + whole.replace(/\s*:\s*$/, '').length, [double ?? single ?? plain ?? '']);
  const rest = flowPiece(text, make, from + whole.length, to, depth + 1);
  return [make.pair(from, to, key, rest[0])];
};

const scalar = (text: string, make: Makers, from: number, to: number): Node => {
  const raw = text.slice(from, to);
  const quoted = /^(["'])[\s\S]*\1$/.test(raw) && raw.length > 1;
  const inner = quoted ? raw.slice(1, -1) : raw.replace(/\n\s*/g, ' ');
  return make.text(from, to, [raw.startsWith('"') ? inner.replace(/\\(["\\/])/g, '$1') : inner]);
};
