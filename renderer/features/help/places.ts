import contents from 'virtual:help/contents';
import pictures from 'virtual:help/pictures';
import { helpAddress } from '#renderer/lib/help.ts';
import type { MarkdownPlaces } from '#renderer/ui/markdown-text.tsx';

const base = 'https://docs.invalid/';
const paths: ReadonlySet<string> = new Set(contents.flatMap(({ pages }) => pages.map(({ path }) => path)));

/** Where the links of a page lead: to pages of Help, or out; not to files of the source code. */
export const placesOf = (path: string): MarkdownPlaces => {
  const file = path === 'security' ? 'SECURITY.md' : `docs/${path}.md`;
  const resolved = (href: string): URL => new URL(href, base + file);
  return {
    linkOf: (href) => {
      const url = resolved(href);
      if (url.origin !== new URL(base).origin) return url.protocol === 'https:' ? url.href : undefined;
      const page = pageOf(url.pathname);
      return page === undefined ? undefined : helpAddress(page + url.hash);
    },
    pictureOf: (src) => pictures[resolved(src).pathname.replace(/^.*\//, '')],
  };
};

/** @param file its path from the root of the repository */
const pageOf = (file: string): string | undefined => {
  const path = file === '/SECURITY.md' ? 'security' : /^\/docs\/(.+)\.md$/.exec(file)?.[1];
  return path !== undefined && paths.has(path) ? path : undefined;
};
