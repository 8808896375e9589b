import { mask } from '#base/sealing.ts';
import { companyLimits } from '#contract/company.ts';
import type { Field } from '#contract/token-columns.ts';
import type { RowColumn, RowProblem } from '#contract/token-rows.ts';
import { markOf } from '#desk/tokens/mark.ts';
import { isUuid, textProblem } from './cell-rules.ts';
import { checkCredentials } from './check-credentials.ts';
import type { CheckedRow } from './checked-row.ts';
import type { Columns } from './columns.ts';
import { organisationOf } from './organisation.ts';
import type { Platform, Platforms } from './platforms.ts';
import { createRowInHand, type RowInHand } from './row-in-hand.ts';
import type { SourceRow } from './source-row.ts';
import type { Swaps } from './swaps.ts';
import { isRatherToken, looksLikeToken, looksLikeWords } from './token-like.ts';

/** The most that a row's problems can be: the rest would say nothing new. */
const mostProblems = 12;
const none: readonly RowProblem[] = [];

export interface RowCheck {
  readonly platforms: Platforms;
  /** For all rows, if it is given. */
  readonly platform: Platform | undefined;
  readonly swaps: Swaps;
  /** Those that are secret on any platform. */
  readonly secretFields: ReadonlySet<Field>;
  /** Tells rows with the same secrets: see `markOf`. */
  readonly fingerprint: (value: string) => string;
}

/** Checks one row by itself. Neither its problems nor its facts hold a secret. */
export const checkRow = (source: SourceRow, columns: Columns, check: RowCheck): CheckedRow => {
  if (source.headers.length === 0) return unreadRow(source);
  const row = createRowInHand(source, columns);
  checkFlaws(row, source, columns);
  const platform = platformOf(row, columns, check);
  const texts = textsOf(row, columns);
  const companyId = uuidOf(row, 'companyId');
  const connectionId = uuidOf(row, 'connectionId');
  if (connectionId !== undefined && companyId === undefined && row.cell('companyId') === '') {
    row.problem('connectionId', 'connectionId needs companyId: a connection belongs to a company.');
  }
  const { given, shown, secrets } = checkCredentials(row, columns, platform, check.secretFields);
  const isUsable = platform !== undefined && platform.refused === undefined;
  const misplaced = misplacedIn(row, texts, { columns, secrets, isUsable });
  for (const field of misplaced) delete texts[field];
  if (row.problems.length > 0) check.swaps.check(source, columns, platform);

  const whole = row.problems.length === 0 && platform !== undefined;
  const facts = {
    row: source.row,
    ref: texts.ref,
    name: texts.name,
    description: texts.description,
    platformKey: platform?.integration.platformKey,
    companyId,
    connectionId,
    fields: JSON.stringify(hide(shown, misplaced)),
    organisation: whole ? organisationOf(platform.integration, shown) : undefined,
    mark: whole ? markOf(check, platform.integration, given) : undefined,
    problems: problemsOf(row, source, texts.ref),
  };
  return { facts, credentials: whole ? given : undefined };
};

/** Cells that the reader could not read as text; in a column that is not used they do not matter. */
const checkFlaws = ({ problem }: RowInHand, { flaws = [] }: SourceRow, { fields }: Columns): void => {
  for (const { column, message } of flaws) {
    const field = column === undefined ? undefined : fields[column];
    if (column === undefined) problem(undefined, message);
    else if (field !== undefined) problem(field, `${field} ${message}`);
  }
};

const problemsOf = (
  { problems }: RowInHand,
  { row }: SourceRow,
  ref: string | undefined,
): readonly RowProblem[] =>
  problems.length === 0
    ? none
    : problems.slice(0, mostProblems).map((one) => ({ row, ...(ref === undefined ? {} : { ref }), ...one }));

/** Nothing of it could be read. */
const unreadRow = ({ row, flaws = [] }: SourceRow): CheckedRow => ({
  facts: {
    row,
    ref: undefined,
    name: undefined,
    description: undefined,
    platformKey: undefined,
    companyId: undefined,
    connectionId: undefined,
    fields: '{}',
    mark: undefined,
    problems: flaws.map(({ message }) => ({ row, message })),
  },
  credentials: undefined,
});

const platformOf = (
  { cell, problem }: RowInHand,
  columns: Columns,
  { platforms, platform: forAll }: RowCheck,
): Platform | undefined => {
  const text = columns.at.platform === undefined ? '' : cell('platform');
  const named = text === '' ? undefined : platforms.find(text);
  if (text !== '' && named === undefined) {
    const shown = looksLikeWords(text) ? ` "${text}"` : '';
    problem('platform', `platform${shown} is not the key or name of an integration.`);
    return undefined;
  }
  if (forAll !== undefined && named !== undefined && named !== forAll) {
    problem(
      'platform',
      `platform is ${named.integration.name}, but ${forAll.integration.name} was set for all rows.`,
    );
    return undefined;
  }
  const platform = named ?? forAll;
  if (platform === undefined) problem('platform', 'platform is missing.');
  else if (platform.refused !== undefined) problem('platform', platform.refused);
  return platform;
};

const textFields = ['ref', 'name', 'description'] as const;
type Texts = Partial<Record<(typeof textFields)[number], string>>;
const limits = {
  ref: companyLimits.tagLength,
  name: companyLimits.nameLength,
  description: companyLimits.descriptionLength,
} as const;

/** Those that are in order. A name serves as ref where that has no column, and is not needed for a company that is there. */
const textsOf = (row: RowInHand, { at }: Columns): Texts => {
  const texts: Texts = {};
  const isRefless = at.ref === undefined;
  const longest = isRefless ? { ...limits, name: limits.ref } : limits;
  const needed = { ref: true, name: isRefless || row.cell('companyId') === '', description: false };
  for (const field of textFields) {
    if (at[field] === undefined) continue;
    const text = row.cell(field);
    const problem = text === '' ? missing(field, needed[field]) : textProblem(field, text, longest[field]);
    if (problem !== undefined) row.problem(field, problem);
    else if (text !== '') texts[field] = text;
  }
  if (!isRefless) return texts;
  if (at.name === undefined) row.problem('ref', 'ref is missing.');
  return texts.name === undefined ? texts : { ...texts, ref: texts.name };
};

const missing = (field: keyof Texts, isNeeded: boolean): string | undefined =>
  isNeeded ? `${field} is missing.` : undefined;

const uuidOf = ({ cell, problem }: RowInHand, field: RowColumn): string | undefined => {
  const text = cell(field).toLowerCase();
  if (text === '') return undefined;
  if (isUuid(text)) return text;
  problem(field, `${field} must be a UUID, as the service gives it; leave it empty for a new one.`);
  return undefined;
};

/** Fields that hold, or may hold, a token in the place of plain text: they are neither kept nor shown. */
const misplacedIn = (row: RowInHand, texts: Texts, about: Surroundings): (keyof Texts)[] => {
  const { columns } = about;
  const found: (keyof Texts)[] = [];
  for (const field of textFields) {
    const text = texts[field];
    if (text === undefined) continue;
    // A name that serves as ref is reported once.
    const own = columns.at[field] === undefined ? 'name' : field;
    const wasChosen = columns.all[columns.at[own] ?? -1]?.how === 'given';
    const why = whyMisplaced(text, about, wasChosen);
    if (why === undefined) continue;
    if (own === field) row.problem(field, `${field} ${why}`);
    found.push(field);
  }
  return found;
};

interface Surroundings {
  readonly columns: Columns;
  readonly secrets: readonly string[];
  /** Whether the row could be in order at all. */
  readonly isUsable: boolean;
}

/** A clause. @param wasChosen the column was given by hand, so it holds what it should, if the rest is in order */
const whyMisplaced = (
  text: string,
  { secrets, isUsable }: Surroundings,
  wasChosen: boolean,
): string | undefined => {
  if (secrets.some((secret) => secret.length >= shortestToken && text.includes(secret))) {
    return 'repeats a secret credential of the row.';
  }
  if (looksLikeToken(text) && secrets.some((secret) => !looksLikeToken(secret))) {
    return 'looks like a token, and a token does not. Are the columns swapped?';
  }
  if ((wasChosen && isUsable) || !isRatherToken(text)) return undefined;
  return 'looks like a token, so it is not stored. Are the columns swapped, or the cells of the row shifted? If it is not a token, select its column manually.';
};
/** A shorter text may be part of another by chance. */
const shortestToken = 8;

/** Where texts and tokens are mixed up, nothing of the row is known to be no secret. */
const hide = (shown: Readonly<Record<string, string>>, misplaced: readonly string[]) =>
  misplaced.length === 0
    ? shown
    : Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, mask(value)]));
