import { formatDuration } from '#contract/format.ts';
import type { Delivery } from '#contract/message.ts';
import { useClock } from '#renderer/lib/use-clock.ts';

/** When the next attempt falls due, on the service's clock. */
export const NextAttempt = ({ delivery: { nextAttemptAt } }: { readonly delivery: Delivery }) => {
  const { data } = useClock();
  if (nextAttemptAt === undefined || data === undefined) return undefined;
  const leftMs = Date.parse(nextAttemptAt) - Date.parse(data.now);
  return <span>{leftMs > 1000 ? `Next attempt in ${formatDuration(leftMs)}` : 'Next attempt due'}</span>;
};
