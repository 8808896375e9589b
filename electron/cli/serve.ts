import { Command } from 'commander';
import { systemTime } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { guardProcess } from '#host/guard-process.ts';
import type { Host } from '#host/index.ts';
import { whyNoBrowser } from './browser.ts';
import { oneTimeAddress } from './one-time-address.ts';
import { openAddress } from './open-address.ts';
import { withExamples } from './options.ts';
import { print, printJson, remark } from './output.ts';
import { apiKeyFrom, type ServeOptions, withServeOptions } from './serve-options.ts';
import { addServeTopics } from './serve-topics.ts';
import { stopSignal } from './stop-signal.ts';
import { opened, type PageAddress, welcome } from './welcome.ts';

/** What is in flight gets this long to end. */
const drainMs = 5000;
/** Past the drain, ending counts more than tidiness: the next start repairs what is left. */
const stopMs = 5500;

/** `carryover serve`: the local service and the desk, until a signal. */
export const serveCommand = (): Command => {
  const serve = withServeOptions(new Command('serve'))
    .description('Run the local service and desk until stopped')
    .option('--json', 'ready line as JSON on stdout, logs as JSON on stderr')
    .action((options: ServeOptions) => serveUntilSignal(options));
  withExamples(
    serve,
    ['serve', 'Serve on the default ports.'],
    ['serve --clock virtual --data ./rehearsal', 'Separate sandbox with a virtual clock.'],
    ['serve --api-port 0 --desk-port 0 --json', 'On free ports, for scripts.'],
    ['serve --store postgres://carryover@db.example/team', 'With the store on a PostgreSQL server.'],
    ['serve --https-url https://desk.example', 'For other machines, behind a proxy that ends TLS.'],
  );
  return addServeTopics(serve);
};

/** @param browse opens the page in a browser, where there is one */
export const serveUntilSignal = async (options: ServeOptions, browse = false): Promise<void> => {
  const stopped = stopSignal();
  const log = await logFor(options);
  guardProcess(log);
  const { promise: isOutdated, resolve: outdated } = Promise.withResolvers<Error>();
  const host = await start(options, log, outdated);
  if (options.json) printJson({ event: 'ready', ...host.ready });
  else print(welcome(host, options, await pageAddress(host, browse)));
  const warning = opened(host);
  if (warning !== undefined) remark(warning);
  const why = await Promise.race([stopped.then(() => undefined), isOutdated]);
  // A supervisor that starts this build again is told the same.
  if (why !== undefined)
    log.error({ reason: why.message }, 'host: another build took the store over; this process ends');
  await stop(host, log, options);
  process.exit(why === undefined ? 0 : 1);
};

/** What was given to a browser is used up: then it is the address alone that is shown. */
const pageAddress = async (
  { ready, record, reach }: Host,
  browse: boolean,
): Promise<PageAddress | undefined> => {
  if (ready.deskUrl === '') return undefined;
  // What is served for others logs for others, too: no address that lets in belongs there.
  if (reach.httpsUrl !== undefined && !browse) return { url: reach.httpsUrl, state: 'stated' };
  const address = await oneTimeAddress(record);
  const isOpen = browse && whyNoBrowser() === undefined && (await openAddress(ready.dataDir, address));
  return isOpen ? { url: ready.deskUrl, state: 'open' } : { url: address.url, state: 'ticket' };
};

const logFor = async ({ json, verbose }: ServeOptions): Promise<Log> => {
  // Loaded here: no other command of those that don't start a host needs it.
  const { createLog } = await import('#base/log.ts');
  const words = !json && process.stderr.isTTY;
  const level = verbose ? 'debug' : words ? 'warn' : 'info';
  return createLog({ level, words });
};

const start = async (options: ServeOptions, log: Log, outdated: (why: Error) => void): Promise<Host> => {
  // Loaded here, so that help and usage errors come without waiting for the whole service.
  const { startHost } = await import('#host/index.ts');
  const {
    data,
    allowHost,
    apiKeyFile: _file,
    json: _json,
    verbose: _verbose,
    drain: _drain,
    ...others
  } = options;
  const apiKey = await apiKeyFrom(options);
  return startHost({ ...others, dataDir: data, allowHosts: allowHost ?? [], log, apiKey, outdated });
};

const stop = async (host: Host, log: Log, { drain = 0 }: ServeOptions): Promise<void> => {
  const noticeMs = drain * 1000;
  const ended = host.stop(drainMs, noticeMs).catch((err: unknown) => log.error({ err }, 'host: stop failed'));
  await Promise.race([ended, systemTime.sleep(noticeMs + stopMs)]);
};
