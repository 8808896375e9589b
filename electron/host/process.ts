import { createLog } from '#base/log.ts';
import { keepToOwner } from '#base/own-process.ts';
import { CatalogueError } from '#contract/errors.ts';
import { type FromHost, parentPort, type StartHost, type ToHost } from '#contract/host-messages.ts';
import { guardProcess } from './guard-process.ts';
import { type Host, startHost } from './index.ts';
import { FolderInUseError, StartError } from './start-error.ts';

/** The host in Electron's utility process: started, watched and stopped by messages of the main process. */

keepToOwner();
const log = createLog();
guardProcess(log);
const port = parentPort<ToHost, FromHost>(process);

let host: Promise<Host> | undefined;

const start = async ({ dataDir, apiPort, deskPort, dataKey }: StartHost): Promise<Host> => {
  const started = await startHost({
    dataDir,
    apiPort,
    deskPort,
    bind: '127.0.0.1',
    allowHosts: [],
    log,
    ...(dataKey === undefined ? {} : { dataKey: Buffer.from(dataKey) }),
  });
  port.postMessage({ type: 'ready', ready: { ...started.ready, secret: started.record.secret } });
  return started;
};

/** What was foreseen is told in its own words; the rest is a fault, and keeps its stack in the log. */
const fail = (error: unknown): void => {
  const foreseen = error instanceof StartError || error instanceof CatalogueError;
  log.error(foreseen ? { reason: error.message } : { err: error }, 'host: did not start');
  const text = foreseen ? error.message : `The local service failed to start: ${String(error)}`;
  const reason = error instanceof FolderInUseError ? 'folder-in-use' : 'refused';
  port.postMessage({ type: 'failed', reason, text });
};

const stop = async (drainMs: number): Promise<void> => {
  const running = await host?.catch(() => undefined);
  await running?.stop(drainMs).catch((err: unknown) => log.error({ err }, 'host: stop failed'));
  process.exit(0);
};

port.on('message', ({ data }) => {
  if (data.type === 'beat') port.postMessage(data);
  else if (data.type === 'stop') void stop(data.drainMs);
  else {
    host ??= start(data);
    // The main process ends this one, once it has read why.
    host.catch(fail);
  }
});
