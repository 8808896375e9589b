import type { BulkItemState, RefusalReason } from '#contract/bulk-resend.ts';

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
