import { oneLine } from '#base/terminal-text.ts';
import { columns } from '#cli/output.ts';
import { formatCount, formatNumber } from '#contract/format.ts';
import type { RowProblem, TokenImportResult } from '#contract/token-rows.ts';

const briefProblems = 20;

/** An import as a person reads it: its columns as they were understood, what is wrong by row and column, and counts. */
export const formatImport = (result: TokenImportResult, all: boolean): string =>
  [columnTable(result), problemTable(result, all), counts(result), formatChange(result)]
    .filter((part) => part !== '')
    .join('\n\n');

/** What an import would do, after a dry run. */
export const formatValidated = ({ ready, changes }: Pick<TokenImportResult, 'ready' | 'changes'>): string => {
  if (changes !== undefined)
    return 'Validation only: nothing was imported. `carryover tokens import` makes these changes.';
  if (ready === 0) return 'Validation only: nothing was imported. No row is ready to migrate.';
  const rows = ready === 1 ? 'the ready row' : `the ${formatNumber(ready)} ready rows`;
  return `Validation only: nothing was imported. \`carryover tokens import\` imports ${rows}.`;
};

/** Against what was imported before. */
const formatChange = ({ changes, importId }: TokenImportResult): string => {
  if (changes === undefined) return '';
  const { new: added, replaced, unchanged, gone } = changes;
  const parts = [
    `${formatNumber(added)} new`,
    `${formatNumber(replaced)} replaced`,
    `${formatNumber(unchanged)} unchanged`,
    `${formatNumber(gone)} missing from this file (kept)`,
  ];
  return `${importId === undefined ? 'Would change' : 'Changed'} compared with the previous import: ${parts.join(', ')}.`;
};

const columnTable = ({ columns: found }: TokenImportResult): string =>
  columns([
    ['COLUMN', 'HOLDS', ''],
    ...found.map(({ header, field, how }) => [
      oneLine(header),
      field ?? 'not used',
      how === 'unused' ? '' : how,
    ]),
  ]);

const problemTable = ({ problems, problemCount, format }: TokenImportResult, all: boolean): string => {
  if (problemCount === 0) return '';
  const shown = all ? problems : problems.slice(0, briefProblems);
  const more = problemCount - shown.length;
  const table = columns([
    [format === 'json' ? 'ROW' : 'LINE', 'REF', 'COLUMN', 'PROBLEM'],
    ...shown.map((problem) => [
      problem.row === undefined ? 'file' : String(problem.row),
      oneLine(problem.ref ?? ''),
      oneLine(placeOf(problem)),
      oneLine(problem.message),
    ]),
  ]);
  if (more === 0) return table;
  return `${table}\n… and ${formatNumber(more)} more${all ? '' : ' (--all shows up to 1,000)'}`;
};

const placeOf = ({ column, field }: RowProblem): string => column ?? field ?? '';

const counts = (result: TokenImportResult): string => {
  const { rows, ready, invalid, replaced, same = 0, unchanged, byPlatform } = result;
  const renewed = replaced - same;
  const parts = [
    `${formatNumber(ready)} ready`,
    ...(renewed === 0 ? [] : [`${formatNumber(renewed)} with new credentials`]),
    ...(same === 0 ? [] : [`${formatNumber(same)} unchanged`]),
    ...(unchanged === 0 ? [] : [`${formatNumber(unchanged)} already migrated or running`]),
    ...(invalid === 0 ? [] : [`${formatNumber(invalid)} invalid`]),
  ];
  const platforms = Object.entries(byPlatform).map(([key, count]) => `${key} ${formatNumber(count)}`);
  const by = platforms.length === 0 ? '' : ` (${platforms.join(', ')})`;
  return `${formatCount(rows, 'row')}: ${parts.join(', ')}${by}`;
};
