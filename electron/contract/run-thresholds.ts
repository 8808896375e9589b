import { causeLabels } from './cause-labels.ts';
import { formatList, formatNumber } from './format.ts';
import type { Thresholds } from './token-runs.ts';

/** Thresholds that pause a run: what the form offers, and their text. Plain values, for the page too. */

/** Offered at the start of a run: enough rows that chance does not pause it, early enough to save the others. */
export const offeredThresholds = { failedPercent: 10, afterRows: 20, consecutive: 10 } as const;

/** Such as `10 % failed after 20 rows · 10 failed in a row`; undefined for none. */
export const formatThresholds = ({
  failedPercent,
  afterRows = 1,
  consecutive,
  causes = [],
}: Thresholds): string | undefined => {
  const parts = [
    ...(failedPercent === undefined
      ? []
      : [`${failedPercent} % failed after ${formatNumber(afterRows)} rows`]),
    ...(consecutive === undefined ? [] : [`${formatNumber(consecutive)} failed in a row`]),
    ...(causes.length === 0 ? [] : [`any ${formatList(causes.map((cause) => causeLabels[cause].title))}`]),
  ];
  return parts.length === 0 ? undefined : parts.join(' · ');
};
