import type { Command } from 'commander';
import { formatDuration } from '#contract/format.ts';
import { attemptDeadlineMs, deliverySchedule } from '#contract/schedule.ts';
import { columns } from './output.ts';

/** What a person who serves may want to look up: where deliveries may go, and when they are tried. */
export const addServeTopics = (serve: Command): Command =>
  serve.addHelpText('after', () => `\n${addressPolicy}\n\n${scheduleTable()}\n\n${coreDumps}`);

const addressPolicy = `Allowed delivery addresses (checked when connecting):
  loopback and public addresses   yes
  private ranges                  only with --allow-private
  link-local, cloud metadata      never`;

const coreDumps = `Core dumps after a crash (may contain secrets):
  Linux     none
  macOS     none (size limit 0)
  Windows   only if an administrator enabled them; Carryover can't disable them`;

const scheduleTable = (): string => {
  let totalMs = 0;
  const rows = deliverySchedule.map((waitMs, at) => {
    totalMs += waitMs;
    return [`  ${at + 1}`, at === 0 ? 'at once' : formatDuration(waitMs, 4), formatDuration(totalMs, 4)];
  });
  const table = columns([['  attempt', 'after the failure before', 'since the first'], ...rows]);
  return `Delivery schedule (success: 2xx response within ${formatDuration(attemptDeadlineMs)}):\n${table}`;
};
