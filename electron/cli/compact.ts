import { Command } from 'commander';
import { systemTime } from '#base/clock.ts';
import type { Compaction } from '#contract/compaction.ts';
import { formatBytes, formatDuration } from '#contract/format.ts';
import { confirmed } from './ask.ts';
import { CommandError } from './command-error.ts';
import { type HostAccess, withHost } from './host-access.ts';
import { type CommonOptions, withData, withExamples, withJson } from './options.ts';
import { print, printJson, remark } from './output.ts';

interface Options extends CommonOptions {
  readonly yes?: true;
}

const pollMs = 250;

/** `carryover compact`: rewrites the local service's database without its free parts. */
export const compactCommand = (): Command => {
  const command = new Command('compact')
    .description(
      'Rewrite service.db without its free parts; needed once for data folders of earlier versions',
    )
    .option('--yes', 'skip confirmation')
    .action(compact);
  withJson(withData(command));
  return withExamples(
    command,
    ['compact', 'Show what it frees and takes, and ask.'],
    ['compact --yes --json', 'Compact without confirmation.'],
  );
};

const compact = (options: Options): Promise<void> =>
  withHost(options.data, async ({ desk }) => {
    const before = await desk.get<Compaction>('/api/compaction');
    if (!options.yes && !before.running) {
      print(described(before));
      if (!(await confirmed('Compact it now?', 'Use --yes to skip confirmation.'))) {
        return remark('Nothing was changed.');
      }
    }
    if (!before.running) await desk.post('/api/compaction');
    const after = await ended(desk);
    if (after.problem !== undefined) throw new CommandError(`Not compacted: ${after.problem}`);
    if (options.json) return printJson(after);
    remark(`service.db: ${formatBytes(before.fileBytes)}, now ${formatBytes(after.fileBytes)}.`);
  });

const described = (state: Compaction): string => {
  const { fileBytes, freedBytes, neededBytes, freeBytes, expectedSeconds, shrinksByItself } = state;
  const free = freeBytes === undefined ? 'unknown' : formatBytes(freeBytes);
  return [
    `service.db: ${formatBytes(fileBytes)}, of it free: ${formatBytes(freedBytes)}`,
    `Disk space needed meanwhile: ${formatBytes(neededBytes)} (free: ${free})`,
    `Expected time: up to ${formatDuration(expectedSeconds * 1000)}; events and changes wait meanwhile`,
    shrinksByItself
      ? 'The file also shrinks automatically when the service is idle.'
      : 'The file was created by an earlier version: it shrinks automatically only after it was compacted once.',
  ].join('\n');
};

const ended = async (desk: HostAccess['desk']): Promise<Compaction> => {
  for (;;) {
    const state = await desk.get<Compaction>('/api/compaction');
    if (!state.running) return state;
    await systemTime.sleep(pollMs);
  }
};
