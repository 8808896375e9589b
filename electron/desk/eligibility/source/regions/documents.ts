import { linesOf } from '#desk/eligibility/source/text-lines.ts';
import { guessLanguage, languageNamed } from './guess.ts';
import { closingBracket } from './markup.ts';
import { createPart, type Part, slice } from './region.ts';

const fence = /^(`{3,}|~{3,})[ \t]*\{?\.?([\w+#-]{0,30})/;

/** The fenced code of a document, each in its language. */
export const fencedParts = (text: string): Part[] => {
  const parts: Part[] = [];
  let open: { from: number; mark: string; name: string } | undefined;
  for (const line of linesOf(text)) {
    const found = fence.exec(
      text.slice(line.from + line.indent, Math.min(line.to, line.from + line.indent + 80)),
    );
    if (open === undefined) {
      if (found !== null) open = { from: line.to + 1, mark: found[1] as string, name: found[2] ?? '' };
    } else if (found !== null && (found[1] as string).startsWith(open.mark) && found[2] === '') {
      const language = languageNamed(open.name) ?? guessLanguage(text.slice(open.from, line.from));
      if (language !== undefined && line.from > open.from)
        parts.push(slice(text, language, open.from, line.from, 'fence'));
      open = undefined;
    }
  }
  return parts;
};

const dollarQuote = /\$([A-Za-z_]\w{0,40})?\$/g;
const languageClause = /\blanguage\s{1,20}'?([a-z0-9_]{1,30})'?/i;
const tripled = /\b(?:as|AS)\s{1,20}r?("""|''')/g;

/** The bodies of functions in SQL that are written in another language. Bodies in SQL itself are part of the file. */
export const sqlParts = (text: string): Part[] => {
  const parts: Part[] = [];
  const add = (start: number, from: number, to: number, close: string): void => {
    const before = text.slice(Math.max(0, start - 1000), start);
    const after = text.slice(to + close.length, to + 200);
    const clauses = before.split(/\bcreate\b/i).at(-1) ?? '';
    const name = languageClause.exec(after)?.[1] ?? languageClause.exec(clauses)?.[1] ?? '';
    const language = languageNamed(name) ?? guessLanguage(text.slice(from, to));
    if (language !== undefined) parts.push(slice(text, language, from, to, 'function'));
  };
  let unclosed = 0;
  dollarQuote.lastIndex = 0;
  for (let found = dollarQuote.exec(text); found !== null; found = dollarQuote.exec(text)) {
    const from = found.index + found[0].length;
    const to = text.indexOf(found[0], from);
    if (to < 0) {
      if (++unclosed > 20) break;
      continue;
    }
    add(found.index, from, to, found[0]);
    dollarQuote.lastIndex = to + found[0].length;
  }
  tripled.lastIndex = 0;
  for (let found = tripled.exec(text); found !== null; found = tripled.exec(text)) {
    const from = found.index + found[0].length;
    const to = text.indexOf(found[1] as string, from);
    if (to < 0) break;
    add(found.index, from, to, found[1] as string);
    tripled.lastIndex = to;
  }
  return parts;
};

const block =
  /\b(?:(?:content|access|rewrite|set|header_filter|body_filter|log|init|init_worker|balancer|preread)_by_lua_block|lua_block)\b[^{\n]{0,200}\{/g;
const quoted =
  /\b(?:content|access|rewrite|set|header_filter|body_filter|log|init)_by_lua\s{1,20}(?:\$\w{1,60}\s{1,20})?(['"])/g;

/** The Lua of OpenResty's configuration. */
export const luaParts = (text: string): Part[] => {
  const parts: Part[] = [];
  block.lastIndex = 0;
  for (let found = block.exec(text); found !== null; found = block.exec(text)) {
    const open = found.index + found[0].length - 1;
    const end = closingBracket(text, open, 200_000);
    parts.push(slice(text, 'lua', open + 1, end, 'block'));
    block.lastIndex = Math.max(end, open + 1);
  }
  quoted.lastIndex = 0;
  for (let found = quoted.exec(text); found !== null; found = quoted.exec(text)) {
    const from = found.index + found[0].length;
    const close = text.indexOf(found[1] as string, from);
    const to = close < 0 ? text.length : close;
    parts.push(slice(text, 'lua', from, to, 'block'));
    quoted.lastIndex = to;
  }
  return parts;
};

const assigned = /^[ \t]*[\w.[\]-]{1,100}[ \t]*[=:][ \t]*/;

/** Commands, queries and formulas in the values of line-based configuration: INI, properties, TOML, systemd. */
export const valueParts = (text: string): Part[] => {
  const parts: Part[] = [];
  for (const line of linesOf(text)) {
    const found = assigned.exec(text.slice(line.from, Math.min(line.to, line.from + 200)));
    if (found === null) continue;
    const from = line.from + found[0].length;
    const key = found[0].trim().replace(/[\s=:]+$/, '');
    const maker = createPart(text);
    maker.copy(from, line.to);
    if (maker.isEmpty) continue;
    const whole = maker.part('', key);
    const language = whole.text.length > 2 ? guessLanguage(whole.text, key) : undefined;
    if (language !== undefined) parts.push({ ...whole, language });
  }
  return parts;
};
