import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import MiniSearch from 'minisearch';
import type { HelpGroup, HelpPage } from '#contract/help.ts';
import { type HelpSection, helpSearchOptions } from '#contract/help.ts';
import { anchorsOfPage } from '#contract/help-anchor.ts';

/** The pages of Help: those of `docs/`, and the page on security. */

/** Of the repository: the build runs this file from its own place and as a part of its configuration. */
const rootAbove = (folder: string): string =>
  existsSync(join(folder, 'SECURITY.md')) ? folder : rootAbove(dirname(folder));

export const root = rootAbove(import.meta.dirname);

/** In the order of the table of contents. A folder stands for its pages that are not named. */
const groups: readonly (readonly [name: string, paths: readonly string[]])[] = [
  ['Start', ['guides/first-migration', 'guides/first-session']],
  [
    'Concepts',
    ['concepts/service', 'concepts/webhooks', 'concepts/migration', 'concepts/evidence', 'concepts'],
  ],
  ['Guides', ['guides']],
  ['Troubleshooting', ['troubleshooting', 'reference/errors']],
  ['Reference', ['reference']],
  ['Rules of the service', ['reference/rules/README', 'reference/rules']],
  ['Background', ['security', 'guarantees', 'architecture', 'performance', 'decisions/README']],
];

/** Of a page's path in Help. */
export const fileOf = (path: string): string =>
  join(root, path === 'security' ? 'SECURITY.md' : `docs/${path}.md`);

const allPaths = (): readonly string[] => [
  ...globSync('**/*.md', { cwd: join(root, 'docs') })
    .map((file) => file.replaceAll('\\', '/').replace(/\.md$/, ''))
    .filter((path) => !/^decisions\/\d/.test(path))
    .sort(),
  'security',
];

/** Every page once, by group. */
export const helpContents = (): readonly HelpGroup[] => {
  const left = new Set(allPaths());
  const named = new Set(groups.flatMap(([, paths]) => paths));
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
  return groups.map(([name, paths]) => ({
    name,
    pages: paths
      .flatMap((path) =>
        left.has(path) ? [path] : [...left].filter((one) => folderOf(one) === path && !named.has(one)),
      )
      .map(pageOf),
  }));
};

const pageOf = (path: string): HelpPage => {
  const [first, ...others] = sectionsOf(path, textOf(path));
  if (first === undefined) throw new Error(`${path} has no heading.`);
  const sections = others.filter(({ depth }) => depth === 2).map(({ anchor, title }) => ({ anchor, title }));
  return { path, title: first.title, sections };
};

export const textOf = (path: string): string => readFileSync(fileOf(path), 'utf8');

/** What search finds: the sections of a page, from its headings; and the rows of tables that have an anchor. */
export const sectionsOf = (path: string, text: string): readonly HelpSection[] => {
  const anchorOf = anchorsOfPage();
  const sections: (HelpSection & { text: string })[] = [];
  const add = (anchor: string, title: string, depth: number, start = ''): void => {
    sections.push({
      id: `${path}#${anchor}`,
      path,
      anchor,
      title,
      page: sections[0]?.title ?? title,
      depth,
      text: start,
    });
  };
  for (const token of lexer(text)) {
    if (token.type === 'heading') {
      const title = plainText(token.tokens ?? []);
      add(anchorOf(title), title, (token as Tokens.Heading).depth);
      continue;
    }
    const rows = token.type === 'table' ? rowsWithAnchors(token as Tokens.Table) : [];
    const present = sections.at(-1);
    if (rows.length === 0 && present) present.text = `${present.text} ${plainText([token])}`.trim();
    for (const { anchor, title, text: row } of rows) add(anchor, title, 6, row);
  }
  return sections;
};

const rowsWithAnchors = ({ rows }: Tokens.Table) =>
  rows.flatMap((cells) => {
    const anchor = /<a id="([\w.-]+)"><\/a>/.exec(cells[0]?.text ?? '')?.[1];
    const texts = cells.map(({ tokens }) => plainText(tokens));
    return anchor === undefined ? [] : [{ anchor, title: texts[0] ?? '', text: texts.slice(1).join(' ') }];
  });

/** Without what only marks up. */
export const plainText = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      if (token.type === 'html' || token.type === 'space') return '';
      if (token.type === 'table') return tableText(token as Tokens.Table);
      if (token.type === 'list')
        return (token as Tokens.List).items.map((item) => plainText(item.tokens)).join(' ');
      if ('tokens' in token && token.tokens) return plainText(token.tokens);
      return 'text' in token ? unescaped(String(token.text)) : '';
    })
    .join('')
    .replace(/\s+/g, ' ');

const tableText = ({ header, rows }: Tokens.Table): string =>
  [header, ...rows].map((cells) => cells.map(({ tokens }) => plainText(tokens)).join(' ')).join(' ');

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name] ?? '');

/** The index of all pages, as text that the page reads back. */
export const helpIndex = (): string => {
  const index = new MiniSearch<HelpSection>(helpSearchOptions);
  const unique = new Map(
    allPaths()
      .flatMap((path) => sectionsOf(path, textOf(path)))
      .map((section) => [section.id, section]),
  );
  index.addAll([...unique.values()]);
  return JSON.stringify(index);
};
