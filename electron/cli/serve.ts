import { Command, Option } from 'commander';
import { systemTime } from '#base/clock.ts';
import { createLog, type Log } from '#base/log.ts';
import { guardProcess } from '#host/guard-process.ts';
import type { Host } from '#host/index.ts';
import { integer, port, withData, withExamples } from './options.ts';
import { print, printJson, remark } from './output.ts';
import type { ServeOptions } from './serve-options.ts';
import { addServeTopics } from './serve-topics.ts';
import { stopSignal } from './stop-signal.ts';
import { opened, welcome } from './welcome.ts';

/** What is in flight gets this long to end. */
const drainMs = 5000;
/** Past the drain, ending counts more than tidiness: the next start repairs what is left. */
const stopMs = 5500;

/** `carryover serve`: the local service and the desk, until a signal. */
export const serveCommand = (): Command => {
  const serve = new Command('serve')
    .description('Run the local service and the desk until a signal')
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
    .option('--api-key <key>', 'an API key to accept, for scripts that must know it beforehand')
    .option('--allow-private', 'deliver to private addresses too')
    .option('--new-key', 'the key file is lost: make a new one, keep the cases, put the sandbox aside')
    .option('--json', 'one line of JSON on stdout when ready, logs as JSON on stderr')
    .option('--verbose', 'log every request and outcome too')
    .action(serveUntilSignal);
  withData(serve);
  withExamples(
    serve,
    ['serve', 'Serve on the usual ports.'],
    ['serve --clock virtual --data ./rehearsal', 'A sandbox of its own, whose time you move.'],
    ['serve --api-port 0 --desk-port 0 --json', 'On free ports, for a script that reads the ready line.'],
    ['serve --bind 0.0.0.0 --allow-host host.docker.internal', 'For a client in a container.'],
  );
  return addServeTopics(serve);
};

const serveUntilSignal = async (options: ServeOptions): Promise<void> => {
  const stopped = stopSignal();
  const log = logFor(options);
  guardProcess(log);
  const host = await start(options, log);
  if (options.json) printJson({ event: 'ready', ...host.ready });
  else print(welcome(host, options));
  const warning = opened(options);
  if (warning !== undefined) remark(warning);
  await stopped;
  await stop(host, log);
  process.exit(0);
};

const logFor = ({ json, verbose }: ServeOptions): Log => {
  const words = !json && process.stderr.isTTY;
  const level = verbose ? 'debug' : words ? 'warn' : 'info';
  return createLog({ level, words });
};

const start = async (options: ServeOptions, log: Log): Promise<Host> => {
  // Loaded here, so that help and usage errors come without waiting for the whole service.
  const { startHost } = await import('#host/index.ts');
  const { data, apiPort, deskPort, bind, allowHost, clock, seed, apiKey, allowPrivate, newKey } = options;
  return startHost({
    dataDir: data,
    apiPort,
    deskPort,
    bind,
    allowHosts: allowHost,
    allowPrivate,
    log,
    ...(clock === undefined ? {} : { clock }),
    ...(newKey ? { newKey } : {}),
    ...(seed === undefined ? {} : { seed }),
    ...(apiKey === undefined ? {} : { apiKey }),
  });
};

const stop = async (host: Host, log: Log): Promise<void> => {
  const ended = host.stop(drainMs).catch((err: unknown) => log.error({ err }, 'host: stop failed'));
  await Promise.race([ended, systemTime.sleep(stopMs)]);
};
