import type { Node } from './model.ts';
import type { Makers } from './nodes.ts';

/** Markup as mappings: an element with its attributes as pairs, its texts and its elements. Linear; it never throws. */
export const readXml = (text: string, make: Makers): Node => {
  interface Open {
    readonly name: string;
    readonly from: number;
    readonly entries: Node[];
  }
  const root: Open = { name: '', from: 0, entries: [] };
  const open: Open[] = [root];
  const top = (): Open => open.at(-1) as Open;
  const close = (to: number): void => {
    const { name, from, entries } = open.pop() as Open;
    top().entries.push(make.mapping(from, to, name, entries));
  };
  const content = (from: number, to: number): void => {
    const raw = text.slice(from, to);
    const trimmed = raw.trim();
    if (trimmed === '') return;
    const start = from + raw.indexOf(trimmed);
    top().entries.push(make.text(start, start + trimmed.length, [trimmed]));
  };
  let at = 0;
  while (at < text.length) {
    const tag = text.indexOf('<', at);
    if (tag < 0) break;
    content(at, tag);
    const special = specials.find(([begin]) => text.startsWith(begin, tag));
    if (special !== undefined) {
      const [begin, end, kind] = special;
      const found = text.indexOf(end, tag + begin.length);
      const to = found < 0 ? text.length : found;
      if (kind === 'comment')
        top().entries.push(
          make.comment(tag, Math.min(text.length, to + end.length), text.slice(tag + begin.length, to)),
        );
      else if (kind === 'text') content(tag + begin.length, to);
      at = Math.min(text.length, to + end.length);
      continue;
    }
    tagPattern.lastIndex = tag;
    const found = tagPattern.exec(text);
    if (found === null) {
      at = tag + 1;
      continue;
    }
    const [whole, closing, name = '', attributes = '', alone] = found;
    at = tag + whole.length;
    if (closing === '/') {
      const index = open.slice(-20).findLastIndex((one) => one.name === name);
      if (index < 0) continue;
      const keep = Math.max(0, open.length - 20) + index;
      while (open.length > Math.max(keep, 1)) close(at);
      continue;
    }
    const attributesFrom = tag + 1 + name.length;
    const pairs = [...attributes.matchAll(attribute)].map((one) => {
      const from = attributesFrom + one.index;
      const key = make.name(from, from + (one[1] as string).length, one[1] as string);
      const value = one[2] ?? one[3] ?? one[4] ?? '';
      const to = from + one[0].length;
      const valueFrom = to - value.length - (one[4] === undefined ? 1 : 0);
      return make.pair(from, to, key, make.text(valueFrom, valueFrom + value.length, [value]));
    });
    open.push({ name, from: tag, entries: pairs });
    if (alone === '/' || open.length > deepest) close(at);
  }
  content(at, text.length);
  while (open.length > 1) close(text.length);
  return make.group(0, text.length, root.entries);
};
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
