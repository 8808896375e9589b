import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '#base/package-root.ts';

/** Text of a file of the repository. @param path from its root */
export const textOf = (path: string): string => readFileSync(join(packageRoot(), path), 'utf8');

/** Paths of the repository that fit, without what is installed, built or a fixture. */
const pathsOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: packageRoot(), exclude: ['node_modules', 'out', 'dist', 'test/fixtures'] })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();

/** Every page that is written for people. */
export const pages = (): string[] => [...pathsOf('*.md'), ...pathsOf('{docs,.github}/**/*.md')];

/** Every file of code and configuration. */
export const codeFiles = (): string[] => [
  ...pathsOf('{electron,renderer,test,packaging,docs,resources}/**/*.{ts,tsx,cjs,mjs,css,html,scm}'),
  ...pathsOf('*.{ts,json}').filter((path) => path !== 'package-lock.json'),
];

/** A page without its fenced blocks. */
export const withoutCode = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```/gm, '');

/** The anchors of a page's headings, as GitHub makes them, and those of its rows. */
export const anchorsOf = (markdown: string): Set<string> => {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutCode(markdown).matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  for (const [, id = ''] of markdown.matchAll(/<a id="([\w.-]+)"><\/a>/g)) anchors.add(id);
  return anchors;
};
