import { parseSync, Visitor } from 'vite';
import { textOf } from './pages.ts';

/** A piece of prose and where it begins. */
export interface Text {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Prose has a space or begins with a capital; anything else is a wire value, an id or a class name. */
const isProse = (text: string): boolean => /\S\s+\S/.test(text) || /^\p{Lu}/u.test(text);

/** String literals, templates and JSX text of a source file that people read; a placeholder is "…". */
export const textsOfCode = (path: string): Text[] => {
  const source = textOf(path);
  const found: Text[] = [];
  const add = (text: string, start: number) => {
    if (isProse(text))
      found.push({ path, line: source.slice(0, start).split('\n').length, text: text.trim() });
  };
  const notForPeople = new Set<number>();
  new Visitor({
    ImportDeclaration: ({ source }) => void notForPeople.add(source.start),
    Literal: ({ value, start }) => {
      if (typeof value === 'string' && !notForPeople.has(start)) add(value, start);
    },
    TemplateLiteral: ({ quasis, start }) => add(quasis.map(({ value }) => value.cooked).join('…'), start),
    JSXText: ({ value, start }) => add(value.replace(/\s+/g, ' '), start),
  }).visit(parseSync(path, source).program);
  return found;
};

/** Lines of a page without code: of fenced blocks only the comments of shell sessions stay. */
export const textsOfPage = (path: string): Text[] => {
  let fence: string | undefined;
  return textOf(path)
    .split('\n')
    .flatMap((line, at) => {
      const mark = /^\s*```(\w*)/.exec(line);
      if (mark !== null) {
        fence = fence === undefined ? (mark[1] as string) : undefined;
        return [];
      }
      const isShown = fence === undefined || (fence === 'sh' && line.startsWith('#'));
      return isShown ? [{ path, line: at + 1, text: line.replace(/`[^`]*`|\]\([^)]*\)/g, '…') }] : [];
    });
};
