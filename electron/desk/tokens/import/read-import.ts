import { fingerprintBy } from '#base/fingerprint.ts';
import { UnreadableTextError } from '#base/utf8.ts';
import { formatNumber } from '#contract/format.ts';
import type { CatalogueIntegration } from '#contract/integration.ts';
import {
  columnOf,
  createVocabulary,
  credentialOf,
  type Field,
  isRowColumn,
  type Vocabulary,
} from '#contract/token-columns.ts';
import type { ImportColumn, RowProblem } from '#contract/token-rows.ts';
import { checkRow } from './check-row.ts';
import { type Columns, ColumnsError, type Mapping, mapColumns, refuseUnusable } from './columns.ts';
import { mostRows } from './limits.ts';
import { createPlatforms } from './platforms.ts';
import { type Reading, readRows } from './read-rows.ts';
import { createSecretSwaps } from './secret-swaps.ts';
import { readSource } from './source.ts';
import type { SourceRow } from './source-row.ts';
import { createSwaps } from './swaps.ts';
import { type FileFacts, ImportRefusal, type ImportTask, type TakeRows } from './task.ts';
import { refusalOf, unsealed } from './unsealed.ts';

/**
 * Reads and checks every row by itself.
 * @throws CatalogueError `tokens.unreadable`, `tokens.columnsUnknown`, `file.unreadable`, `sealed.…`; what `take` throws
 */
export const readImport = async (task: ImportTask, take: TakeRows): Promise<FileFacts> => {
  const { name } = task.source;
  try {
    return await read(task, take);
  } catch (error) {
    if (error instanceof UnreadableTextError) {
      throw new ImportRefusal('tokens.unreadable', { name, problem: error.message });
    }
    if (error instanceof ColumnsError) {
      throw new ImportRefusal('tokens.columnsUnknown', { name, problem: error.message });
    }
    throw refusalOf(error, task.source);
  }
};

const read = async (
  { source, request, catalogue, markKey }: ImportTask,
  take: TakeRows,
): Promise<FileFacts> => {
  const platforms = createPlatforms(catalogue);
  const platform = request.platformKey === undefined ? undefined : platforms.find(request.platformKey);
  const vocabulary = createVocabulary(platform === undefined ? catalogue : [platform.integration]);
  const swaps = createSwaps(platforms);
  const secretSwaps = createSecretSwaps();
  const file = readSource(source);
  const list = await unsealed(source, file);
  const reading = await readRows(list.chunks, vocabulary, request.format);
  const layouts = createLayouts(reading, request, vocabulary);
  const fingerprint = fingerprintBy(markKey);
  const check = { platforms, platform, swaps, secretFields: vocabulary.secret, fingerprint };
  const seen = new Set<string>();
  let count = 0;
  for await (const batch of reading.rows) {
    count += batch.length;
    if (count > mostRows) {
      throw new UnreadableTextError(
        `it has more than ${formatNumber(mostRows)} rows. Split it into several files`,
      );
    }
    const rows = batch.map((row) => {
      const checked = checkRow(row, layouts.of(row), check);
      secretSwaps.check(row, layouts.of(row), platforms.find(checked.facts.platformKey ?? ''));
      return checked;
    });
    for (const { facts } of rows) if (facts.platformKey !== undefined) seen.add(facts.platformKey);
    await take(rows, { bytes: file.bytes(), rows: count });
  }
  if (count === 0) throw new UnreadableTextError('it has no rows');
  const { columns, remarks } = layouts.end();
  const sealed = list.sealed();
  const used = catalogue.filter((one) => seen.has(one.platformKey));
  return {
    format: reading.format,
    encoding: reading.encoding,
    ...(reading.delimiter === undefined ? {} : { delimiter: reading.delimiter }),
    columns,
    problems: [...lacking(columns, used), ...swaps.problems(count)],
    remarks: [...remarks, ...secretSwaps.remarks(), ...used.filter(isManagedOnly).map(managedRemark)],
    digest: list.digest(),
    ...(sealed === undefined ? {} : { sealed }),
  };
};

/** The columns of rows: one layout for CSV, one for each set of fields for JSON. */
const createLayouts = (reading: Reading, request: ImportTask['request'], vocabulary: Vocabulary) => {
  const mapping = checkedMapping(request.mapping ?? {}, vocabulary);
  const csv = reading.format === 'csv';
  const known = new Map<readonly string[], Columns>();
  const all = new Map<string, ImportColumn>();
  const remarks = new Set<string>();
  let usable = false;
  const make = ({ headers }: SourceRow): Columns => {
    const columns = mapColumns(headers, mapping, vocabulary, csv);
    // A row that could not be read at all says nothing of the others.
    if (!usable && headers.length > 0) {
      refuseUnusable(headers, columns, request.platformKey);
      usable = true;
    }
    // Columns of the same name are all listed.
    columns.all.forEach((column, at) => {
      all.set(csv ? `${at}` : (headers[at] ?? ''), column);
    });
    for (const remark of columns.remarks) remarks.add(remark);
    return columns;
  };
  return {
    of(row: SourceRow): Columns {
      const columns = known.get(row.headers) ?? make(row);
      if (known.size < 1000) known.set(row.headers, columns);
      return columns;
    },
    /** @throws ColumnsError if a given header never came */
    end(): { columns: readonly ImportColumn[]; remarks: readonly string[] } {
      const columns = [...all.values()];
      for (const [field, header] of Object.entries(mapping)) {
        if (!columns.some((column) => column.header === header.trim() && column.how === 'given')) {
          throw new ColumnsError(`there is no column "${header}" for ${field}`);
        }
      }
      return { columns, remarks: [...remarks, ...standIns(columns)] };
    },
  };
};

const standIns = (columns: readonly ImportColumn[]): string[] => {
  const has = (field: Field): boolean => columns.some((column) => column.field === field);
  if (!has('ref')) return ['No ref column, so the name is also the ref and must stay the same.'];
  return has('name') ? [] : ['No name column, so companies are named by their ref.'];
};

/** Fields by the names that columns have here. @throws ColumnsError for one that there is not */
const checkedMapping = (mapping: Mapping, { fields }: Vocabulary): Mapping =>
  Object.fromEntries(
    Object.entries(mapping).map(([field, header]) => {
      const own = fields.has(field) || isRowColumn(field) ? field : credentialOf(field);
      if (fields.has(own)) return [own, header];
      throw new ColumnsError(
        `there is no field "${field.slice(0, 60)}" to map. There are ${[...fields].join(', ')}`,
      );
    }),
  );

/** Required credentials that no column is for. */
const lacking = (
  columns: readonly ImportColumn[],
  platforms: readonly CatalogueIntegration[],
): RowProblem[] => {
  const there = new Set(columns.map(({ field }) => field));
  return platforms.flatMap(({ name, credentials }) =>
    credentials
      .filter((field) => field.required && !there.has(columnOf(field.name)))
      .map((field) => ({
        field: columnOf(field.name),
        message: `No column found for ${field.name} (${field.label}), which ${name} requires.`,
      })),
  );
};

const isManagedOnly = ({ migration, credentials }: CatalogueIntegration): boolean =>
  credentials.length > 0 && migration.managed && !migration.selfService;
const managedRemark = ({ name }: CatalogueIntegration): string =>
  `${name} is migrated by support, with the runbook.`;
