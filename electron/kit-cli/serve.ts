import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { CommandError } from '#cli/command-error.ts';
import { port, withExamples } from '#cli/options.ts';
import { print, printJson } from '#cli/output.ts';
import { apiKeyFrom } from '#cli/serve-options.ts';
import { stopSignal } from '#cli/stop-signal.ts';
import { type KitOptions, openKit } from '#kit/index.ts';
import { environmentOf } from '#testing/environment.ts';
import { connect } from '#testing/service.ts';
import {
  type KitCommandOptions,
  kitOptionsOf,
  restoreSnapshot,
  snapshotFile,
  withKitOptions,
} from './kit-options.ts';

interface Options extends KitCommandOptions {
  readonly apiPort: number;
  readonly controlPort: number;
  readonly bind: string;
  readonly allowHost?: readonly string[];
  readonly json?: true;
}

/** What is in flight gets this long to end. */
const drainMs = 5000;

/** Nobody guesses what is this long; the kit's own are longer. */
const shortestToken = 24;
const tokenVariable = 'CARRYOVER_CONTROL_TOKEN';
const hostsVariable = 'CARRYOVER_ALLOW_HOSTS';

/** `carryover serve` of the test kit: a service until a signal. */
export const serveCommand = (): Command => {
  const clock = new Option(
    '--clock <mode>',
    'clock of the service (default: as the data folder has it, else system)',
  );
  const serve = withKitOptions(new Command('serve'), clock)
    .description('Run a service with its control API until stopped')
    .option('--data <folder>', 'folder to keep it in between runs (default: a temporary one)')
    .option('--api-port <port>', 'port of the public API; 0 picks a free one', port, 4410)
    .option('--control-port <port>', 'port of the control API; 0 picks a free one', port, 4412)
    .option(
      '--bind <address>',
      'address to listen on; other machines reach both unless it is loopback',
      '127.0.0.1',
    )
    .option('--allow-host <name...>', `additional host names to accept (default: ${hostsVariable})`)
    .option('--json', 'ready line as JSON on stdout')
    .action(serveUntilSignal);
  serve.addHelpText(
    'after',
    `\nCARRYOVER_API_KEY is accepted as an API key; ${tokenVariable} is the token of the control API, of at least ${shortestToken} characters (default: a random one).`,
  );
  return withExamples(
    serve,
    ['serve', 'On the default ports.'],
    ['serve --clock virtual --snapshot base.carryover-state', 'On virtual time, from a saved state.'],
    ['serve --data ./service', 'With rows, keys and states of the last run.'],
    ['serve --data ./service --snapshot base', 'Back to one of its saved states.'],
    ['serve --api-port 0 --control-port 0 --json', 'On free ports, for scripts.'],
  );
};

const serveUntilSignal = async (options: Options): Promise<void> => {
  const stopped = stopSignal();
  const snapshot = snapshotFile(options);
  const { stop, ...address } = await openKit(await optionsOf(options));
  try {
    const service = await connect(address);
    await restoreSnapshot(service, snapshot, options);
    await service.stop();
    if (options.json) printJson({ event: 'ready', ...address, pid: process.pid });
    else print(environmentLines(environmentOf(address)));
    await stopped;
  } finally {
    await stop(drainMs);
  }
};

const optionsOf = async (options: Options): Promise<KitOptions> => {
  const { apiPort, controlPort, bind, allowHost: allowHosts = hostsFromEnvironment(), data } = options;
  const apiKey = await apiKeyFrom(options);
  const controlToken = tokenFromEnvironment();
  return {
    ...kitOptionsOf(options, apiKey),
    apiPort,
    controlPort,
    bind,
    allowHosts,
    ...(data === undefined ? {} : { dataDir: resolve(data) }),
    ...(controlToken === undefined ? {} : { controlToken }),
  };
};

/** Names, with commas or blanks between them. */
const hostsFromEnvironment = (): string[] =>
  (process.env[hostsVariable] ?? '').split(/[\s,]+/).filter((name) => name !== '');

/** @throws CommandError 2 if it is too short, or no header could carry it */
const tokenFromEnvironment = (): string | undefined => {
  const token = process.env[tokenVariable]?.trim();
  if (!token) return undefined;
  if (token.length >= shortestToken && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new CommandError(
    `The environment variable ${tokenVariable} must have at least ${shortestToken} characters, without blanks and accents, as it protects the control API. Nothing was started. Make one with \`openssl rand -hex 24\`.`,
    2,
  );
};

/** To be pasted into a shell. */
const environmentLines = (env: Readonly<Record<string, string>>): string =>
  Object.entries(env)
    .map(([name, value]) => `export ${name}=${value}`)
    .join('\n');
