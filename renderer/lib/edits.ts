import type { EditConflict } from '#contract/edit-conflict.ts';
import { forgetDraft, readDraft, writeDraft } from './drafts.ts';

/**
 * Edits of things that several people see: a draft keeps the revision that it was opened at, and the desk merges from
 * there. With a newer revision a save would overwrite what its author never saw. Source:
 * `docs/reference/rules/people.md#edits`.
 */

/** A thing of a case, such as a note, as a page shows it. */
interface Shown<T extends object> {
  /** Of the case. */
  readonly revision: number;
  readonly values: T;
}

export interface Edit<T extends object> extends Shown<T> {
  /** Something was typed that is not saved. */
  readonly isTyped: boolean;
}

/** Of drafts that earlier versions left: over what they were written is not known, so the desk compares all of it. */
const unknownRevision = 1;

/** The edit that was kept in this window, or a new one of what is shown. */
export const openEdit = <T extends object>(draft: string, shown: Shown<T>): Edit<T> => {
  const kept = readDraft<object>(draft);
  if (kept === undefined) return { ...shown, isTyped: false };
  const { revision, values } =
    'revision' in kept && 'values' in kept
      ? (kept as Shown<Partial<T>>)
      : { revision: unknownRevision, values: kept as Partial<T> };
  return { revision, values: { ...shown.values, ...values }, isTyped: true };
};

/** The edit after the thing was read again: as it is now, unless something was typed over what it was. */
export const followed = <T extends object>(edit: Edit<T>, shown: Shown<T>): Edit<T> =>
  edit.isTyped || shown.revision <= edit.revision ? edit : { ...shown, isTyped: false };

/** Keeps what was typed, with the revision that it was typed over. */
export const typed = <T extends object>(draft: string, edit: Edit<T>, values: T): Edit<T> => {
  if (isSame(edit.values, values)) return edit;
  const { revision } = edit;
  writeDraft(draft, { revision, values });
  return { revision, values, isTyped: true };
};

/** How somebody who saw both versions of a field continues. */
export type Choice = 'yours' | 'theirs' | 'merged';

/**
 * The edit after both versions were seen: over what is there now, so that the next save replaces nothing but that. Fields
 * that were no conflict are as either of them changed them.
 * @param choices by field; `yours` where it is left out
 * @param blank what a field is where the desk has none
 */
export const settled = <T extends object>(
  draft: string,
  edit: Edit<T>,
  conflict: EditConflict,
  choices: Readonly<Record<string, Choice>>,
  blank: T,
): Edit<T> => {
  const changes: Record<string, unknown> = { ...conflict.rest };
  for (const { field, theirs, merged } of conflict.fields ?? []) {
    const choice = choices[field] ?? 'yours';
    if (choice === 'theirs') changes[field] = theirs;
    if (choice === 'merged' && merged !== undefined) changes[field] = merged;
  }
  const known = Object.entries(changes).filter(([field]) => field in blank);
  const taken = known.map(([field, value]) => [field, value ?? blank[field as keyof T]]);
  const values = { ...edit.values, ...Object.fromEntries(taken) } as T;
  const revision = conflict.revision ?? edit.revision;
  writeDraft(draft, { revision, values });
  return { revision, values, isTyped: true };
};

/**
 * Forgets what was saved.
 * @returns whether that is all: what was typed while it was being saved stays as it is
 */
export const saved = <T extends object>(draft: string, edit: Edit<T>, sent: Edit<T>): boolean => {
  if (!isSame(edit.values, sent.values)) return false;
  forgetDraft(draft);
  return true;
};

/** Values of forms are plain data, in the order of their fields. */
export const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);
