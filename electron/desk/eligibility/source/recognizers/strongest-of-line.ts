import type { Use } from './subjects.ts';

/** The strongest first. */
export const rank = { high: 0, medium: 1, low: 2 } as const;

/** At most one use of a kind on a line: the one that counts most. In the order of lines. */
export const strongestOfEachLine = (uses: readonly Use[]): Use[] => {
  const kept = new Map<string, Use>();
  for (const use of uses) {
    const key = `${use.line} ${use.kind}`;
    const other = kept.get(key);
    const isStronger =
      other === undefined ||
      (other.weak && !use.weak) ||
      (other.weak === use.weak && rank[use.confidence] < rank[other.confidence]);
    if (isStronger) kept.set(key, use);
  }
  return [...kept.values()].sort((a, b) => a.line - b.line || a.from - b.from);
};
