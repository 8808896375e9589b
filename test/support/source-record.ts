import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Span } from '#desk/eligibility/source/inspection.ts';
import { mentionExcerpt } from '#desk/eligibility/source/mentions/excerpt.ts';
import { type SettledFile, settledBy } from '#desk/eligibility/source/mentions/ledger.ts';
import { mayHoldMention, mentionsOf } from '#desk/eligibility/source/mentions/of-file.ts';
import { createSettling } from '#desk/eligibility/source/settling.ts';
import { grammarOf } from '#desk/eligibility/source/syntax/grammar-files.ts';
import { languageNameOf } from '#desk/eligibility/source/syntax/grammars.ts';

const corpora = fileURLToPath(new URL('../fixtures/source-corpus/', import.meta.url));
const recordOf = (set: string): string => join(corpora, `${set}.recorded.txt`);

/** Sets whose outcomes are recorded: all but those that nobody who works on the scan reads. */
export const recordedSets: readonly string[] = readdirSync(corpora, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.endsWith('apart'))
  .map(({ name }) => name)
  .sort();

/** The folders of a set, each a code base. */
export const codeBasesOf = (set: string): string[] =>
  readdirSync(join(corpora, set), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/**
 * What becomes of every mention in a code base, as text: uses with what a person is told of them, and mentions by
 * `line:column+length`, each with what settles it.
 */
export const outcomesOf = (set: string, name: string): Promise<string> => {
  const root = join(corpora, set, name);
  return outcomesOfFiles(
    name,
    filesIn(root).map((path) => ({ path, bytes: readFileSync(join(root, path)) })),
  );
};

export const outcomesOfFiles = async (
  name: string,
  contents: readonly { readonly path: string; readonly bytes: Buffer }[],
): Promise<string> => {
  const files: SettledFile[] = [];
  const settling = createSettling(undefined, (_path, look) => files.push(look()));
  for (const { path, bytes } of contents) {
    if (!mayHoldMention(path, bytes)) {
      if (languageNameOf(path) !== undefined) settling.addOther(path, bytes);
      continue;
    }
    const text = bytes.toString();
    settling.add({ path, text, found: mentionsOf(path, text) });
  }
  await settling.settle(() => undefined);
  mustKeepGrammars(name);
  return files.map(outcomesIn).join('');
};

/** One that traps leaves all later files to tokens: outcomes would hang on the order of files. */
export const mustKeepGrammars = (name: string): void => {
  if (grammarOf('javascript') === undefined) throw new Error(`A grammar trapped while ${name} was read.`);
};

const filesIn = (root: string): string[] =>
  readdirSync(root, { recursive: true })
    .map((path) => path.toString().replaceAll(sep, '/'))
    .filter((path) => statSync(join(root, path)).isFile())
    .sort();

const outcomesIn = (file: SettledFile): string => {
  const { path, text, mentions, inspection } = file;
  const entries = [
    ...mentions.map((mention) => ({ ...mention, says: `${mention.subject}, ${outcomeOf(file, mention)}` })),
    ...inspection.findings.map((finding) => ({
      ...finding,
      says: `${finding.kind}, ${finding.weak ? 'weak, ' : ''}${finding.confidence}: ${finding.why}\n    ${finding.excerpt}`,
    })),
  ];
  const lines = entries
    .sort((a, b) => a.from - b.from || b.to - a.to)
    .map(({ says, ...span }) => `  ${placeOf(text, span)} ${says}\n`);
  return `${path}\n${lines.join('')}`;
};

const outcomeOf = ({ text, inspection, causeOf }: SettledFile, mention: SettledFile['mentions'][number]) => {
  const settled = settledBy(mention, inspection);
  if (settled === undefined)
    return `to review, ${causeOf(mention)}\n    ${mentionExcerpt(text, mention, mention.subject)}`;
  return 'kind' in settled ? 'found' : `${settled.reason}: ${settled.why}`;
};

const placeOf = (text: string, { from, to, line }: Span): string =>
  `${line}:${from - text.lastIndexOf('\n', from - 1)}+${to - from}`;

const heading = '# ';

/** The outcomes that are on record, by code base. */
export const recorded = (set: string): ReadonlyMap<string, string> =>
  new Map(
    (existsSync(recordOf(set)) ? readFileSync(recordOf(set), 'utf8') : '')
      .split(/^# /m)
      .slice(1)
      .map((part) => {
        const end = part.indexOf('\n') + 1;
        return [part.slice(0, end - 1), part.slice(end)];
      }),
  );

/** Puts what the scan says now on record. */
export const record = async (set: string): Promise<void> => {
  const parts: string[] = [];
  for (const name of codeBasesOf(set)) parts.push(`${heading}${name}\n${await outcomesOf(set, name)}`);
  writeFileSync(recordOf(set), parts.join(''));
};
