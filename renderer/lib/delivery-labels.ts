import type { AttemptTrigger, DeliveryStatus } from '#contract/message.ts';

/** Source: `docs/reference/rules/delivery.md#delivery-status`. */
export const deliveryLabels = {
  Sending: { tone: 'active', label: 'Sending' },
  Attempting: { tone: 'attention', label: 'Waiting' },
  Success: { tone: 'good', label: 'Delivered' },
  Failed: { tone: 'bad', label: 'Failed' },
  Cancelled: { tone: 'neutral', label: 'Cancelled' },
} as const satisfies Readonly<Record<DeliveryStatus, unknown>>;

const reasons: Readonly<Partial<Record<DeliveryStatus, string>>> = {
  Sending: 'First attempt not finished.',
  Attempting: 'Last attempt failed; will be retried.',
  Failed: 'All scheduled attempts failed.',
  Cancelled: 'Endpoint deleted before delivery.',
};

/** What a status does not say by itself. @param attempts those of the delivery that ended */
export const deliveryReason = (
  status: DeliveryStatus,
  attempts: readonly { readonly trigger: AttemptTrigger }[],
): string | undefined =>
  status === 'Failed' && attempts.some(({ trigger }) => trigger === 'test')
    ? 'Test event: sent once, not retried.'
    : reasons[status];

export const triggerLabels: Readonly<Record<AttemptTrigger, string>> = {
  scheduled: 'Scheduled',
  resend: 'Resent',
  recover: 'Recovered',
  replay: 'Replayed',
  test: 'Test',
};

/** `500`, or the name of the error. */
export const formatOutcome = (attempt: { statusCode?: number; error?: string }): string =>
  attempt.error ?? (attempt.statusCode === undefined ? 'No response yet' : String(attempt.statusCode));

export const succeeded = ({ statusCode, error }: { statusCode?: number; error?: string }): boolean =>
  error === undefined && statusCode !== undefined && statusCode >= 200 && statusCode < 300;
