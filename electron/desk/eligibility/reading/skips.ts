import { shown } from '#base/shown-text.ts';
import { type Skipped, skippedLimit } from '#contract/eligibility.ts';
import { formatNumber } from '#contract/format.ts';

/** What was not read, and whether it may hide a use. */
export type Skips = ReturnType<typeof createSkips>;

const longestPath = 1000;
const longestDetail = 500;

export const createSkips = () => {
  const blockingSkips: Skipped[] = [];
  const others: Skipped[] = [];
  const reasons = new Map<Skipped['reason'], number>();
  const many = new Map<Skipped['reason'], number>();
  let count = 0;
  let blocking = 0;
  return {
    /** `blocks`: it may hide a use, so absence is not shown. */
    add(path: string, reason: Skipped['reason'], detail?: string, blocks = false): void {
      count++;
      if (blocks) {
        blocking++;
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
      const kept = blocks ? blockingSkips : others;
      if (kept.length >= skippedLimit) return;
      kept.push({
        path: shown(path, longestPath),
        reason,
        ...(detail === undefined ? {} : { detail: shown(detail, longestDetail) }),
      });
    },
    /** Skips that are counted, not listed one by one, such as installed packages. */
    addMany(path: string, reason: Skipped['reason'], number: number, detail: string): void {
      if (number === 0) return;
      count += number;
      many.set(reason, (many.get(reason) ?? 0) + number);
      if (others.length < skippedLimit) others.push({ path: shown(path, longestPath), reason, detail });
    },
    get count() {
      return count;
    },
    get blocking() {
      return blocking;
    },
    /** Blocking ones first; at most `skippedLimit`. */
    list: (): Skipped[] => [...blockingSkips, ...others].slice(0, skippedLimit),
    /** Of the blocking ones, such as "2 too large, 1 damaged". */
    summary: () => formatCounts(reasons),
    /** Of those left out on purpose, such as "3 ignored by .gitignore". */
    leftOut: () => formatCounts(many),
  };
};

const formatCounts = (counts: ReadonlyMap<Skipped['reason'], number>): string =>
  [...counts].map(([reason, count]) => `${formatNumber(count)} ${reasonLabels[reason]}`).join(', ');

const reasonLabels: Record<Skipped['reason'], string> = {
  binary: 'not text',
  'too-large': 'too large',
  encoding: 'in an unknown encoding',
  unreadable: 'unreadable',
  'link-outside': 'linked from outside',
  'link-loop': 'linked in a circle',
  'path-outside': 'with a path outside the archive',
  'archive-limit': 'beyond the limits for archives',
  'archive-damaged': 'damaged',
  'not-supported': 'not supported',
  'line-too-long': 'with lines too long',
  malformed: 'malformed',
  ignored: 'ignored by .gitignore',
  vendored: 'of installed packages',
};
