import type { Command, Option } from 'commander';
import { createLog } from '#base/log.ts';
import { CommandError } from '#cli/command-error.ts';
import { integer } from '#cli/options.ts';
import { named } from '#cli/state-files.ts';
import { type KitClock, kitClocks } from '#contract/control.ts';
import { stateExtension } from '#contract/states.ts';
import { onLoopback } from '#kit/index.ts';
import { stateFile } from '#kit/state-file.ts';
import type { Service } from '#testing/index.ts';

/** What `exec` and `serve` begin with, as commander gives it. */
export interface KitCommandOptions {
  readonly clock?: KitClock;
  readonly seed?: number;
  readonly snapshot?: string;
  readonly data?: string;
  readonly withoutSecrets?: true;
  readonly apiKeyFile?: string;
  readonly allowPrivate?: true;
}

export const withKitOptions = (command: Command, clock: Option): Command =>
  command
    .addOption(clock.choices(kitClocks))
    .option('--seed <n>', 'seed of generated data (default: random)', integer(0))
    .option(
      '--snapshot <state>',
      'state to begin with: name of a saved state in --data, or path of a file (CARRYOVER_STATE_PASSPHRASE opens its secrets)',
    )
    .option('--without-secrets', 'begin without secrets that do not open')
    .option('--api-key-file <file>', 'file with an API key to accept; - reads stdin')
    .option('--allow-private', 'deliver to private address ranges too');

/** What `openKit` takes of them. */
export const kitOptionsOf = (
  { clock, seed, allowPrivate }: KitCommandOptions,
  apiKey: string | undefined,
) => ({
  ...(clock === undefined ? {} : { clock }),
  ...(seed === undefined ? {} : { seed }),
  ...(apiKey === undefined ? {} : { apiKey }),
  allowPrivate: allowPrivate === true,
  ...onLoopback,
  log: createLog({ level: 'warn' }),
});

/**
 * The file of the state that was asked for; undefined if none was.
 * @throws CommandError 2 if it is no name and no path, or the folder is not said; StartError if there is none
 */
export const snapshotFile = ({ snapshot, data }: KitCommandOptions): string | undefined => {
  if (snapshot === undefined) return undefined;
  const state = named(snapshot);
  if ('name' in state && data === undefined) {
    throw new CommandError(
      `${snapshot} is the name of a saved state: say in which folder with --data. A file is named by its path, such as ./${snapshot}${stateExtension}.`,
      2,
    );
  }
  return stateFile(snapshot, data);
};

/** Begins with the state that was asked for. @param file from `snapshotFile`. @throws ControlError */
export const restoreSnapshot = async (
  service: Service,
  file: string | undefined,
  { withoutSecrets }: KitCommandOptions,
): Promise<void> => {
  if (file === undefined) return;
  await service
    .restore(file, withoutSecrets === undefined ? {} : { withoutSecrets })
    .catch((cause: Error) => {
      throw new CommandError(`${file} was not restored, and nothing was started. ${cause.message}`, 1, {
        cause,
      });
    });
};
