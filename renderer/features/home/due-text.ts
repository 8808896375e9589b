import { formatDuration } from '#contract/format.ts';
import { day, hourMinute, weekday } from '#renderer/lib/format.ts';

/** `6 d overdue`, `Today, 18:00`, `Thu 26 Nov`. @param due UTC, ISO 8601 */
export const dueText = (due: string, now: number): { readonly text: string; readonly isOverdue: boolean } => {
  const late = now - Date.parse(due);
  if (late > 0) return { text: `${formatDuration(Math.max(late, 60_000), 1)} overdue`, isOverdue: true };
  return { text: day(due) === day(now) ? `Today, ${hourMinute(due)}` : weekday(due), isOverdue: false };
};
