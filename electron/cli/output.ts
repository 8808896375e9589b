import { escapedJson, harmless } from '#base/terminal-text.ts';
import { colors, painted, unpainted } from './colors.ts';

/** Data goes to stdout, remarks and errors to stderr, so that a command can be piped. */
export const print = (text = ''): void => {
  process.stdout.write(`${painted(text)}\n`);
};
export const remark = (text: string): void => {
  process.stderr.write(`${painted(text)}\n`);
};
/** The very data: what a terminal could obey is escaped, as JSON allows for any sign. */
export const printJson = (value: unknown): void => {
  process.stdout.write(`${escapedJson(JSON.stringify(value))}\n`);
};
/** A document as it is, byte for byte; on a terminal without what that could obey. */
export const printDocument = (content: string | Buffer): void => {
  process.stdout.write(process.stdout.isTTY ? harmless(content.toString('utf8')) : content);
};

/** A reader that has gone away, such as `head`, is no fault: what is written to it is lost, and that is all. */
export const outliveReaders = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
};

/** Resolves when nobody reads stdout any more. */
export const unread = (): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.once('error', () => resolve());
  });

/** Colours take no place. */
const widthOf = (cell: string): number => unpainted(cell).length;

/** Rows as aligned columns, the first row dim as their heading. */
export const columns = (cells: readonly (readonly string[])[]): string => {
  const rows = cells.map((row) => row.map((cell) => cell.replaceAll(/[\r\n\t]+/g, ' ')));
  const widths = (rows[0] ?? []).map((_cell, at) => Math.max(...rows.map((row) => widthOf(row[at] ?? ''))));
  return rows
    .map((row, line) => {
      const text = row
        .map((cell, at) => cell + ' '.repeat((widths[at] as number) - widthOf(cell)))
        .join('  ')
        .trimEnd();
      return line === 0 ? colors.dim(text) : text;
    })
    .join('\n');
};

/** How this command line is called here: inside the checkout it has no name of its own. */
export const commandName = (): string =>
  process.env.npm_lifecycle_event === undefined ? 'carryover' : 'npm run -s carryover --';
