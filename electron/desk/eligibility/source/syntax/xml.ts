import type { Node } from './model.ts';
import type { Makers } from './nodes.ts';

interface Open {
  readonly name: string;
  readonly from: number;
  readonly entries: Node[];
}
interface Markup {
  readonly text: string;
  readonly make: Makers;
  /** The root, then the elements around the present offset. */
  readonly open: Open[];
}

/** Markup as mappings: an element with its attributes as pairs, its texts and its elements. Linear; it never throws. */
export const readXml = (text: string, make: Makers): Node => {
  const root: Open = { name: '', from: 0, entries: [] };
  const markup: Markup = { text, make, open: [root] };
  let at = 0;
  for (let tag = text.indexOf('<'); tag >= 0; tag = text.indexOf('<', at)) {
    addContent(markup, at, tag);
    at = specialAt(markup, tag) ?? tagAt(markup, tag);
  }
  addContent(markup, at, text.length);
  while (markup.open.length > 1) close(markup, text.length);
  return make.group(0, text.length, root.entries);
};

const top = ({ open }: Markup): Open => open.at(-1) as Open;
const close = (markup: Markup, to: number): void => {
  const { name, from, entries } = markup.open.pop() as Open;
  top(markup).entries.push(markup.make.mapping(from, to, name, entries));
};
const addContent = (markup: Markup, from: number, to: number): void => {
  const raw = markup.text.slice(from, to);
  const trimmed = raw.trim();
  if (trimmed === '') return;
  const start = from + raw.indexOf(trimmed);
  top(markup).entries.push(markup.make.text(start, start + trimmed.length, [trimmed]));
};

/** Reads a comment, a section or an instruction, and returns the offset behind it; undefined if there is none. */
const specialAt = (markup: Markup, from: number): number | undefined => {
  const { text, make } = markup;
  const special = specials.find(([begin]) => text.startsWith(begin, from));
  if (special === undefined) return undefined;
  const [begin, end, kind] = special;
  const found = text.indexOf(end, from + begin.length);
  const to = found < 0 ? text.length : found;
  const next = Math.min(text.length, to + end.length);
  if (kind === 'comment')
    top(markup).entries.push(make.comment(from, next, text.slice(from + begin.length, to)));
  else if (kind === 'text') addContent(markup, from + begin.length, to);
  return next;
};

/** Reads a tag, and returns the offset behind it. */
const tagAt = (markup: Markup, from: number): number => {
  const { open } = markup;
  tagPattern.lastIndex = from;
  const found = tagPattern.exec(markup.text);
  if (found === null) return from + 1;
  const [whole, closing, name = '', attributes = '', alone] = found;
  const to = from + whole.length;
  if (closing === '/') {
    const index = open.slice(-20).findLastIndex((one) => one.name === name);
    const keep = index < 0 ? open.length : Math.max(0, open.length - 20) + index;
    while (open.length > Math.max(keep, 1)) close(markup, to);
    return to;
  }
  open.push({ name, from, entries: attributesOf(markup.make, attributes, from + 1 + name.length) });
  if (alone === '/' || open.length > deepest) close(markup, to);
  return to;
};

const attributesOf = (make: Makers, attributes: string, offset: number): Node[] =>
  [...attributes.matchAll(attribute)].map((one) => {
    const from = offset + one.index;
    const key = make.name(from, from + (one[1] as string).length, one[1] as string);
    const value = one[2] ?? one[3] ?? one[4] ?? '';
    const to = from + one[0].length;
    const valueFrom = to - value.length - (one[4] === undefined ? 1 : 0);
    return make.pair(from, to, key, make.text(valueFrom, valueFrom + value.length, [value]));
  });

const deepest = 200;
const specials = [
  ['<!--', '-->', 'comment'],
  ['<![CDATA[', ']]>', 'text'],
  ['<?', '?>', 'other'],
  ['<!', '>', 'other'],
] as const;
const tagPattern =
  /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[^\s<>"'=/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?|\s)*)\s*(\/?)>/y;
const attribute = /([^\s<>"'=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/g;
