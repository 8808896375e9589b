import type { AttemptTrigger, DeliveryStatus } from '#contract/message.ts';

/** What delivery statuses mean to the person. Source: `docs/reference/rules/delivery.md#delivery-status`. */

export const deliveryTones = {
  Sending: 'active',
  Attempting: 'attention',
  Success: 'good',
  Failed: 'bad',
  Cancelled: 'neutral',
} as const satisfies Readonly<Record<DeliveryStatus, string>>;

const meanings: Readonly<Record<DeliveryStatus, string>> = {
  Sending: 'No attempt has ended yet.',
  Attempting: 'At least one attempt failed; more are to come.',
  Success: 'The endpoint took it.',
  Failed: 'All attempts of the schedule are used up.',
  Cancelled: 'The endpoint was deleted before it was delivered.',
};

/** @param attempts those of the delivery that ended */
export const deliveryMeaning = (
  status: DeliveryStatus,
  attempts: readonly { readonly trigger: AttemptTrigger }[],
): string =>
  status === 'Failed' && attempts.some(({ trigger }) => trigger === 'test')
    ? 'It was a test: one attempt, no retries.'
    : meanings[status];

export const triggerLabels: Readonly<Record<AttemptTrigger, string>> = {
  scheduled: 'By the schedule',
  resend: 'Resent by hand',
  recover: 'Recovered',
  replay: 'Replayed',
  test: 'Test',
};

/** `500`, or the name of what went wrong. */
export const formatOutcome = (attempt: { statusCode?: number; error?: string }): string =>
  attempt.error ?? (attempt.statusCode === undefined ? 'no answer yet' : String(attempt.statusCode));

export const succeeded = ({ statusCode, error }: { statusCode?: number; error?: string }): boolean =>
  error === undefined && statusCode !== undefined && statusCode >= 200 && statusCode < 300;
