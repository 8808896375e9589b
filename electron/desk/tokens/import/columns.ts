import { mask } from '#base/sealing.ts';
import { type Field, isRowColumn, type Vocabulary } from '#contract/token-columns.ts';
import type { ImportColumn, RowColumn } from '#contract/token-rows.ts';
import { looksLikeName, looksLikeToken } from './token-like.ts';

/** What the columns of some rows hold: as it was given, and guessed by their headers where it was not. */
export interface Columns {
  readonly all: readonly ImportColumn[];
  readonly at: Readonly<Partial<Record<RowColumn, number>>>;
  readonly credentials: readonly { readonly field: Field; readonly at: number }[];
  readonly placeOf: ReadonlyMap<Field, number>;
  /** The field of a place; undefined for one that is not used. */
  readonly fields: readonly (Field | undefined)[];
  /** What was guessed and could be meant otherwise. */
  readonly remarks: readonly string[];
}

/** Field to header, as given. */
export type Mapping = Readonly<Record<Field, string>>;

/** What is wrong with the columns, as a clause. */
export class ColumnsError extends Error {
  override readonly name = 'ColumnsError';
}

/**
 * @param strict whether the headers of `mapping` must be there
 * @throws ColumnsError if two columns could be the same field
 */
export const mapColumns = (
  headers: readonly string[],
  mapping: Mapping,
  vocabulary: Vocabulary,
  strict = true,
): Columns => {
  const fields: (Field | undefined)[] = headers.map(() => undefined);
  const how: ImportColumn['how'][] = headers.map(() => 'unused');
  for (const [field, header] of Object.entries(mapping)) {
    const at = placeOf(headers, header, field, strict);
    if (at === undefined) continue;
    if (fields[at] !== undefined) {
      throw new ColumnsError(`the column "${header}" is given for both ${fields[at]} and ${field}`);
    }
    fields[at] = field;
    how[at] = 'given';
  }
  const remarks = guess(headers, vocabulary, fields, how, new Set(Object.keys(mapping)));
  return {
    all: headers.map((header, at) => {
      const field = fields[at];
      const shown = showHeader(header, vocabulary, how[at] === 'given');
      return { header: shown, how: how[at] ?? 'unused', ...(field === undefined ? {} : { field }) };
    }),
    at: Object.fromEntries(fields.flatMap((field, at) => (field && isRowColumn(field) ? [[field, at]] : []))),
    credentials: fields.flatMap((field, at) => (field && !isRowColumn(field) ? [{ field, at }] : [])),
    placeOf: new Map(fields.flatMap((field, at) => (field === undefined ? [] : [[field, at]]))),
    fields,
    remarks,
  };
};

const placeOf = (
  headers: readonly string[],
  header: string,
  field: Field,
  strict: boolean,
): number | undefined => {
  const places = headers.flatMap((one, at) => (one === header.trim() ? [at] : []));
  if (places.length > 1) throw new ColumnsError(`there are ${places.length} columns named "${header}"`);
  if (places.length === 0 && strict) throw new ColumnsError(`there is no column "${header}" for ${field}`);
  return places[0];
};

/** Answers remarks, and fills `fields` and `how` in. */
const guess = (
  headers: readonly string[],
  vocabulary: Vocabulary,
  fields: (Field | undefined)[],
  how: ImportColumn['how'][],
  given: ReadonlySet<Field>,
): string[] => {
  const candidates = new Map<Field, { at: number; rank: number }[]>();
  headers.forEach((header, at) => {
    const known = fields[at] === undefined ? vocabulary.known(header) : undefined;
    if (known === undefined || given.has(known.field)) return;
    candidates.set(known.field, [...(candidates.get(known.field) ?? []), { at, rank: known.rank }]);
  });
  const remarks: string[] = [];
  for (const [field, found] of candidates) {
    const [best, ...others] = found.sort((a, b) => a.rank - b.rank) as [(typeof found)[0], ...typeof found];
    const header = headers[best.at] ?? '';
    const [second] = others;
    if (second !== undefined && second.rank === best.rank) {
      const other = headers[second.at];
      throw new ColumnsError(
        header === other
          ? `there are two columns "${header}". Remove one`
          : `both "${header}" and "${other}" could be ${field}. Select one`,
      );
    }
    fields[best.at] = field;
    how[best.at] = 'guessed';
    for (const { at } of others) {
      remarks.push(`${field} is read from the column "${header}"; "${headers[at]}" would fit too.`);
    }
  }
  return remarks;
};

/** A header as it may be shown: what is not known and looks like a value may be one. */
const showHeader = (header: string, vocabulary: Vocabulary, given = false): string =>
  given || vocabulary.known(header) !== undefined || looksLikeName(header) ? header : mask(header);

/** @throws ColumnsError if no row could ever be in order with these columns */
export const refuseUnusable = (
  headers: readonly string[],
  columns: Columns,
  platformKey: string | undefined,
): void => {
  const used = columns.fields.some((field) => field !== undefined);
  if (!used && headers.some((header) => looksLikeValue(header))) {
    throw new ColumnsError(
      'the first line looks like data. Add a header above it, such as ref, name, platform, accessToken',
    );
  }
  if (!used) throw new ColumnsError('no column name is recognised. Map the columns, or use a template');
  if (columns.at.ref === undefined && columns.at.name === undefined) {
    throw new ColumnsError('no ref or name column was found. Select the column that names the company');
  }
  if (columns.at.platform === undefined && platformKey === undefined) {
    throw new ColumnsError('no platform column was found. Select it, or set the platform for all rows');
  }
  if (columns.credentials.length === 0) {
    throw new ColumnsError('no credential columns were found. Select them, or use a template');
  }
};

const looksLikeValue = (text: string): boolean => looksLikeToken(text) || /\d{4,}/.test(text);
