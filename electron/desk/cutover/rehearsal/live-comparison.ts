import { type Cancel, systemTime } from '#base/clock.ts';
import type { DualRunView } from '#contract/cutover.ts';
import type { ParityReport, RecordedRequest } from '#contract/parity.ts';
import type { FrozenPlan } from '#desk/cutover/on-target.ts';
import { type ComparisonOptions, createComparison } from '#desk/cutover/parity/comparison.ts';

/** Changes within so many ms are announced together. */
const togetherMs = 250;

/** A comparison that somebody watches while it grows. */
export interface LiveComparison {
  add(request: RecordedRequest): void;
  /** What came so recently that its pair may still come is waiting. */
  now(): Pick<DualRunView, 'pairs'> & { readonly report: ParityReport };
  /** Everything counts. Nothing is announced after it. */
  end(): Pick<DualRunView, 'pairs'> & { readonly report: ParityReport };
}

/** @param changed called soon after something came, and at most four times a second */
export const createLiveComparison = (
  { plan }: Pick<FrozenPlan, 'plan'>,
  changed: () => void,
  options: ComparisonOptions,
): LiveComparison => {
  const comparison = createComparison(plan, options);
  let announcing: Cancel | undefined;
  const announce = (): void => {
    announcing = undefined;
    changed();
  };
  return {
    add(request) {
      comparison.add(request);
      announcing ??= systemTime.after(togetherMs, announce, { unref: true });
    },
    now() {
      const nowMs = systemTime.now();
      return { report: comparison.report(nowMs), pairs: comparison.pairs(nowMs) };
    },
    end() {
      announcing?.();
      return { report: comparison.report(), pairs: comparison.pairs(Number.POSITIVE_INFINITY) };
    },
  };
};
