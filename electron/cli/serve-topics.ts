import type { Command } from 'commander';
import { formatDuration } from '#contract/format.ts';
import { attemptDeadlineMs, deliverySchedule } from '#contract/schedule.ts';
import { columns } from './output.ts';

/** What a person who serves may want to look up: where deliveries may go, and when they are tried. */
export const addServeTopics = (serve: Command): Command =>
  serve.addHelpText('after', () => `\n${addressPolicy}\n\n${scheduleTable()}\n\n${coreDumps}`);

const addressPolicy = `Where deliveries may go (checked on the resolved address, at connect time):
  loopback and public addresses   yes
  private ranges                  only with --allow-private
  link-local, cloud metadata      never`;

const coreDumps = `What a crash leaves on the disk (core dumps may hold secrets):
  Linux     none of the memory
  macOS     no core dump: the limit on their size is set to 0
  Windows   dumps, where an administrator has turned them on for this machine; Carryover can't turn them off`;

const scheduleTable = (): string => {
  let totalMs = 0;
  const rows = deliverySchedule.map((waitMs, at) => {
    totalMs += waitMs;
    return [`  ${at + 1}`, at === 0 ? 'at once' : formatDuration(waitMs, 4), formatDuration(totalMs, 4)];
  });
  const table = columns([['  attempt', 'after the failure before', 'since the first'], ...rows]);
  return `When a delivery is tried (success is a 2xx answer within ${formatDuration(attemptDeadlineMs)}):\n${table}`;
};
