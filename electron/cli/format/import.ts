import { oneLine } from '#base/terminal-text.ts';
import { formatCount } from '#cli/format-count.ts';
import { columns } from '#cli/output.ts';
import type { RowProblem, TokenImportResult } from '#contract/token-rows.ts';

const briefProblems = 20;

/** An import as a person reads it: its columns as they were understood, what is wrong by row and column, and counts. */
export const formatImport = (result: TokenImportResult, all: boolean): string =>
  [columnTable(result), problemTable(result, all), counts(result), formatChange(result)]
    .filter((part) => part !== '')
    .join('\n\n');

/** What an import would do, after rows were only looked at. */
export const formatValidated = ({ ready, changes }: Pick<TokenImportResult, 'ready' | 'changes'>): string => {
  if (changes !== undefined)
    return 'Nothing was kept, and nothing was changed. `carryover tokens import` makes these changes.';
  if (ready === 0) return 'Nothing was kept. An import would take in no row that could be migrated.';
  const rows =
    ready === 1 ? 'the one row that is ready' : `the ${ready.toLocaleString('en')} rows that are ready`;
  return `Nothing was kept. \`carryover tokens import\` takes in ${rows}.`;
};

/** Against what was imported before. */
const formatChange = ({ changes, importId }: TokenImportResult): string => {
  if (changes === undefined) return '';
  const { new: added, replaced, unchanged, gone } = changes;
  const parts = [
    `${added.toLocaleString('en')} new`,
    `${replaced.toLocaleString('en')} replaced`,
    `${unchanged.toLocaleString('en')} unchanged`,
    `${gone.toLocaleString('en')} not in this file (kept)`,
  ];
  return `${importId === undefined ? 'Would change' : 'Changed'} against the rows imported before: ${parts.join(', ')}.`;
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
  return `${table}\n… and ${more.toLocaleString('en')} more${all ? '' : ' (--all shows up to 1,000)'}`;
};

const placeOf = ({ column, field }: RowProblem): string => column ?? field ?? '';

const counts = (result: TokenImportResult): string => {
  const { rows, ready, invalid, replaced, same = 0, unchanged, byPlatform } = result;
  const renewed = replaced - same;
  const parts = [
    `${ready.toLocaleString('en')} ready`,
    ...(renewed === 0 ? [] : [`${renewed.toLocaleString('en')} of them with new credentials`]),
    ...(same === 0 ? [] : [`${same.toLocaleString('en')} of them as before`]),
    ...(unchanged === 0 ? [] : [`${unchanged.toLocaleString('en')} migrated already or under way`]),
    ...(invalid === 0 ? [] : [`${invalid.toLocaleString('en')} not in order`]),
  ];
  const platforms = Object.entries(byPlatform).map(([key, count]) => `${key} ${count.toLocaleString('en')}`);
  const by = platforms.length === 0 ? '' : ` (${platforms.join(', ')})`;
  return `${formatCount(rows, 'row')}: ${parts.join(', ')}${by}`;
};
