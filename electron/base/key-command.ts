import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { basename } from 'node:path';
import { CatalogueError } from '#contract/errors.ts';
import { systemTime } from './clock.ts';
import { fileProblem } from './file-problem.ts';
import { oneLine } from './terminal-text.ts';

/**
 * An external command that has a key wrapped, and unwrapped, by a key service. It is started without a shell, with `wrap`
 * or `unwrap` as its last argument; what is to be wrapped goes in and comes out by its standard streams alone. Source:
 * `docs/guides/key-command.md`.
 */
export interface KeyCommand {
  /** The program, and the arguments before `wrap` or `unwrap`. */
  readonly argv: readonly [string, ...string[]];
  /** It is ended after so long, ms. */
  readonly deadlineMs?: number;
}

const deadlineMs = 20_000;
/** More than any key service gives for 32 bytes. */
const mostPrinted = 16_384;
/** Of what it says on its standard error. */
const mostSaid = 200;
const keyBytes = 32;

/**
 * @param text a path of a program, or a JSON list of it and its arguments
 * @throws Error in words
 */
export const parseKeyCommand = (text: string): KeyCommand => {
  const argv = text.trimStart().startsWith('[') ? listOf(text) : [text.trim()];
  const [program, ...rest] = argv ?? [];
  if (program !== undefined && program !== '') return { argv: [program, ...rest] };
  throw new Error(
    'The key command must be the path of a program, or a JSON list of it and its arguments, such as ["/usr/local/bin/wrap-key", "--key", "team"].',
  );
};

const listOf = (text: string): string[] | undefined => {
  try {
    const list: unknown = JSON.parse(text);
    const isTexts =
      Array.isArray(list) && list.every((one) => typeof one === 'string' && !one.includes('\0'));
    return isTexts ? list : undefined;
  } catch {
    return undefined;
  }
};

/** The command as what wraps and unwraps 32 bytes. Both throw CatalogueError `rowKeys.command`. */
export const keyCommandWrapping = (command: KeyCommand) => ({
  async wrap(key: Buffer): Promise<string> {
    const wrapped = (await run(command, 'wrap', key.toString('base64'))).trim();
    if (wrapped === '') throw failed(command, 'wrap', 'it printed nothing');
    if (!/^[\x20-\x7e\r\n\t]+$/.test(wrapped))
      throw failed(command, 'wrap', 'it printed something that is not text in ASCII');
    if (holdsKey(wrapped, key)) throw failed(command, 'wrap', 'it printed the key itself');
    return wrapped;
  },
  async unwrap(wrapped: string): Promise<Buffer> {
    const text = (await run(command, 'unwrap', wrapped)).replaceAll(/\s/g, '');
    const key = Buffer.from(text, 'base64');
    if (key.length === keyBytes && withoutPadding(key.toString('base64')) === withoutPadding(text))
      return key;
    throw failed(command, 'unwrap', 'it printed something else than 32 bytes in base64');
  },
  otherKey: () => failed(command, 'unwrap', 'it printed another key than the one that was wrapped'),
});

const withoutPadding = (base64: string): string => base64.replace(/=+$/, '');

const holdsKey = (text: string, key: Buffer): boolean => {
  const plain = text.replaceAll(/\s/g, '');
  return (
    plain.includes(withoutPadding(key.toString('base64'))) ||
    plain.includes(withoutPadding(key.toString('base64url'))) ||
    plain.toLowerCase().includes(key.toString('hex'))
  );
};

type Action = 'wrap' | 'unwrap';

const failed = ({ argv: [program] }: KeyCommand, action: Action, problem: string): CatalogueError =>
  new CatalogueError('rowKeys.command', { program: oneLine(basename(program)), action, problem });

/** @returns what it printed, once it has ended well */
const run = (command: KeyCommand, action: Action, input: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const [program, ...args] = command.argv;
    const child = started(program, [...args, action]);
    let end: string | undefined;
    const [printed, said] = [collecting(mostPrinted), collecting(mostSaid * 10)];
    const stopFor = (problem: string): void => {
      end ??= problem;
      killAll(child);
    };
    const limitMs = command.deadlineMs ?? deadlineMs;
    const cancel = systemTime.after(limitMs, () => stopFor(`it did not end within ${limitMs / 1000} s`));
    child.stdout.on('data', (bytes: Buffer) => {
      if (!printed.take(bytes)) stopFor(`it printed more than ${mostPrinted / 1024} KiB`);
    });
    child.stderr.on('data', (bytes: Buffer) => void said.take(bytes));
    // A command that does not read is judged by how it ends.
    child.stdin.on('error', () => {});
    child.on('error', (error) => {
      end ??= `it can't be started: ${fileProblem(error)}`;
      if (child.pid === undefined) finish(null, null);
    });
    const finish = (code: number | null, signal: string | null): void => {
      cancel();
      // What it has started and left behind.
      killAll(child);
      const problem = end ?? endOf(code, signal, said.text());
      if (problem === undefined) resolve(printed.text());
      else reject(failed(command, action, problem));
    };
    child.on('close', finish);
    child.stdin.end(`${input}\n`);
  });

const started = (program: string, args: readonly string[]): ChildProcessWithoutNullStreams =>
  spawn(program, args, {
    stdio: 'pipe',
    shell: false,
    windowsHide: true,
    // A group of its own, so that what it starts can be ended with it.
    detached: process.platform !== 'win32',
    env: environment(),
  });

/** Its key service may need any of it; secrets of ours it does not. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(CARRYOVER_|PGPASS)/i.test(name)));

const killAll = ({ pid }: ChildProcessWithoutNullStreams): void => {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
};

const endOf = (code: number | null, signal: string | null, said: string): string | undefined => {
  if (code === 0) return undefined;
  const how = signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`;
  const words = withoutKeyLikes(oneLine(said).trim());
  return words === '' ? how : `${how}: ${words.slice(0, mostSaid)}`;
};

/** What it says may be read by many: no part of it that could be a key is passed on. */
const withoutKeyLikes = (text: string): string => text.replaceAll(/[\w+/=-]{24,}/g, '••••');

const collecting = (most: number) => {
  const parts: Buffer[] = [];
  let length = 0;
  return {
    /** Whether there is room for it. */
    take(bytes: Buffer): boolean {
      if (length < most) parts.push(bytes.subarray(0, most - length));
      length += bytes.length;
      return length <= most;
    },
    text: (): string => Buffer.concat(parts).toString('utf8'),
  };
};
