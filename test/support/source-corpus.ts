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

/** Scores the scan against one labelled set, as the corpus's README says. */
export const scoreCorpus = async (folder: string): Promise<Score> => {
  const snippets = await labelsOf(folder);
  const misses: Miss[] = [];
  const falseAlarms: FalseAlarm[] = [];
  const falseAbsents: { path: string; row: string }[] = [];
  const reviewed: string[] = [];
  const byKind: Record<string, { labels: number; found: number; falseAlarms: number }> = {};
  const of = (kind: string): { labels: number; found: number; falseAlarms: number } => {
    byKind[kind] ??= { labels: 0, found: 0, falseAlarms: 0 };
    return byKind[kind];
  };
  let labels = 0;
  let mentioned = 0;
  for (const snippet of snippets) {
    const { findings, rows, mentions, mentioned: files } = await scan(folder, snippet);
    const isAt = (finding: (typeof findings)[number], { file, lines }: Lines): boolean =>
      (file === undefined || file === finding.file) && lines.includes(finding.line);
    const fits = (finding: (typeof findings)[number], label: Label): boolean =>
      finding.kind === label.kind &&
      finding.weak === (label.weak ?? false) &&
      [label, ...(label.also ?? [])].some((lines) => isAt(finding, lines));
    for (const label of snippet.labels) {
      labels++;
      of(label.kind).labels++;
      if (findings.some((finding) => fits(finding, label))) of(label.kind).found++;
      else {
        misses.push({
          path: label.file === undefined ? snippet.path : `${snippet.path}/${label.file}`,
          line: label.lines[0] as number,
          kind: label.kind,
          weak: label.weak === true,
        });
      }
      const row = rowOf[label.kind];
      const isAbsent = rows.some((one) => one.row === row && one.says === 'absent');
      if (
        isAbsent &&
        label.weak !== true &&
        !falseAbsents.some((one) => one.path === snippet.path && one.row === row)
      )
        falseAbsents.push({ path: snippet.path, row });
    }
    for (const { kind, weak, why, file, line } of findings) {
      if (snippet.labels.some((label) => fits({ kind, weak, why, file, line }, label))) continue;
      of(kind).falseAlarms++;
      falseAlarms.push({
        path: `${snippet.path}${snippet.path === file ? '' : `/${file}`}`,
        line,
        kind,
        weak,
        why,
      });
    }
    mentioned += files;
    const used = new Set(
      snippet.labels.flatMap((label) =>
        [label, ...(label.also ?? [])].map(({ file }) => file ?? snippet.path),
      ),
    );
    const open = new Set(
      mentions.toReview.filter(({ subject }) => !noReview.has(subject)).map(({ file }) => file),
    );
    for (const file of open)
      if (!used.has(file)) reviewed.push(file === snippet.path ? file : `${snippet.path}/${file}`);
  }
  const found = labels - misses.length;
  return {
    snippets: snippets.length,
    labels,
    misses,
    falseAlarms,
    recall: labels === 0 ? 1 : found / labels,
    precision: found + falseAlarms.length === 0 ? 1 : found / (found + falseAlarms.length),
    byKind,
    falseAbsents,
    mentioned,
    reviewed,
  };
};
