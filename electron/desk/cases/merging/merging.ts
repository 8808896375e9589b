import { isDeepStrictEqual } from 'node:util';
import { mergeText } from '#base/merge-text.ts';
import type { CaseAction } from '#contract/case.ts';
import type { FieldConflict } from '#contract/edit-conflict.ts';
import { problemOf } from '#desk/cases/checked-action.ts';
import type { CaseRecords } from '#desk/cases/records.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { readEntries } from '#desk/store/case-chain.ts';
import type { Tx } from '#desk/store/store.ts';
import { conflictOf, type Merged, ofTheFuture, theirsOf } from './conflicts.ts';
import { subjectsOf } from './subjects.ts';
import { type Edit, editOf, type Fields } from './things.ts';

/**
 * Actions that were decided over an earlier revision, as they are to be done over what others changed since. Changes of
 * different things, of different fields, and of different places in a long text are merged.
 * @throws CatalogueError `case.conflict`, with both versions and what they came from
 */
export const mergedOver = async (
  tx: Tx,
  records: Pick<CaseRecords, 'readAt'>,
  state: CaseState,
  actions: readonly CaseAction[],
  revision: number,
): Promise<readonly CaseAction[]> => {
  if (revision === state.revision) return actions;
  if (revision > state.revision) throw ofTheFuture(revision, state.revision);
  const mine = new Set(actions.flatMap(subjectsOf));
  const theirs = theirsOf(await readEntries(tx, state.id, revision)).filter((entry) =>
    subjectsOf(entry as unknown as CaseAction).some((subject) => mine.has(subject)),
  );
  if (theirs.length === 0) return actions;
  const base = await records.readAt(tx, state.id, revision);
  const touched = new Set(theirs.flatMap((entry) => subjectsOf(entry as unknown as CaseAction)));
  const merged = actions.map((action) =>
    subjectsOf(action).some((subject) => touched.has(subject))
      ? mergedAction(action, base, state)
      : { action },
  );
  const conflicts = merged.flatMap((one) => ('conflict' in one ? [one.conflict] : []));
  if (conflicts.length === 0) return merged.flatMap((one) => ('action' in one && one.action) || []);
  const removed = conflicts.find((one) => one.removed !== undefined)?.removed;
  const rest = Object.assign({}, ...conflicts.map((one) => one.rest));
  throw conflictOf(revision, {
    revision: state.revision,
    yours: actions,
    theirs,
    fields: conflicts.flatMap(({ fields }) => fields),
    rest,
    ...(removed === undefined ? {} : { removed }),
  });
};

/** Of an action on what the others changed, too. */
const mergedAction = (action: CaseAction, baseState: CaseState, state: CaseState): Merged => {
  const edit = editOf(action);
  if (edit === undefined) return { conflict: { fields: [] } };
  const base = edit.of(baseState);
  const now = edit.of(state);
  if (now === undefined || edit.sets === undefined) return withoutOne(action, edit, base, now);
  return mergedFields(edit, edit.sets, base ?? {}, now);
};

/** One of both removed the thing. */
const withoutOne = (
  action: CaseAction,
  { sets }: Edit,
  base: Fields | undefined,
  now: Fields | undefined,
): Merged => {
  if (isDeepStrictEqual(base, now)) return { action };
  if (sets === undefined && now === undefined) return { action: undefined };
  const changed = sets ?? now ?? {};
  const names = Object.keys(changed).filter(
    (name) => !isDeepStrictEqual(changed[name], base?.[name] ?? null),
  );
  const removed = sets === undefined ? 'yours' : 'theirs';
  return {
    conflict: { fields: names.map((name) => versionsOf(name, { base, yours: sets, theirs: now })), removed },
  };
};

const mergedFields = (edit: Edit, sets: Fields, base: Fields, now: Fields): Merged => {
  const left: Record<string, unknown> = {};
  const conflicts: FieldConflict[] = [];
  for (const field of Object.keys(sets)) {
    const versions = versionsOf(field, { base, yours: sets, theirs: now });
    const merged = mergedField(versions, edit.texts.includes(field));
    if (merged === 'theirs') continue;
    if ('value' in merged) left[field] = merged.value;
    else conflicts.push({ ...versions, ...merged });
  }
  if (conflicts.length > 0) {
    const open = new Set(conflicts.map(({ field }) => field));
    const rest = Object.entries({ ...now, ...left }).filter(([field]) => !open.has(field));
    return { conflict: { fields: conflicts, rest: Object.fromEntries(rest) } };
  }
  const names = Object.keys(left);
  if (names.length === 0) return { action: undefined };
  const action = edit.setting(edit.whole ? { ...now, ...left } : left);
  // Both fitted; together they may be too long.
  if (problemOf(action) === undefined) return { action };
  return { conflict: { fields: names.map((name) => versionsOf(name, { base, yours: sets, theirs: now })) } };
};

type Side = Fields | undefined;

const versionsOf = (field: string, sides: { base: Side; yours: Side; theirs: Side }): FieldConflict => ({
  field,
  base: sides.base?.[field] ?? null,
  yours: sides.yours?.[field] ?? null,
  theirs: sides.theirs?.[field] ?? null,
});

/** What a field is to be set to; `theirs`: it stays as it is. Otherwise a conflict. */
const mergedField = (
  { base, yours, theirs }: FieldConflict,
  isText: boolean,
): 'theirs' | { readonly value: unknown } | { readonly merged?: string } => {
  if (isDeepStrictEqual(yours, theirs)) return 'theirs';
  if (isDeepStrictEqual(base, theirs)) return { value: yours };
  // The value of a secret is kept beside the chain: it can't be left out here.
  if (isDeepStrictEqual(yours, base) && !isSecret(yours)) return 'theirs';
  const merged = isText ? mergedText(yours, base, theirs) : undefined;
  if (merged === undefined) return {};
  return merged.clean ? { value: merged.text } : { merged: merged.text };
};

const isSecret = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'masked' in value;

/** Without a text that both came from there is nothing to merge by. */
const mergedText = (yours: unknown, base: unknown, theirs: unknown) =>
  typeof yours === 'string' && typeof base === 'string' && typeof theirs === 'string'
    ? mergeText(yours, base, theirs)
    : undefined;
