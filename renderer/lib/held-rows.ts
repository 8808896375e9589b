/** Rows that stand still: those that came since wait above them until the person asks for them. */

/** Ids of the rows that were first when the log was opened, or gone to its newest. */
export type HeldIds = ReadonlySet<string>;

/**
 * How many rows have come above those that are held.
 * @param rows the first rows as they are now, newest first
 * @param ended whether they are all
 * @returns undefined if none of the held ones is among them any more, so that many came
 */
export const rowsAbove = (held: HeldIds, rows: readonly string[], ended: boolean): number | undefined => {
  if (held.size === 0) return 0;
  const at = rows.findIndex((id) => held.has(id));
  if (at >= 0) return at;
  // Held ones are gone, as after a reset, or no longer match the filter.
  return ended ? 0 : undefined;
};
