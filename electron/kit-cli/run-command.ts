import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileProblem } from '#base/file-problem.ts';
import { CommandError } from '#cli/command-error.ts';

/** How a command ended. */
export type CommandEnd = { readonly code: number } | { readonly signal: NodeJS.Signals };

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a command on this terminal, with variables besides the present ones. Signals are passed on, and it decides how
 * to end: this process waits for it.
 * @throws CommandError 126 or 127, as a shell, if it can't be run
 */
export const runCommand = async (
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandEnd> => {
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: isBatch(command),
  });
  const handlers = passedOn.map((signal) => {
    // Ctrl+C of a terminal reaches the whole group already.
    const handler = (): void => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    process.on(signal, handler);
    return { signal, handler };
  });
  try {
    return await new Promise<CommandEnd>((resolve, reject) => {
      child.once('error', (error: NodeJS.ErrnoException) => reject(notRun(command, error)));
      child.once('exit', (code, signal) => resolve(signal === null ? { code: code ?? 1 } : { signal }));
    });
  } finally {
    for (const { signal, handler } of handlers) process.off(signal, handler);
  }
};

/** Windows runs `npm` and the like through its shell only. */
const isBatch = (command: string): boolean => process.platform === 'win32' && !/\.exe$/i.test(command);

const notRun = (command: string, error: NodeJS.ErrnoException): CommandError => {
  const isMissing = error.code === 'ENOENT';
  const text = isMissing
    ? `The command ${command} was not found. Check its name, or give its path.`
    : `The command ${command} can't be run: ${fileProblem(error)}. Check that it is a program, and that you may run it.`;
  return new CommandError(text, isMissing ? 127 : 126, { cause: error });
};

/**
 * Ends this process as the command ended: with its code, or by its signal.
 * @param isFailed what the service saw counts as a failure: then never with 0
 */
export const endAs = (end: CommandEnd, isFailed: boolean): void => {
  if ('signal' in end) {
    // A shell tells so, should this process outlive it.
    process.exitCode = 128 + (constants.signals[end.signal] ?? 0);
    process.kill(process.pid, end.signal);
    return;
  }
  process.exitCode = end.code === 0 && isFailed ? 1 : end.code;
};
