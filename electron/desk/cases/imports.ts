import type { ImportRecord } from '#contract/case.ts';

/** Which entries of a chain were made elsewhere, and how they came. Kept with the head, under its seal. */
export const importsOf = ({ imported }: { readonly imported: string | null }): ImportRecord[] =>
  imported === null ? [] : (JSON.parse(imported) as ImportRecord[]);
