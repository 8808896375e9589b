import { type Command, InvalidArgumentError, Option } from 'commander';
import type { RunOptions } from '#contract/token-runs.ts';
import { CommandError } from './command-error.ts';
import { advanceRequest } from './format/time.ts';
import type { HostAccess } from './host-access.ts';
import { type CommonOptions, integer } from './options.ts';
import { read } from './secret-input.ts';

/** Options of the commands that start a run. */

/** Which rows; all that there are, if neither is given. */
export interface RowOptions {
  readonly ref?: readonly string[];
  readonly refs?: string;
}

export interface StartOptions extends CommonOptions, RowOptions {
  readonly concurrency?: number;
  readonly keepSecrets?: true;
  readonly syncWithin?: string;
  readonly besideOtherDesk?: string;
  readonly overrideWindow?: string;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly detach?: true;
}

export const withRowOptions = (command: Command): Command =>
  command
    .option('--ref <ref...>', 'only rows with these references')
    .option('--refs <file>', 'only rows with references from this file, one per line');

export const withStartOptions = (command: Command): Command =>
  withRowOptions(command)
    .option('--concurrency <n>', "concurrent calls (default: the target's limit)", integer(1, 100))
    .option('--sync-within <duration>', 'timeout of a sync, such as 2h (default: 24h)', syncWithin)
    .option('--dry-run', 'show the plan; read-only')
    .option('--yes', 'skip confirmation on a remote target')
    .option('--detach', 'return at once; the host continues the run');

/** Of those that create companies. */
export const withOtherDesk = (command: Command): Command =>
  command.option('--beside-other-desk <reason>', 'run although another desk runs this list');

/** Of those that write. */
export const withWindowOverride = (command: Command): Command =>
  command.addOption(
    new Option('--override-window <reason>', 'run outside the agreed migration window; recorded').argParser(
      reason,
    ),
  );

/** For commander: a reason that says something. */
const reason = (text: string): string => {
  if (text.trim() !== '') return text.trim();
  throw new InvalidArgumentError('A reason is required.');
};

export const overrideOf = ({ overrideWindow }: { readonly overrideWindow?: string | undefined }) => ({
  overrideWindow,
});

/** For commander: a duration as a person types it, as ISO 8601. */
export const syncWithin = (text: string): string => {
  const duration = advanceRequest(text);
  if ('by' in duration) return duration.by;
  throw new InvalidArgumentError('Must be a duration, such as 90min, 2h or PT2H.');
};

export const runOptionsOf = (options: StartOptions): RunOptions => {
  const { concurrency, keepSecrets, syncWithin: within, besideOtherDesk } = options;
  return { ...rowsOf(options), concurrency, keepSecrets, syncWithin: within, besideOtherDesk };
};

/** @throws CommandError 2 if the file can't be read, or names no row */
export const rowsOf = ({ ref = [], refs }: RowOptions): Pick<RunOptions, 'refs'> => {
  const lines = refs === undefined ? [] : linesOf(read(refs));
  if (refs !== undefined && lines.length === 0) {
    throw new CommandError(`The file ${refs} names no row. Write one reference per line.`, 2);
  }
  const all = [...new Set([...ref, ...lines])];
  return all.length === 0 ? {} : { refs: all };
};

const linesOf = (text: string): string[] =>
  text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A host of this command's own ends with it, and the run would end with that. @throws CommandError 2 */
export const refuseDetached = ({ own }: HostAccess, { detach }: Pick<StartOptions, 'detach'>): void => {
  if (!detach || !own) return;
  throw new CommandError(
    'No host runs on this data folder, so the run would not continue. Start it with `carryover serve`, or leave out --detach.',
    2,
  );
};
