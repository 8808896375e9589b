import { capitalized } from '#contract/format.ts';
import type { RowProblem } from '#desk/store/check-table.ts';
import type { SealedTable } from '#desk/store/sealed-tables.ts';
import type { NamedRow } from '#desk/store/verification.ts';

/** What is wrong with a row, in the terms of the screens that show it. */
export const rowProblemText = async (problem: RowProblem, nameOfRow: NameOfRow): Promise<string> => {
  const { table, row, key, what, columns } = problem;
  const subject = await subjects[table](row ?? {}, key, nameOfRow);
  if (what === 'removed') return `${capitalized(subject)} was removed.`;
  if (what === 'added') return `${capitalized(subject)} was added outside Carryover.`;
  if (columns.includes('row')) return `${capitalized(subject)} was changed.`;
  const names = columns.map((column) => columnLabel(table, column));
  const were = names.length === 1 ? 'was' : 'were';
  return `The ${listed(names)} of ${subject} ${were} changed.`;
};

/** The rows are as their tags say, and still not what was last written. */
export const tableLabels: Readonly<Record<SealedTable, string>> = {
  targets: 'targets',
  deleted_cases: 'records of deleted cases',
  attachments: 'attachments',
  case_secrets: 'secrets of cases',
  token_rows: 'rows of token imports',
  token_runs: 'runs of token migrations',
  token_progress: 'states of token rows',
};

type Row = Readonly<Record<string, unknown>>;
type NameOfRow = (rowId: number) => Promise<NamedRow | undefined>;
type Subject = (row: Row, key: string, nameOfRow: NameOfRow) => string | Promise<string>;

const short = (text: unknown): string => String(text).slice(0, 8);

const importRow = ({ line, ref, source }: Partial<NamedRow>): string =>
  `row ${line}${ref === null ? '' : ` (ref ${ref})`} of the token import "${source}"`;

const subjects: Readonly<Record<SealedTable, Subject>> = {
  targets: ({ name }, key) => (name === undefined ? `a target (${short(key)})` : `the target "${name}"`),
  deleted_cases: ({ case_id }) =>
    case_id === undefined
      ? 'the record of a deleted case'
      : `the record of the deleted case ${short(case_id)}`,
  attachments: (_row, key) => `an attachment (SHA-256 ${key.split(' ')[1]?.slice(0, 16)})`,
  case_secrets: (_row, key) => `a secret of the case (${key.slice(key.indexOf(' ') + 1)})`,
  token_rows: (row, key) =>
    row.line === undefined ? `a row of a token import (number ${key})` : importRow(row as Partial<NamedRow>),
  token_runs: ({ kind }, key) =>
    kind === undefined ? `a run of a token migration (${short(key)})` : `the ${kind} run ${short(key)}`,
  async token_progress({ row_id = '' }, key, nameOfRow) {
    const [, scope = '', id] = key.split(' ');
    const found = await nameOfRow(Number(row_id === '' ? id : row_id));
    const of = found === undefined ? `token row ${id}` : importRow(found);
    return `the migration (${scope.split(':')[0]}) of ${of}`;
  },
};

/** A column that is not here is called by its own name. */
const columnLabels: Partial<Record<SealedTable, Readonly<Record<string, string>>>> = {
  targets: {
    base_url: 'base URL',
    api_key: 'API key',
    client_id: 'client id',
    ca_pem: 'certificate authority',
    callback_url: 'callback URL',
    concurrency: 'concurrent call limit',
    per_second: 'call limit per second',
    created: 'date',
  },
  token_rows: {
    platform_key: 'platform',
    company_id: 'company id',
    connection_id: 'connection id',
    fields: 'masked credentials',
    mark: 'code of the credentials',
  },
  deleted_cases: { at: 'date' },
  token_runs: { base_url: 'base URL', target_name: 'target', ledger_entries: 'number of calls' },
  token_progress: { company_id: 'company id', connection_id: 'connection id' },
};

const columnLabel = (table: SealedTable, column: string): string =>
  columnLabels[table]?.[column] ?? column.replaceAll('_', ' ');

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
