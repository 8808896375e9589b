import type { BulkItemState, BulkResend, RefusalReason } from '#contract/bulk-resend.ts';
import { formatNumber } from '#contract/format.ts';

export const refusalLabels: Readonly<Record<RefusalReason, string>> = {
  disabled: 'endpoint disabled',
  deleted: 'endpoint deleted',
  underWay: 'already being resent',
};

export const itemLabels = {
  waiting: { tone: 'neutral', label: 'Waiting' },
  sending: { tone: 'active', label: 'Sending' },
  delivered: { tone: 'good', label: 'Delivered' },
  failed: { tone: 'bad', label: 'Failed' },
  refused: { tone: 'attention', label: 'Refused' },
  cancelled: { tone: 'neutral', label: 'Cancelled' },
} as const satisfies Readonly<Record<BulkItemState, { tone: string; label: string }>>;

/** How much of it has ended, in percent. */
export const endedShare = ({ total, counts: { waiting, sending } }: BulkResend): number =>
  total === 0 ? 100 : (100 * (total - waiting - sending)) / total;

/** `Done: 195 delivered, 3 failed, 2 refused of 200.` */
export const bulkSummary = ({ state, total, counts }: BulkResend): string => {
  const parts = (['delivered', 'failed', 'refused', 'cancelled', 'sending', 'waiting'] as const)
    .filter((one) => counts[one] > 0)
    .map((one) => `${formatNumber(counts[one])} ${itemLabels[one].label.toLowerCase()}`);
  const head = { running: 'Resending', done: 'Done', cancelled: 'Cancelled' }[state];
  return `${head}: ${parts.join(', ')} of ${formatNumber(total)}.`;
};
