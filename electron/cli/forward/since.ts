import { parseDurationMs, parseInstant, toIso } from '#base/clock.ts';
import { CommandError } from '#cli/command-error.ts';
import { advanceRequest } from '#cli/format/time.ts';
import { CatalogueError } from '#contract/errors.ts';

/**
 * What `--since` means: `start`, an instant, or a duration before now.
 * @param now of the service's clock, UTC ISO 8601
 * @throws CommandError 2
 */
export const sinceInstant = (text: string, now: string): string => {
  if (text === 'start') return toIso(0);
  const wanted = advanceRequest(text);
  try {
    return 'by' in wanted
      ? toIso(Math.max(0, Date.parse(now) - parseDurationMs(wanted.by, '--since')))
      : toIso(parseInstant(wanted.to, '--since'));
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    throw new CommandError(
      '--since must be start, an instant such as 2026-01-31T09:00:00Z, or a duration such as 2h.',
      2,
    );
  }
};
