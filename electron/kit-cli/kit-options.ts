import { resolve } from 'node:path';
import type { Command, Option } from 'commander';
import { createLog } from '#base/log.ts';
import { CommandError } from '#cli/command-error.ts';
import { integer } from '#cli/options.ts';
import { type KitClock, kitClocks } from '#contract/control.ts';
import { onLoopback } from '#kit/index.ts';
import type { Service } from '#testing/index.ts';

/** What `exec` and `serve` begin with, as commander gives it. */
export interface KitCommandOptions {
  readonly clock?: KitClock;
  readonly seed?: number;
  readonly snapshot?: string;
  readonly withoutSecrets?: true;
  readonly apiKeyFile?: string;
  readonly allowPrivate?: true;
}

export const withKitOptions = (command: Command, clock: Option): Command =>
  command
    .addOption(clock.choices(kitClocks))
    .option('--seed <n>', 'seed of generated data (default: random)', integer(0))
    .option(
      '--snapshot <file>',
      'file of a state to begin with (CARRYOVER_STATE_PASSPHRASE opens its secrets)',
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

/** Begins with the state that was asked for. @throws ControlError */
export const restoreSnapshot = async (service: Service, options: KitCommandOptions): Promise<void> => {
  const { snapshot, withoutSecrets } = options;
  if (snapshot === undefined) return;
  const path = resolve(snapshot);
  await service
    .restore(path, withoutSecrets === undefined ? {} : { withoutSecrets })
    .catch((cause: Error) => {
      throw new CommandError(`${path} was not restored, and nothing was started. ${cause.message}`, 1, {
        cause,
      });
    });
};
