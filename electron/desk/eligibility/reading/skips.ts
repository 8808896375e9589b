import { type Skipped, skippedLimit } from '#contract/eligibility.ts';
import { formatNumber } from '#contract/format.ts';
import { shown } from './format.ts';

/** What was not read, and whether it stands in the way of saying that something is absent. */
export interface Skips {
  /** `blocks`: what was skipped might hold what is looked for, so nothing can be said to be absent. */
  add(path: string, reason: Skipped['reason'], detail?: string, blocks?: boolean): void;
  /** Things that are told as one number, such as installed packages. `what` is a noun, for the detail. */
  addMany(path: string, reason: Skipped['reason'], count: number, detail: string): void;
  readonly count: number;
  readonly blocking: number;
  /** Those that stand in the way first; at most `skippedLimit`. */
  list(): Skipped[];
  /** Such as "2 files too large, 1 archive damaged", of those that stand in the way. */
  words(): string;
  /** The same of what was left out on purpose, such as "3 ignored by .gitignore". */
  leftOut(): string;
}

const longestPath = 1000;
const longestDetail = 500;

export const createSkips = (): Skips => {
  const inTheWay: Skipped[] = [];
  const others: Skipped[] = [];
  const reasons = new Map<Skipped['reason'], number>();
  const many = new Map<Skipped['reason'], number>();
  let count = 0;
  let blocking = 0;
  return {
    add(path, reason, detail, blocks = false) {
      count++;
      if (blocks) {
        blocking++;
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
      const kept = blocks ? inTheWay : others;
      if (kept.length >= skippedLimit) return;
      kept.push({
        path: shown(path, longestPath),
        reason,
        ...(detail === undefined ? {} : { detail: shown(detail, longestDetail) }),
      });
    },
    addMany(path, reason, number, detail) {
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
    list: () => [...inTheWay, ...others].slice(0, skippedLimit),
    words: () => tellCounts(reasons),
    leftOut: () => tellCounts(many),
  };
};

const tellCounts = (counts: ReadonlyMap<Skipped['reason'], number>): string =>
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
