import { guessLanguage, languageNamed } from './guess.ts';
import { createPart, type Part, type PartMaker, slice } from './region.ts';

const entities: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
};

/** Copies a stretch of markup into a part, with its entities decoded. */
const copyDecoded = (text: string, from: number, to: number, maker: PartMaker): void => {
  let start = from;
  for (let at = from; at < to; at++) {
    if (text[at] !== '&') continue;
    const found = /^&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,5}));/i.exec(
      text.slice(at, Math.min(to, at + 12)),
    );
    if (found === null) continue;
    const [whole, decimal, hex, name] = found;
    const code = decimal ?? (hex === undefined ? undefined : String(Number.parseInt(hex, 16)));
    const letter =
      code === undefined ? entities[(name as string).toLowerCase()] : String.fromCharCode(Number(code));
    if (letter === undefined) continue;
    maker.copy(start, at);
    maker.put(letter, at);
    start = at + whole.length;
  }
  maker.copy(start, to);
};

const scriptTag = /<(script|style|template|code|pre)\b([^>]{0,1000})>/gi;
const attribute =
  /\s([@:#(\w[.*-][\w.:\-@#)\]]{0,80})\s{0,20}=\s{0,20}(?:"([^"]{0,20000})"|'([^']{0,20000})')/g;
const isCode =
  /^(?:on\w+|[@:#([]|v-|x-(?!$)|hx-|ng-|\*ng|data-(?:action|bind|on)|wire:|th:|formula|expression|value$|select$|test$|if$)/i;

const scriptLanguage = (attributes: string): string => {
  const lang = /\blang\s{0,5}=\s{0,5}["']?([\w+#]+)/i.exec(attributes)?.[1];
  const type = /\btype\s{0,5}=\s{0,5}["']?([\w/.+-]+)/i.exec(attributes)?.[1] ?? '';
  if (/json/i.test(type)) return 'json';
  if (/template|handlebars|mustache|html/i.test(type)) return 'html';
  if (/python/i.test(type)) return 'python';
  if (/csharp|C#/i.test(lang ?? '') || /runat/i.test(attributes)) return 'csharp';
  return languageNamed(lang ?? '') ?? (/typescript/i.test(type) ? 'typescript' : 'javascript');
};

/** Scripts, handlers in attributes and formulas in the text of HTML, single-file components and their like. */
export const htmlParts = (text: string, language: string): Part[] => {
  const { parts, blocked } = scriptParts(text);
  if (language === 'svelte' && text.startsWith('---')) {
    const end = text.indexOf('\n---', 3);
    if (end > 0) {
      parts.push(slice(text, 'typescript', 3, end));
      blocked.unshift([0, end + 4]);
    }
  }
  const free = gaps(blocked, text.length);
  const formulas = createPart(text);
  for (const [from, to] of free) {
    addAttributes(text, from, to, formulas);
    addBraces(text, from, to, language === 'svelte' ? '{' : '{{', formulas);
    if (language === 'html') addRazor(text, from, to, parts);
  }
  if (!formulas.isEmpty) parts.push(formulas.part('javascript', 'formula'));
  return parts;
};

/** The scripts, and the stretches that they and the styles take up. */
const scriptParts = (text: string): { parts: Part[]; blocked: [number, number][] } => {
  const parts: Part[] = [];
  const blocked: [number, number][] = [];
  const lower = text.toLowerCase();
  scriptTag.lastIndex = 0;
  for (let found = scriptTag.exec(text); found !== null; found = scriptTag.exec(text)) {
    const name = (found[1] as string).toLowerCase();
    if (name === 'template' || name === 'code' || name === 'pre') continue;
    const from = found.index + found[0].length;
    const close = lower.indexOf(`</${name}`, from);
    const to = close < 0 ? text.length : close;
    blocked.push([from, to]);
    if (name === 'script') parts.push(slice(text, scriptLanguage(found[2] ?? ''), from, to, 'script'));
    scriptTag.lastIndex = to;
  }
  return { parts, blocked };
};

const gaps = (blocked: readonly (readonly [number, number])[], length: number): [number, number][] => {
  const free: [number, number][] = [];
  let at = 0;
  for (const [from, to] of blocked) {
    if (from > at) free.push([at, from]);
    at = Math.max(at, to);
  }
  if (at < length) free.push([at, length]);
  return free;
};

const addAttributes = (text: string, from: number, to: number, maker: PartMaker): void => {
  const free = text.slice(from, to);
  for (const found of free.matchAll(attribute)) {
    const value = found[2] ?? found[3] ?? '';
    if (!isCode.test(found[1] as string)) continue;
    const end = from + found.index + found[0].length - 1;
    if (!maker.isEmpty) maker.put(';\n', end - value.length);
    copyDecoded(text, end - value.length, end, maker);
  }
};

const closings: Readonly<Record<string, string>> = { '{': '}', '(': ')' };

/** The end of what a bracket at `open` holds: at its closing one, or `most` characters on. */
export const closingBracket = (text: string, open: number, most = 20_000): number => {
  const opening = text[open] as string;
  const closing = closings[opening] as string;
  let depth = 0;
  const end = Math.min(text.length, open + most);
  for (let at = open; at < end; at++) {
    if (text[at] === opening) depth++;
    else if (text[at] === closing && --depth === 0) return at;
  }
  return end;
};

const addBraces = (text: string, from: number, to: number, mark: string, maker: PartMaker): void => {
  const free = text.slice(from, to);
  for (let at = free.indexOf(mark); at >= 0; ) {
    const close = closingBracket(free, at + mark.length - 1);
    let start = at + mark.length;
    while (start < close && /[#/:@!^]/.test(free[start] as string)) start++;
    if (!maker.isEmpty) maker.put(';\n', from + start);
    maker.copy(from + start, from + close);
    at = free.indexOf(mark, Math.max(close, at + 1));
  }
};

const razor =
  /@(?:(?:code|functions|section \w{1,40})?\s{0,20}\{|\(|(?:await )?[A-Za-z_][\w.?![\]"]{2,200})/g;

/** `@{ … }`, `@code { … }`, `@(…)`, `@Model.Name` of Razor pages. */
const addRazor = (text: string, from: number, to: number, parts: Part[]): void => {
  const maker = createPart(text);
  razor.lastIndex = from;
  for (let found = razor.exec(text); found !== null && found.index < to; found = razor.exec(text)) {
    const open = found.index + found[0].length - 1;
    const isBlock = text[open] === '{' || text[open] === '(';
    const end = isBlock ? Math.min(to, closingBracket(text, open)) : open + 1;
    if (!isBlock && !/[.[]/.test(found[0])) continue;
    if (!maker.isEmpty) maker.put(';\n', found.index);
    maker.copy(isBlock ? open + 1 : found.index + 1, end);
    razor.lastIndex = Math.max(end, found.index + 1);
  }
  if (!maker.isEmpty) parts.push(maker.part('csharp', 'razor'));
};

const xmlValue = /<!\[CDATA\[|<([A-Za-z_][\w:.-]{0,80})|>([^<>]{3,20000})</g;
const xmlAttribute = /\s([\w:.-]{1,80})\s{0,20}=\s{0,20}(?:"([^"]{0,20000})"|'([^']{0,20000})')/g;

const addXml = (text: string, from: number, to: number, key: string, parts: Part[], isRaw = false): void => {
  const maker = createPart(text);
  if (isRaw) maker.copy(from, to);
  else copyDecoded(text, from, to, maker);
  if (maker.isEmpty) return;
  const whole = maker.part('', key);
  const language = languageNamed(key.slice(key.lastIndexOf(':') + 1)) ?? guessLanguage(whole.text, key);
  if (language !== undefined && whole.text.trim().length > 2) parts.push({ ...whole, language });
};

/** Scripts, queries and formulas in the text, the attributes and the CDATA of XML. */
export const xmlParts = (text: string): Part[] => {
  const parts: Part[] = [];
  let element = '';
  xmlValue.lastIndex = 0;
  for (let found = xmlValue.exec(text); found !== null; found = xmlValue.exec(text)) {
    if (found[1] !== undefined) element = found[1];
    else if (found[2] !== undefined) {
      const from = found.index + 1;
      if (found[2].trim() !== '') addXml(text, from, from + found[2].length, element, parts);
      xmlValue.lastIndex = from + found[2].length;
    } else {
      const from = found.index + found[0].length;
      const close = text.indexOf(']]>', from);
      const to = close < 0 ? text.length : close;
      addXml(text, from, to, element, parts, true);
      xmlValue.lastIndex = to;
    }
  }
  addXmlAttributes(text, parts);
  return parts;
};
const addXmlAttributes = (text: string, parts: Part[]): void => {
  for (const found of text.matchAll(xmlAttribute)) {
    const value = found[2] ?? found[3] ?? '';
    const end = found.index + found[0].length - 1;
    if (value.length > 2) addXml(text, end - value.length, end, found[1] as string, parts);
  }
};
