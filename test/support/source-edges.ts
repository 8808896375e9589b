import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { evidenceOf } from '#desk/eligibility/source/recognizers/evidence.ts';
import { outcomesOfFiles } from './source-record.ts';

const folder = fileURLToPath(new URL('../fixtures/source-edges/', import.meta.url));
const recordOf = (topic: string): string => join(folder, `${topic}.recorded.txt`);

export const edgeTopics: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.txt') && !name.endsWith('.recorded.txt'))
  .map((name) => name.slice(0, -'.txt'.length))
  .sort();

/** Lines under `=== each <path>`, each of which is a code base of that file, and of those behind ` ¶ <path>: `. */
interface Group {
  readonly path: string;
  readonly lines: readonly string[];
}

export const edgesOf = (topic: string): Group[] =>
  readFileSync(join(folder, `${topic}.txt`), 'utf8')
    .split(/^=== each /m)
    .slice(1)
    .map((part) => {
      const [path = '', ...lines] = part.trimEnd().split('\n');
      return { path, lines };
    });

/**
 * What becomes of the mentions in each line, as text; of `words`, what they speak for or against. ` ↵ ` ends a line, and
 * ` ¶ src/b.js: ` begins another file of the code base.
 */
export const edgeOutcomes = async (topic: string, { path, lines }: Group): Promise<string> => {
  const parts: string[] = [];
  for (const line of lines) {
    const files = filesOf(path, line);
    const [{ text }] = files;
    parts.push(`${line}\n${topic === 'words' ? evidenceIn(path, text) : await outcomesIn(files)}`);
  }
  return parts.join('');
};

interface EdgeFile {
  readonly path: string;
  readonly text: string;
}
const filesOf = (path: string, line: string): [EdgeFile, ...EdgeFile[]] => {
  const [first = '', ...others] = line.split(' ¶ ');
  return [
    { path, text: textOf(first) },
    ...others.map((other) => {
      const end = other.indexOf(': ');
      return { path: other.slice(0, end), text: textOf(other.slice(end + 2)) };
    }),
  ];
};
const textOf = (written: string): string => `${written.replaceAll(' ↵ ', '\n')}\n`;

/** Of one file, without its path, which stands above. */
const outcomesIn = async (files: readonly [EdgeFile, ...EdgeFile[]]): Promise<string> => {
  const contents = files.map(({ path, text }) => ({ path, bytes: Buffer.from(text) }));
  const outcomes = await outcomesOfFiles(files[0].text, contents);
  return files.length > 1 ? outcomes : outcomes.slice(outcomes.indexOf('\n') + 1);
};

const evidenceIn = (path: string, text: string): string => {
  const evidence = evidenceOf(path, text);
  const last = text.trimEnd().split('\n').length;
  const saidOf = (lines: { first: number; last: number } | undefined): string => {
    const contrary = evidence.contrary(lines);
    const against =
      contrary === undefined
        ? 'nothing'
        : `${contrary.label}, by ${contrary.word}, ${evidence.isImported(contrary.label) ? 'imported' : 'named'}`;
    return `specific ${evidence.specific(lines)}, against ${against}`;
  };
  const receiver = evidence.isSurelyReceiver
    ? ', surely a receiver'
    : evidence.isReceiver
      ? ', receiver'
      : '';
  const rounded = (score: number): number => Math.round(score * 100) / 100;
  const scores = Array.from({ length: last }, (_, index) => index + 1).map(
    (line) => `${rounded(evidence.near(line))}/${rounded(evidence.at(line, { first: 1, last: 3 }))}`,
  );
  return [
    `  file ${evidence.file}, positive ${evidence.positive}${receiver}, ${saidOf(undefined)}`,
    `  lines ${scores.join(' ')}, second: ${saidOf({ first: 2, last: 2 })}\n`,
  ].join('\n');
};

/** The outcomes that are on record, by path. */
export const recordedEdges = (topic: string): ReadonlyMap<string, string> =>
  new Map(
    (existsSync(recordOf(topic)) ? readFileSync(recordOf(topic), 'utf8') : '')
      .split(/^=== each /m)
      .slice(1)
      .map((part) => {
        const end = part.indexOf('\n') + 1;
        return [part.slice(0, end - 1), part.slice(end)];
      }),
  );

/** Puts on record what the scan says now. */
export const recordEdges = async (topic: string): Promise<void> => {
  const parts: string[] = [];
  for (const group of edgesOf(topic))
    parts.push(`=== each ${group.path}\n${await edgeOutcomes(topic, group)}`);
  writeFileSync(recordOf(topic), parts.join(''));
};
