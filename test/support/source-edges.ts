import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outcomesOfFiles } from './source-record.ts';

const folder = fileURLToPath(new URL('../fixtures/source-edges/', import.meta.url));
const recordOf = (topic: string): string => join(folder, `${topic}.recorded.txt`);

export const edgeTopics: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.txt') && !name.endsWith('.recorded.txt'))
  .map((name) => name.slice(0, -'.txt'.length))
  .sort();

/** Lines under `=== each <path>`, each of which is a code base of that one file. */
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

/** What becomes of the mentions in each line, as text. */
export const edgeOutcomes = async ({ path, lines }: Group): Promise<string> => {
  const parts: string[] = [];
  for (const line of lines) {
    const outcomes = await outcomesOfFiles(line, [{ path, bytes: Buffer.from(`${line}\n`) }]);
    parts.push(`${line}\n${outcomes.slice(outcomes.indexOf('\n') + 1)}`);
  }
  return parts.join('');
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
  for (const group of edgesOf(topic)) parts.push(`=== each ${group.path}\n${await edgeOutcomes(group)}`);
  writeFileSync(recordOf(topic), parts.join(''));
};
