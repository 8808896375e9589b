import { countBy, textsOf } from '#base/lists.ts';
import { formatCount } from '#contract/format.ts';
import { listedProblems, type RowProblem, type TokenImportResult } from '#contract/token-rows.ts';
import type { RowFacts } from './checked-row.ts';
import { type ImportPlan, type PlannedImport, spoiledRows } from './plan-import.ts';

const previewRows = 5;

/** The counts of an import, as its result and the entry of the chain have them. */
export const countsOf = ({ rows }: ImportPlan) => {
  const count = (...fates: string[]): number => rows.filter(({ fate }) => fates.includes(fate)).length;
  return {
    rows: rows.length,
    ready: count('new', 'replaces', 'mends'),
    invalid: count('invalid'),
    replaced: count('replaces'),
    unchanged: count('unchanged'),
    byPlatform: countBy(rows, ({ fate, facts }) => (fate === 'invalid' ? null : facts.platformKey)),
  };
};

export const resultOf = (
  { name, file, plan, remarks }: PlannedImport,
  importId: string | undefined,
): TokenImportResult => {
  const { format, encoding, delimiter, columns, problems: ofFile } = file;
  const problems: RowProblem[] = [...ofFile].slice(0, listedProblems);
  let problemCount = ofFile.length;
  for (const row of plan.rows) {
    const own = row.problems.filter((problem) => !row.echoes.has(problem));
    problemCount += own.length;
    problems.push(...own.slice(0, listedProblems - problems.length));
  }
  return {
    ...(importId === undefined ? {} : { importId }),
    name,
    format,
    encoding,
    ...(delimiter === undefined ? {} : { delimiter }),
    columns: [...columns],
    ...countsOf(plan),
    ...changesOf(plan),
    same: plan.rows.filter(isSame).length,
    superseded: supersededBy(plan),
    problems,
    problemCount,
    remarks: [...remarks, ...file.remarks, ...rowRemarks(plan)],
    preview: plan.rows.slice(0, previewRows).map(({ facts }) => previewOf(facts)),
  };
};

/** What the import changes in what was imported before. */
const changesOf = (plan: ImportPlan): Pick<TokenImportResult, 'changes'> => {
  if (plan.before === 0) return {};
  const { ready, replaced, unchanged } = countsOf(plan);
  const same = plan.rows.filter(isSame).length;
  return {
    changes: {
      new: ready - replaced,
      replaced: replaced - same,
      unchanged: unchanged + same,
      gone: plan.gone,
    },
  };
};

/** It says what was known before. */
const isSame = ({ fate, facts, replaced }: ImportPlan['rows'][number]): boolean =>
  fate === 'replaces' && replaced?.mark === facts.mark && replaced?.fields === facts.fields;

const supersededBy = ({ rows, superseded }: ImportPlan): number =>
  superseded.length + rows.filter(({ replaced }) => typeof replaced?.problems === 'string').length;

const rowRemarks = (plan: ImportPlan): string[] => {
  const superseded = supersededBy(plan);
  const spoiled = spoiledRows(plan).length;
  const { inRun } = plan;
  return textsOf([
    superseded > 0 && `${rows(superseded, 'earlier invalid row')} replaced by this import.`,
    spoiled > 0 &&
      `${rows(spoiled, 'row')} valid before and invalid now: the earlier credentials are shredded, and nothing is migrated until a corrected row is imported.`,
    inRun > 0 &&
      `${rows(inRun, 'row')} in a run that has not ended, and left unchanged. To change them, finish or cancel the run and import again.`,
  ]);
};
const rows = (count: number, what: string): string => formatCount(count, `${what} was`, `${what}s were`);

const previewOf = (facts: RowFacts): Record<string, string> => {
  const shown: Record<string, string> = {};
  for (const field of ['ref', 'name', 'platformKey', 'companyId', 'connectionId', 'description'] as const) {
    const value = facts[field];
    if (value !== undefined) shown[field === 'platformKey' ? 'platform' : field] = value;
  }
  const fields = JSON.parse(facts.fields) as Record<string, string>;
  for (const [name, value] of Object.entries(fields)) {
    shown[name in shown ? `credentials.${name}` : name] = value;
  }
  return shown;
};
