import { Readable } from 'node:stream';
import { systemTime } from '#base/clock.ts';
import { type FromCommand, parentPort, type ToCommand } from '#contract/host-messages.ts';
import { main } from './index.ts';

/** The command line in Electron's utility process, which has neither a stdin nor signals of its own to rely on. */

const port = parentPort<ToCommand, FromCommand>(process);
/** Asked for piece by piece, as it is read: what a pipe has more of waits where it comes from. */
const stdin = new Readable({ read: () => port.postMessage({ type: 'read-stdin' }) });
/** The terminal sends Ctrl+C to the whole group, and main passes it on besides: the two count as one. */
const echoMs = 200;
const heardAt = new Map<string, number>();

const start = async (args: readonly string[], stdinIsTerminal: boolean): Promise<void> => {
  replaceStdin(stdinIsTerminal);
  await main(args);
  await Promise.all([written(process.stdout), written(process.stderr)]);
  // The port alone would keep the process.
  process.exit();
};

const written = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    stream.write('', () => resolve());
  });

const replaceStdin = (isTerminal: boolean): void => {
  const setRawMode = (on: boolean): typeof stdin => {
    port.postMessage({ type: 'raw-mode', on });
    return stdin;
  };
  if (isTerminal) Object.assign(stdin, { isTTY: true, setRawMode });
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
};

const passOnSignal = (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): void => {
  systemTime.after(echoMs, () => {
    const last = heardAt.get(signal);
    if (last !== undefined && systemTime.monotonic() - last < 2 * echoMs) return;
    // Without a listener of the command's own, a signal ends it, as it would by itself.
    if (process.listenerCount(signal) > 1) process.emit(signal, signal);
    else process.exit(130);
  });
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    heardAt.set(signal, systemTime.monotonic());
    if (process.listenerCount(signal) === 1) process.exit(130);
  });
}

port.on('message', ({ data }) => {
  if (data.type === 'start') void start(data.args, data.stdinIsTerminal);
  else if (data.type === 'stdin') stdin.push(data.bytes);
  else if (data.type === 'stdin-end') stdin.push(null);
  else if (data.type === 'signal') passOnSignal(data.signal);
});
