import { textsOf } from '#base/lists.ts';
import { eachInTurns } from '#base/take-turns.ts';
import { formatCount } from '#contract/format.ts';
import { listedProblems, type RowProblem, type TokenImportResult } from '#contract/token-rows.ts';
import type { RowFacts } from './checked-row.ts';
import { type ImportPlan, type PlannedImport, spoiledRows } from './plan-import.ts';

const previewRows = 5;

export const resultOf = async (
  { name, file, plan, remarks }: PlannedImport,
  importId: string | undefined,
): Promise<TokenImportResult> => {
  const { format, encoding, delimiter, columns, sealed, problems: ofFile } = file;
  const problems: RowProblem[] = [...ofFile].slice(0, listedProblems);
  let problemCount = ofFile.length;
  const preview: Record<string, string>[] = [];
  await eachInTurns(plan.rows, (row) => {
    const own = row.problems.filter((problem) => !row.echoes.has(problem));
    problemCount += own.length;
    problems.push(...own.slice(0, listedProblems - problems.length));
    if (preview.length < previewRows) preview.push(previewOf(row.facts));
  });
  return {
    ...(importId === undefined ? {} : { importId }),
    name,
    format,
    encoding,
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(sealed === undefined ? {} : { sealed }),
    columns: [...columns],
    ...plan.counts,
    ...changesOf(plan),
    same: plan.same,
    superseded: supersededBy(plan),
    problems,
    problemCount,
    remarks: [...remarks, ...file.remarks, ...rowRemarks(plan)],
    preview,
  };
};

/** What the import changes in what was imported before. */
const changesOf = (plan: ImportPlan): Pick<TokenImportResult, 'changes'> => {
  if (plan.before === 0) return {};
  const { same } = plan;
  const { ready, replaced, unchanged } = plan.counts;
  return {
    changes: {
      new: ready - replaced,
      replaced: replaced - same,
      unchanged: unchanged + same,
      gone: plan.gone,
    },
  };
};

const supersededBy = ({ replaced, superseded }: ImportPlan): number =>
  superseded.length + replaced.filter(({ row }) => row.problems !== null).length;

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
