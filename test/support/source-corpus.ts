import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { detect } from '#desk/eligibility/source/detector/detector.ts';
import type { SourceFinding } from '#desk/eligibility/source/inspection.ts';

interface Label {
  readonly kind: SourceFinding['kind'];
  readonly lines: readonly number[];
  readonly weak?: boolean;
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
}

/** Scores the detector against one labelled set, as the corpus's README says. */
export const scoreCorpus = async (folder: string): Promise<Score> => {
  const snippets = JSON.parse(await readFile(join(folder, 'labels.json'), 'utf8')) as Snippet[];
  const misses: Miss[] = [];
  const falseAlarms: FalseAlarm[] = [];
  const byKind: Record<string, { labels: number; found: number; falseAlarms: number }> = {};
  const of = (kind: string): { labels: number; found: number; falseAlarms: number } => {
    byKind[kind] ??= { labels: 0, found: 0, falseAlarms: 0 };
    return byKind[kind];
  };
  let labels = 0;
  for (const snippet of snippets) {
    const findings = detect(snippet.path, await readFile(join(folder, snippet.path), 'utf8'));
    const fits = (finding: SourceFinding, { kind, lines, weak = false }: Label): boolean =>
      finding.kind === kind && finding.weak === weak && lines.includes(finding.line);
    for (const label of snippet.labels) {
      labels++;
      of(label.kind).labels++;
      if (findings.some((finding) => fits(finding, label))) of(label.kind).found++;
      else
        misses.push({
          path: snippet.path,
          line: label.lines[0] as number,
          kind: label.kind,
          weak: label.weak === true,
        });
    }
    for (const finding of findings) {
      if (snippet.labels.some((label) => fits(finding, label))) continue;
      of(finding.kind).falseAlarms++;
      falseAlarms.push({
        path: snippet.path,
        line: finding.line,
        kind: finding.kind,
        weak: finding.weak,
        why: finding.why,
      });
    }
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
  };
};
