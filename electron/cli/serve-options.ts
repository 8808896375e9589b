import { type Command, Option } from 'commander';
import { integer, port, withData } from './options.ts';
import { refuseArgument, secretFrom } from './secret-input.ts';

/** The options of `carryover serve`, and of `start`, which may come to the same; as commander gives them. */
export interface ServeOptions {
  readonly data: string;
  readonly apiPort: number;
  readonly deskPort: number;
  readonly bind: string;
  readonly allowHost: readonly string[];
  readonly clock?: 'system' | 'virtual';
  readonly seed?: number;
  readonly apiKeyFile?: string;
  readonly allowPrivate?: true;
  readonly json?: true;
  readonly verbose?: true;
  readonly newKey?: true;
}

const apiKeyVariable = 'CARRYOVER_API_KEY';

/** Whether the environment names an API key to accept. */
export const hasKeyInEnvironment = (): boolean => Boolean(process.env[apiKeyVariable]);

/**
 * The API key to accept; undefined if none is named.
 * @throws CommandError 2 if there is none in what was named
 */
export const apiKeyFrom = ({ apiKeyFile: file }: ServeOptions): Promise<string | undefined> =>
  secretFrom(
    { file, env: file === undefined && hasKeyInEnvironment() ? apiKeyVariable : undefined },
    'API key',
  );

export const withServeOptions = (command: Command): Command =>
  withData(
    refuseArgument(command, '--api-key', `--api-key-file <file>, or the variable ${apiKeyVariable}`)
      .option('--api-port <port>', 'port of the public API; 0 picks a free one', port, 4410)
      .option('--desk-port <port>', 'port of the desk; 0 picks a free one', port, 4411)
      .option(
        '--bind <address>',
        'address to listen on; other than loopback, it opens both to the network',
        '127.0.0.1',
      )
      .option('--allow-host <name...>', 'names to answer for besides loopback', [])
      .addOption(
        new Option(
          '--clock <mode>',
          "the service's time (default: as the folder was last served, or the system's)",
        ).choices(['system', 'virtual']),
      )
      .option('--seed <n>', 'everything generated follows from it', integer(0))
      .option(
        '--api-key-file <file>',
        `an API key to accept, for scripts that must know it beforehand; - reads it from stdin (or in ${apiKeyVariable})`,
      )
      .option('--allow-private', 'deliver to private addresses too')
      .option(
        '--new-key',
        'the key file is lost: make a new one, keep the cases, put the sandbox aside; or identity.json is: make a new signing key',
      )
      .option('--verbose', 'log every request and outcome too'),
  );
