import { Command } from 'commander';
import { port, withExamples } from '#cli/options.ts';
import { print, printJson } from '#cli/output.ts';
import { stopSignal } from '#cli/stop-signal.ts';
import { openKit } from '#kit/index.ts';
import { environmentOf } from '#testing/environment.ts';
import { connect } from '#testing/service.ts';
import { type KitCommandOptions, kitOptionsOf, restoreSnapshot, withKitOptions } from './kit-options.ts';

interface Options extends KitCommandOptions {
  readonly apiPort: number;
  readonly controlPort: number;
  readonly bind: string;
  readonly allowHost?: readonly string[];
  readonly json?: true;
}

/** What is in flight gets this long to end. */
const drainMs = 5000;

/** `carryover serve` of the test kit: a service until a signal, in a temporary folder. */
export const serveCommand = (): Command => {
  const serve = withKitOptions(new Command('serve'), 'system')
    .description('Run a service with its control API until stopped')
    .option('--api-port <port>', 'port of the public API; 0 picks a free one', port, 4410)
    .option('--control-port <port>', 'port of the control API; 0 picks a free one', port, 4412)
    .option(
      '--bind <address>',
      'address to listen on; other machines reach both unless it is loopback',
      '127.0.0.1',
    )
    .option('--allow-host <name...>', 'additional host names to accept')
    .option('--json', 'ready line as JSON on stdout')
    .action(serveUntilSignal);
  return withExamples(
    serve,
    ['serve', 'On the default ports.'],
    ['serve --clock virtual --snapshot base.carryover-state', 'On virtual time, from a saved state.'],
    ['serve --api-port 0 --control-port 0 --json', 'On free ports, for scripts.'],
  );
};

const serveUntilSignal = async (options: Options): Promise<void> => {
  const stopped = stopSignal();
  const { apiPort, controlPort, bind, allowHost = [] } = options;
  const given = await kitOptionsOf(options);
  const { stop, ...address } = await openKit({ ...given, apiPort, controlPort, bind, allowHosts: allowHost });
  try {
    const service = await connect(address);
    await restoreSnapshot(service, options);
    await service.stop();
    if (options.json) printJson({ event: 'ready', ...address, pid: process.pid });
    else print(environmentLines(environmentOf(address)));
    await stopped;
  } finally {
    await stop(drainMs);
  }
};

/** To be pasted into a shell. */
const environmentLines = (env: Readonly<Record<string, string>>): string =>
  Object.entries(env)
    .map(([name, value]) => `export ${name}=${value}`)
    .join('\n');
