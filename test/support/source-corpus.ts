import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { MentionSubject } from '#contract/eligibility.ts';
import { createSkips } from '#desk/eligibility/reading/skips.ts';
import type { SourceKind } from '#desk/eligibility/source/inspection.ts';
import { findMentions } from '#desk/eligibility/source/mentions/find.ts';
import { createSourceSink } from '#desk/eligibility/source/sink.ts';
import { sourceStatements } from '#desk/eligibility/source/statements.ts';
import { needsQuotes } from '#desk/eligibility/source/syntax/grammars.ts';

interface Lines {
  /** Of a code base of several files; a snippet of one file has none. */
  readonly file?: string;
  readonly lines: readonly number[];
}
interface Label extends Lines {
  readonly kind: SourceKind;
  readonly weak?: boolean;
  /** Where reporting it is right too. */
  readonly also?: readonly Lines[];
}
interface Snippet {
  readonly path: string;
  readonly note: string;
  readonly labels: readonly Label[];
}

export interface Miss {
  readonly path: string;
  readonly line: number;
  readonly kind: string;
  readonly weak: boolean;
}
export interface FalseAlarm extends Miss {
  readonly why: string;
}
export interface Score {
  readonly snippets: number;
  readonly labels: number;
  readonly misses: readonly Miss[];
  readonly falseAlarms: readonly FalseAlarm[];
  readonly recall: number;
  readonly precision: number;
  readonly byKind: Readonly<Record<string, { labels: number; found: number; falseAlarms: number }>>;
  /** Snippets with a use of a check that the scan calls absent. */
  readonly falseAbsents: readonly { readonly path: string; readonly row: string }[];
  /** Files with a mention, and those of them that hold no use and are left for a person to review. */
  readonly mentioned: number;
  readonly reviewed: readonly string[];
}

const rowOf: Readonly<Record<SourceKind, string>> = {
  'alerts-call': 'alerts-endpoints',
  'rule-id-use': 'rule-id',
  'client-id-read': 'client-id-header',
  'retry-after-set': 'retry-after',
  'authorization-check': 'auth-header-portal',
};
/** Left for review, but nothing hangs on them. */
const noReview: ReadonlySet<MentionSubject> = new Set(['authorization', 'retry-after']);

const labelsOf = async (folder: string): Promise<Snippet[]> => {
  const files = readdirSync(folder).filter((name) => /^labels.*\.json$/.test(name));
  const lists = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return lists.flatMap((text) => JSON.parse(text) as Snippet[]);
};
const filesOf = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(path, join(entry.parentPath, entry.name)))
    : [''];

/** What the scan says of one snippet: a file, or a code base of several. */
const scan = async (folder: string, { path }: Snippet) => {
  const skips = createSkips();
  const sink = createSourceSink(skips, path, '/no-data-folder');
  let mentioned = 0;
  for (const file of filesOf(join(folder, path))) {
    const bytes = await readFile(join(folder, path, file));
    const name = file === '' ? path : file;
    if (findMentions(bytes.toString(), { barewords: !needsQuotes(name) }).mentions.length > 0) mentioned++;
    sink.take(name, bytes);
  }
  await sink.finish();
  const findings = sink.findings
    .list()
    .flatMap(({ kind, weak, why, place }) =>
      place.kind === 'source' ? [{ kind, weak, why, file: place.file, line: place.line }] : [],
    );
  return { findings, rows: sourceStatements(sink, skips), mentions: sink.mentions(), mentioned };
};

type Finding = Awaited<ReturnType<typeof scan>>['findings'][number];

const isAt = (finding: Finding, { file, lines }: Lines): boolean =>
  (file === undefined || file === finding.file) && lines.includes(finding.line);
const fits = (finding: Finding, label: Label): boolean =>
  finding.kind === label.kind &&
  finding.weak === (label.weak ?? false) &&
  [label, ...(label.also ?? [])].some((lines) => isAt(finding, lines));

/** Misses, false alarms and false absents of one snippet, and its files that are left for review. */
const compare = async (folder: string, snippet: Snippet) => {
  const { path, labels } = snippet;
  const { findings, rows, mentions, mentioned } = await scan(folder, snippet);
  const missed = labels.filter((label) => !findings.some((finding) => fits(finding, label)));
  const wrong = findings.filter((finding) => !labels.some((label) => fits(finding, label)));
  const absent = new Set(rows.filter(({ says }) => says === 'absent').map(({ row }) => row as string));
  const strongRows = new Set(labels.filter(({ weak }) => weak !== true).map(({ kind }) => rowOf[kind]));
  const used = new Set(
    labels.flatMap((label) => [label, ...(label.also ?? [])].map(({ file }) => file ?? path)),
  );
  const open = new Set(
    mentions.toReview.filter(({ subject }) => !noReview.has(subject)).map(({ file }) => file),
  );
  const inSnippet = (file: string | undefined): string =>
    file === undefined || file === path ? path : `${path}/${file}`;
  return {
    labels,
    misses: missed.map(({ file, lines, kind, weak }) => ({
      path: inSnippet(file),
      line: lines[0] as number,
      kind,
      weak: weak === true,
    })),
    falseAlarms: wrong.map(({ file, ...finding }) => ({ path: inSnippet(file), ...finding })),
    falseAbsents: [...strongRows].filter((row) => absent.has(row)).map((row) => ({ path, row })),
    mentioned,
    reviewed: [...open].filter((file) => !used.has(file)).map(inSnippet),
  };
};

/** Scores the scan against one labelled set, as the corpus's README says. */
export const scoreCorpus = async (folder: string): Promise<Score> => {
  const snippets: Awaited<ReturnType<typeof compare>>[] = [];
  for (const snippet of await labelsOf(folder)) snippets.push(await compare(folder, snippet));
  const labels = snippets.flatMap((one) => one.labels);
  const misses = snippets.flatMap((one) => one.misses);
  const falseAlarms = snippets.flatMap((one) => one.falseAlarms);
  const found = labels.length - misses.length;
  const kinds = [...new Set([...labels, ...falseAlarms].map(({ kind }) => kind))];
  const ofKind = (list: readonly { kind: string }[], kind: string): number =>
    list.filter((one) => one.kind === kind).length;
  return {
    snippets: snippets.length,
    labels: labels.length,
    misses,
    falseAlarms,
    recall: labels.length === 0 ? 1 : found / labels.length,
    precision: found + falseAlarms.length === 0 ? 1 : found / (found + falseAlarms.length),
    byKind: Object.fromEntries(
      kinds.map((kind) => [
        kind,
        {
          labels: ofKind(labels, kind),
          found: ofKind(labels, kind) - ofKind(misses, kind),
          falseAlarms: ofKind(falseAlarms, kind),
        },
      ]),
    ),
    falseAbsents: snippets.flatMap((one) => one.falseAbsents),
    mentioned: snippets.reduce((sum, one) => sum + one.mentioned, 0),
    reviewed: snippets.flatMap((one) => one.reviewed),
  };
};
