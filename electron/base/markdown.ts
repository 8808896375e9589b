/**
 * Text that others wrote, as Markdown that shows it and does nothing: no heading, link, image, mention or HTML comes
 * out of it.
 */
export const inert = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\\`*_{}[\]()|~!@#$^]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('://', '\\://')
    .replace(/www\./gi, (found) => `${found.slice(0, -1)}\\.`)
    .replace(/^(\s*)([-+=])/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])/, '$1\\$2');

/** The same as a code span: nothing in it is Markdown. */
export const code = (text: string): string => {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
  const longest = Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${plain} ${fence}`;
};

/** Lines as a code block. */
export const codeBlock = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
};

/** Cells as a table with a heading; every cell is Markdown already. A bar would end its cell, also in a code span. */
export const table = (heading: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heading, heading.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map(withoutBars).join(' | ')} |`)
    .join('\n');

const withoutBars = (cell: string): string => cell.replace(/(?<!\\)\|/g, '\\|');
