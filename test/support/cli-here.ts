import nodeConsole from 'node:console';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { main } from '#cli/index.ts';
import { main as kitMain } from '#kit-cli/index.ts';
import type { Ended } from './cli.ts';

/** Commands share what a process has one of, so they take turns. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command to its end in this process: in milliseconds, for tests of what it does and says. That the built
 * command line does the same as a process of its own is left to tests that start one: `cli.ts`.
 */
export const runHere = (...args: string[]): Promise<Ended> => pipeHere('', ...args);

/** The same, with something piped in. */
export const pipeHere = (input: string | Buffer, ...args: string[]): Promise<Ended> => {
  const ended = last.then(() => run(input, args));
  last = ended.catch(() => {});
  return ended;
};

/** The same in an environment that differs by these; undefined takes a variable away. */
export const runHereIn = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<Ended> => {
  const ended = last.then(() => run('', args, { env }));
  last = ended.catch(() => {});
  return ended;
};

/** A command of the test kit, in the same way. */
export const runKitHere = (env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Ended> => {
  const ended = last.then(() => run('', args, { env, command: kitMain }));
  last = ended.catch(() => {});
  return ended;
};

/** The same, with every byte that it wrote; as on a terminal if `isTTY` is set. */
export const runRaw = (args: readonly string[], isTTY = false): Promise<Ended> => {
  const ended = last.then(() => run('', args, { isTTY, raw: true }));
  last = ended.catch(() => {});
  return ended;
};

interface RunOptions {
  readonly isTTY?: boolean;
  readonly raw?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  readonly command?: typeof main;
}

const run = async (
  input: string | Buffer,
  args: readonly string[],
  { isTTY = false, raw = false, env = {}, command = main }: RunOptions = {},
): Promise<Ended> => {
  const [stdout, stderr] = [collector(raw), collector(raw)];
  if (isTTY) for (const { stream } of [stdout, stderr]) Object.assign(stream, { isTTY });
  const giveBack = lendProcess({
    stdin: Readable.from(input.length === 0 ? [] : [input], { objectMode: false }),
    stdout: stdout.stream,
    stderr: stderr.stream,
  });
  const giveEnvironmentBack = lendEnvironment(env);
  try {
    await command(args);
    const code = Number(process.exitCode ?? 0);
    await Promise.all([stdout.end(), stderr.end()]);
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    giveEnvironmentBack();
    giveBack();
  }
};

const lendEnvironment = (env: NodeJS.ProcessEnv): (() => void) => {
  const own = Object.keys(env).map((name) => [name, process.env[name]] as const);
  setEnvironment(Object.entries(env));
  return () => setEnvironment(own);
};

const setEnvironment = (variables: readonly (readonly [string, string | undefined])[]): void => {
  for (const [name, value] of variables) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
};

const collector = (raw: boolean) => {
  const parts: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      parts.push(chunk);
      done();
    },
  });
  return {
    stream,
    end: () => once(stream.end(), 'finish'),
    // Colours are for terminals; whether this process writes to one says nothing about a command.
    text: () => {
      const text = Buffer.concat(parts).toString('utf8');
      return raw ? text : stripVTControlCharacters(text);
    },
  };
};

// Node's own warnings go to the stream that stood there when its console was first used: not to one that ends with a command.
void [Reflect.get(nodeConsole, '_stdout'), Reflect.get(nodeConsole, '_stderr')];

/** `exit`: each log that a command opens waits for it. */
const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit', 'uncaughtException', 'unhandledRejection'] as const;

/** A command changes what belongs to its process. @returns puts all of it back */
const lendProcess = (streams: Record<'stdin' | 'stdout' | 'stderr', Readable | Writable>): (() => void) => {
  const names = ['stdin', 'stdout', 'stderr'] as const;
  const own = names.map((name) => Object.getOwnPropertyDescriptor(process, name) as PropertyDescriptor);
  const { exitCode } = process;
  const mask = process.umask();
  const npmEvent = process.env.npm_lifecycle_event;
  const heard = events.map((event) => process.listeners(event as NodeJS.Signals));
  for (const name of names) {
    Object.defineProperty(process, name, { configurable: true, enumerable: true, value: streams[name] });
  }
  process.exitCode = undefined;
  // As started by hand, not by the npm that runs the tests.
  delete process.env.npm_lifecycle_event;
  return () => {
    for (const [at, name] of names.entries())
      Object.defineProperty(process, name, own[at] as PropertyDescriptor);
    process.exitCode = exitCode;
    process.umask(mask);
    if (npmEvent !== undefined) process.env.npm_lifecycle_event = npmEvent;
    for (const [at, event] of events.entries()) {
      for (const listener of process.listeners(event as NodeJS.Signals)) {
        if (!heard[at]?.includes(listener)) process.off(event, listener);
      }
    }
  };
};
