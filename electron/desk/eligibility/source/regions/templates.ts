import { createPart, type Part } from './region.ts';

/** Tags that fill in a text of another language. Each kind gives what it is filled into, with blanks for the tags, and the code of all tags as one text. */
interface Tag {
  readonly open: string;
  readonly close: string;
  /** The language inside; undefined for a comment. */
  readonly language: string | undefined;
}

const erb = (language: string): readonly Tag[] => [
  { open: '<%#', close: '%>', language: undefined },
  { open: '<%', close: '%>', language },
];
const serverPage = (language: string): readonly Tag[] => [
  { open: '<%--', close: '--%>', language: undefined },
  { open: '<%@', close: '%>', language: undefined },
  { open: '<%', close: '%>', language },
];
const flavours: Readonly<Record<string, readonly Tag[]>> = {
  erb: erb('ruby'),
  eex: erb('elixir'),
  ejs: erb('javascript'),
  jsp: [
    ...serverPage('java'),
    { open: '${', close: '}', language: 'expression' },
    { open: '#{', close: '}', language: 'expression' },
  ],
  aspx: serverPage('csharp'),
  php: [
    { open: '<?php', close: '?>', language: 'php' },
    { open: '<?=', close: '?>', language: 'php' },
  ],
  blade: [
    { open: '{{--', close: '--}}', language: undefined },
    { open: '{!!', close: '!!}', language: 'php' },
    { open: '{{', close: '}}', language: 'php' },
    { open: '@php', close: '@endphp', language: 'php' },
    { open: '<?php', close: '?>', language: 'php' },
  ],
  braces: [
    { open: '{{!--', close: '--}}', language: undefined },
    { open: '{{/*', close: '*/}}', language: undefined },
    { open: '{#', close: '#}', language: undefined },
    { open: '{{', close: '}}', language: 'template' },
    { open: '{%', close: '%}', language: 'template' },
  ],
  dollars: [
    { open: '<#--', close: '-->', language: undefined },
    { open: '${', close: '}', language: 'template' },
    { open: '#{', close: '}', language: 'template' },
    { open: '<#', close: '>', language: 'template' },
  ],
};

const flavourBySuffix: readonly (readonly [RegExp, string])[] = [
  [/\.blade\.php$/, 'blade'],
  [/\.(?:erb|rhtml)$/, 'erb'],
  [/\.(?:eex|heex|leex)$/, 'eex'],
  [/\.(?:ejs|ect|lodash)$/, 'ejs'],
  [/\.(?:jsp|jspx|tag|tagx|gsp)$/, 'jsp'],
  [/\.(?:aspx|ascx|asp|master)$/, 'aspx'],
  [/\.(?:phtml|php\d?|inc)$/, 'php'],
  [/\.(?:ftl|ftlh|jte|mako)$/, 'dollars'],
];
const others =
  /\.(?:liquid|hbs|handlebars|mustache|twig|j2|jinja2?|njk|tmpl|gotmpl|gohtml|tpl|eml|mjml|html?|txt|sql|xml|conf|cfg|template)$/;

/** The kind of tags that a file holds, by its name and content; undefined if it is no template. */
export const flavourOf = (path: string, text: string): string | undefined => {
  const name = path.toLowerCase();
  const known = flavourBySuffix.find(([pattern]) => pattern.test(name))?.[1];
  if (known !== undefined) return known;
  return others.test(name) && (text.includes('{{') || text.includes('{%')) ? 'braces' : undefined;
};

/** The text with blanks for its tags, so that every offset stays, and the code inside them. */
export const templateParts = (text: string, flavour: string): { host: string; parts: Part[] } => {
  const tags = flavours[flavour] as readonly Tag[];
  const starts = new Map<Tag, number>();
  const makers = new Map<string, ReturnType<typeof createPart>>();
  const host: string[] = [];
  let done = 0;
  for (;;) {
    const tag = nextTag(text, tags, starts, done);
    if (tag === undefined) break;
    const from = starts.get(tag) as number;
    const inner = from + tag.open.length;
    const found = text.indexOf(tag.close, inner);
    // A tag that is never closed: the rest is its code, as in PHP.
    const to = found < 0 ? text.length : found;
    const end = Math.min(text.length, to + tag.close.length);
    host.push(text.slice(done, from), blank(text.slice(from, end)));
    if (tag.language !== undefined) addCode(text, inner, to, tag.language, makers);
    done = end;
  }
  host.push(text.slice(done));
  return { host: host.join(''), parts: [...makers].map(([language, maker]) => maker.part(language)) };
};

/** The tag that begins next; of two at one place the longer, which stands first in the table. */
const nextTag = (
  text: string,
  tags: readonly Tag[],
  starts: Map<Tag, number>,
  from: number,
): Tag | undefined => {
  let next: Tag | undefined;
  for (const tag of tags) {
    let start = starts.get(tag);
    if (start === undefined || start < from) {
      const found = text.indexOf(tag.open, from);
      start = found < 0 ? Number.POSITIVE_INFINITY : found;
      starts.set(tag, start);
    }
    if (start < (next === undefined ? Number.POSITIVE_INFINITY : (starts.get(next) as number))) next = tag;
  }
  return next;
};

/** Marks of a tag that are no code: `<%= … -%>`, `{{- … -}}`, `{{#if …}}`. */
const addCode = (
  text: string,
  from: number,
  to: number,
  language: string,
  makers: Map<string, ReturnType<typeof createPart>>,
): void => {
  let start = from;
  let end = to;
  while (start < end && /[=\-!#~^/]/.test(text[start] as string)) start++;
  while (end > start && /[-~=]/.test(text[end - 1] as string)) end--;
  let maker = makers.get(language);
  if (maker === undefined) {
    maker = createPart(text);
    makers.set(language, maker);
    if (language === 'php') maker.put('<?php ', from);
  } else maker.put(language === 'php' ? ';\n' : '\n', from);
  maker.copy(start, end);
};

/** As many characters and lines, with nothing on them. */
const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');
